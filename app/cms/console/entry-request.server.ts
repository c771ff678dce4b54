/** The beginning of every page of an entry: its type, the member of staff, how it stands; and how their forms are returned. */
import { data, href } from "react-router";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { formPath } from "../../content-types/paths.ts";
import { type FormStatus, problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { FormSchema } from "../../forms/read-form.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Action } from "../../staff/roles.ts";
import { type StaffForm, staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import type { ContentType } from "../content-type.ts";
import { getEditing } from "../editing/editing.server.ts";
import { changeWaitsSentence } from "../editing/messages.server.ts";
import type { RemoveOutcome } from "../editing/removal.server.ts";
import type { ScheduleOutcome } from "../editing/schedules.server.ts";
import type { RestoreOutcome } from "../editing/undo.server.ts";
import type { UndoActionOutcome } from "../editing/undo-actions.server.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";
import { problemsInWords } from "./entry-form.server.ts";

/** A content type with its name as the table of roles knows it. */
export type NamedType = ContentType & { name: keyof Catalogue };

/** The content type that an address names. @throws a 404 for the console's error page when there is none */
export function contentTypeAt(name: string): NamedType {
  const type: ContentType | undefined = Object.hasOwn(catalogue, name) ? catalogue[name as keyof Catalogue] : undefined;
  if (type === undefined) throw data(null, { status: 404 });
  // Every type is in the catalogue under its own name.
  return type as NamedType;
}

type Params = { type: string; slug: string };
type Context = Parameters<typeof staffRequest>[0];

/** The request of a page of an entry. @throws a 404 when there is no such entry, a 403 when the role does not allow the action */
export async function entryRequest(context: Context, params: Params, action: Action) {
  const type = contentTypeAt(params.type);
  const { services, member } = staffRequest(context, [action, type.name]);
  const editing = await getEditing(services, type, params.slug);
  if (editing === undefined) throw data(null, { status: 404 });
  return { services, member, type, editing };
}

/** A `staffAction` of an entry. @throws as `staffAction` does, and a 404 when there is no such type */
export function entryAction<Schema extends FormSchema, Result>(
  { context, params, request }: { context: Context; params: Params; request: Request },
  action: Action,
  schema: Schema,
  work: (form: StaffForm<Schema> & { type: NamedType; slug: string }) => Promise<Result>,
) {
  const type = contentTypeAt(params.type);
  const ofEntry = (form: StaffForm<Schema>) => work({ ...form, type, slug: params.slug });
  return staffAction({ context, request }, [action, type.name], schema, ofEntry);
}

/** A link to what has to be seen first. */
export type FirstLink = { to: string; label: string };

/** The way to the change of an entry that waits. */
export function changeLink({ name }: ContentType, slug: string): FirstLink {
  return { to: href("/staff/content/:type/:slug/schedule", { type: name, slug }), label: "See that change" };
}

/** A form that is returned to its page with a sentence about the whole, which has facts of the outcome. */
export function refusedForm(
  form: string,
  status: FormStatus,
  typed: Partial<Record<string, string>>,
  link?: FirstLink,
) {
  return data<RefusedForm>({ errors: { form }, typed, ...(link && { link }) }, { status });
}

/** `link`: what has to be seen first. */
type RefusedForm = ReturnedForm & { link?: FirstLink };

/** A form that is returned to its page with a question. */
export function askedForm<Asked>(asked: Asked, typed: Partial<Record<string, string>>) {
  return data({ errors: { form: undefined }, typed, asked }, { status: 422 });
}

/** The form of an entry whose action was not done. */
type EntryForm = { services: Services; type: ContentType; typed: Partial<Record<string, string>> };

/**
 * The response when an entry was not scheduled or taken off.
 * @param consequence what was not done: `nothing was scheduled`
 */
export function notChangedResponse(
  outcome: Exclude<ScheduleOutcome | RemoveOutcome, { code: "scheduled" | "removed" | "same" }>,
  { services, type, typed }: EntryForm,
  consequence: string,
) {
  const now = services.now();
  switch (outcome.code) {
    case "stale": {
      const sentence = `${outcome.conflict.by} has changed it meanwhile, so ${consequence}. Look at it again first.`;
      return refusedForm(sentence, 409, typed);
    }
    case "change-waits":
      return refusedForm(changeWaitsSentence(outcome, now), 409, typed, changeLink(type, outcome.slug));
    case "scheduled-otherwise": {
      const due = shortMoment(new Date(outcome.dueAt), now);
      return refusedForm(`${outcome.by} has scheduled something for ${due} meanwhile. Cancel that first.`, 409, typed);
    }
    case "too-few": {
      const sentence = `The site needs ${outcome.min} of these at least, so ${consequence}. Add another one first.`;
      return refusedForm(sentence, 422, typed);
    }
    case "refused": {
      const sentence = `It can’t be published as it is. ${problemsInWords(type, outcome.problems)}`;
      return refusedForm(sentence, 422, typed);
    }
    case "not-saved":
    case "unknown":
      return problemResponse(CONTENT_PROBLEMS, "draft-missing", typed);
    default:
      return problemResponse(CONTENT_PROBLEMS, outcome.code, typed);
  }
}

/** The response when a change was not undone, or an entry not put back; undefined when it was. */
export function notUndoneResponse(
  outcome: UndoActionOutcome | RestoreOutcome,
  { services, type, typed }: EntryForm,
): ReturnType<typeof data<RefusedForm>> | undefined {
  switch (outcome.code) {
    case "stale":
    case "malformed":
    case "nothing-to-undo":
    case "unknown":
      return problemResponse(CONTENT_PROBLEMS, "undo-stale", typed);
    case "change-waits":
      return refusedForm(changeWaitsSentence(outcome, services.now()), 409, typed, changeLink(type, outcome.slug));
    case "refused": {
      const target = outcome.problems.find((problem) => problem.target !== undefined)?.target;
      if (target === undefined) {
        const why = problemsInWords(type, outcome.problems);
        return refusedForm(`What was there before can’t go on the site any more. ${why}`, 422, typed);
      }
      const needed = contentTypeAt(target.type).label.toLowerCase();
      const sentence = `The ${needed} that it needs is not on the site. Put that on the site first.`;
      const link = { to: formPath(target.type, target.slug), label: `See the ${needed}` };
      return refusedForm(sentence, 422, typed, link);
    }
    default:
      return undefined;
  }
}
