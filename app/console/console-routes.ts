/**
 * The console's part of React Router's list of routes. Visitors' pages load the list without it
 * (tools/visitor-routes.ts), so what leads from them into the console loads a document.
 */

export function isConsoleRoute(id: string): boolean {
  return id.startsWith("staff-");
}

export function consoleManifestAddress(address: string): string {
  return address.replace("/manifest-", "/console-manifest-");
}
