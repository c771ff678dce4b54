import type { Services } from "../platform/services.ts";
import { redirectWithCookies } from "./account-response.server.ts";
import type { SignedIn } from "./accounts.server.ts";
import { landing, readArrival } from "./return-to.ts";
import { saveClass } from "./saved-classes.server.ts";

/**
 * Saves the class that a visitor came to sign in for, if any, and redirects to where they go on.
 * @param findClass finds the class of a slug; a slug that is no class's is not saved
 */
export async function completeSignIn(
  services: Services,
  request: Request,
  { userId, setCookie }: SignedIn,
  findClass: (services: Services, slug: string) => Promise<object | undefined>,
): Promise<Response> {
  const arrival = readArrival(request.url);
  if (arrival.save !== undefined && (await findClass(services, arrival.save)) !== undefined) {
    await saveClass(services, userId, arrival.save);
  }
  return redirectWithCookies(landing(arrival), setCookie);
}
