import { href, redirect } from "react-router";
import { z } from "zod";
import { findEntry } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { textResponse } from "../../forms/form-response.server.ts";
import { messageFor } from "../../forms/problems.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { ACCOUNT_PROBLEMS, type ButtonProblem } from "../problems.ts";
import { safeReturnPath, withSignInIntent } from "../return-to.ts";
import { saveClass, unsaveClass } from "../saved-classes.server.ts";
import { visitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/saved-classes.route";

const savedClassForm = z.object({
  class: z.string().max(100, "class-unknown" satisfies ButtonProblem),
  do: z.enum(["save", "remove"], "saving-unclear" satisfies ButtonProblem),
  back: z.string(),
});

/** The address is for forms; a visitor who opens it by hand sees what is saved. */
export function loader() {
  return redirect(href("/account"));
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request, savedClassForm);
  if (!form.ok) return textResponse(form, ACCOUNT_PROBLEMS);
  const { class: slug, do: what, back } = form.values;
  const next = safeReturnPath(back) ?? href("/classes");

  // A class the gym no longer has can still be removed, but not saved.
  if (what === "save" && (await findEntry(services, classType, slug)) === undefined) {
    return new Response(messageFor({ code: "class-unknown" }, ACCOUNT_PROBLEMS), { status: 404 });
  }
  const visitor = context.get(visitorContext);
  if (visitor === null)
    return redirect(withSignInIntent(href("/login"), { next, save: what === "save" ? slug : undefined }), 303);
  await (what === "save" ? saveClass : unsaveClass)(services, visitor.id, slug);
  return redirect(next, 303);
}
