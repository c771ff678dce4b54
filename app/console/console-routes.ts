/**
 * The console's part of React Router's route manifest. Visitors' pages load the manifest without it
 * (tools/visitor-routes.ts), so links from them into the console load a document.
 */

export function isConsoleRoute(id: string): boolean {
  return id.startsWith("staff-");
}

export function consoleManifestAddress(address: string): string {
  return address.replace("/manifest-", "/console-manifest-");
}
