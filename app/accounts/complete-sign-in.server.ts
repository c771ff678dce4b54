import { findEntry } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import type { Services } from "../platform/services.ts";
import { redirectWithCookies } from "./account-response.server.ts";
import type { SignedIn } from "./accounts.server.ts";
import { landing, readArrival } from "./return-to.ts";
import { saveClass } from "./saved-classes.server.ts";

/**
 * Saves the class that a visitor came to sign in for, if there is such a class, and redirects to where they go on.
 * @param home where they go who came for nothing in particular; the home page unless given
 */
export async function completeSignIn(
  services: Services,
  request: Request,
  { userId, setCookie }: SignedIn,
  home?: string,
): Promise<Response> {
  const arrival = readArrival(request.url);
  if (arrival.save !== undefined && (await findEntry(services, classType, arrival.save)) !== undefined) {
    await saveClass(services, userId, arrival.save);
  }
  return redirectWithCookies(landing(arrival, home), setCookie);
}
