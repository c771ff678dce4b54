/**
 * The console's part of React Router's list of routes. Visitors' pages load the list without it
 * (tools/visitor-routes.ts), so what leads from them into the console loads a document.
 */

/** Whether a route, by its id, is the console's. */
export function isConsoleRoute(id: string): boolean {
  return id.startsWith("staff-");
}

/** The address of the full route list, derived from the visitors' list. */
export function consoleManifestAddress(address: string): string {
  return address.replace("/manifest-", "/console-manifest-");
}
