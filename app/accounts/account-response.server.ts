import { redirect, redirectDocument } from "react-router";
import { findEntry } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import type { Services } from "../platform/services.ts";
import { NOT_FOR_TEST_ACCOUNT } from "./messages.ts";
import { destinationAfterSignIn, readSignInIntent } from "./return-to.ts";
import { saveClass } from "./saved-classes.server.ts";
import type { SignedIn } from "./sign-up-and-in.server.ts";

/** The response when an action is not allowed for the test account and there is no form to return. */
export function testAccountResponse(): Response {
  return new Response(NOT_FOR_TEST_ACCOUNT, { status: 403 });
}

/**
 * Redirects after a form, with the cookies that sign the visitor in or out; the console is loaded as a new document.
 */
export function redirectWithCookies(to: string, setCookie: readonly string[]): Response {
  const respond = to.startsWith("/staff") ? redirectDocument : redirect;
  return respond(to, { status: 303, headers: setCookie.map((line): [string, string] => ["Set-Cookie", line]) });
}

/**
 * Redirects after signing out, and has the browser drop its saved copies of personal pages
 * (docs/decisions/offline.md).
 */
export function redirectSignedOut(to: string, setCookie: readonly string[]): Response {
  return clearSavedCopies(redirectWithCookies(to, setCookie));
}

/** Redirects after signing in. The device's previous visitor may have left a saved card, without signing out. */
export function redirectSignedIn(to: string, setCookie: readonly string[]): Response {
  return clearSavedCopies(redirectWithCookies(to, setCookie));
}

function clearSavedCopies(response: Response): Response {
  response.headers.set("Clear-Site-Data", '"storage"');
  return response;
}

/**
 * Saves the class that the visitor came to save, and redirects to their destination.
 * @param home the default destination
 */
export async function completeSignIn(
  services: Services,
  request: Request,
  { userId, setCookie }: SignedIn,
  home?: string,
): Promise<Response> {
  const intent = readSignInIntent(request.url);
  if (intent.save !== undefined && (await findEntry(services, classType, intent.save)) !== undefined) {
    await saveClass(services, userId, intent.save);
  }
  return redirectSignedIn(destinationAfterSignIn(intent, home), setCookie);
}
