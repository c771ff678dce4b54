/** The layout of pages for signed-in visitors. It renders nothing, and only guards them. */
import { href, redirect } from "react-router";
import { signInPathFor } from "../return-to.ts";
import { signedInVisitorContext, visitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-layout.route";

/** Pages without forms: signed-out visitors get a 405 too. */
const WITHOUT_FORMS: readonly string[] = [href("/account"), href("/account/data")];

/** Passes the signed-in visitor to the routes below; redirects others to Sign In, which leads back here. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request, url }) => {
    const visitor = context.get(visitorContext);
    if (visitor !== null) {
      context.set(signedInVisitorContext, visitor);
      return;
    }
    if (request.method === "POST") {
      if (WITHOUT_FORMS.includes(url.pathname)) return;
      // The form was sent twice: the first one deleted the account.
      if (url.pathname === href("/account/delete")) throw redirect(href("/"), 303);
    }
    throw redirect(signInPathFor(url.href));
  },
];
