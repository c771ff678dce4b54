/** The pages for signed-in visitors. It shows nothing of its own: it is their one guard. */
import { href, redirect } from "react-router";
import { signInFirst } from "../return-to.ts";
import { signedInVisitorContext, visitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-layout.route";

/** Addresses below that take no forms. React Router says so (405) to signed-out visitors as well. */
const WITHOUT_FORMS: readonly string[] = [href("/account"), href("/account/data")];

/**
 * Gives the routes below the signed-in visitor. A signed-out one is redirected to Sign In, which leads back to the page they
 * came for; `url` is that page's address also when React Router's script requests its data alone.
 */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, request, url }) => {
    const visitor = context.get(visitorContext);
    if (visitor !== null) {
      context.set(signedInVisitorContext, visitor);
      return;
    }
    if (request.method === "POST") {
      if (WITHOUT_FORMS.includes(url.pathname)) return;
      // The same form posted twice: the first one has deleted the account, and this one finds nobody.
      if (url.pathname === href("/account/delete")) throw redirect(href("/"), 303);
    }
    throw redirect(signInFirst(url.href));
  },
];
