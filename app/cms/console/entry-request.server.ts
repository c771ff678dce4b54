/** The beginning of every page of an entry: its type, the member of staff, how it stands; and how their forms are returned. */
import { data, href } from "react-router";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { formPath } from "../../content-types/paths.ts";
import type { FormStatus } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { FormSchema } from "../../forms/read-form.server.ts";
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

/** A form that is returned to its page with a sentence about the whole. */
export function refusedForm(
  form: string,
  status: FormStatus,
  typed: Partial<Record<string, string>>,
  link?: FirstLink,
) {
  return data<ReturnedForm & { link?: FirstLink }>({ errors: { form }, typed, ...(link && { link }) }, { status });
}

/** A form that is returned to its page with a question. */
export function askedForm<Asked>(asked: Asked, typed: Partial<Record<string, string>>) {
  return data({ errors: { form: undefined }, typed, asked }, { status: 422 });
}

/** Why something was not done, with the status of its response and where to look first. */
type Reason = { problem: string; status: 409 | 422; link?: FirstLink };

/**
 * The reason why an entry was not scheduled or taken off.
 * @param consequence what was not done: `nothing was scheduled`
 */
export function whyNot(
  type: ContentType,
  outcome: ScheduleOutcome | RemoveOutcome,
  consequence: string,
  now: Date,
): Reason {
  switch (outcome.code) {
    case "stale":
      return {
        problem: `${outcome.conflict.by} has changed it meanwhile, so ${consequence}. Look at it again first.`,
        status: 409,
      };
    case "change-waits":
      return { problem: changeWaitsSentence(outcome, now), status: 409, link: changeLink(type, outcome.slug) };
    case "scheduled-otherwise": {
      const due = shortMoment(new Date(outcome.dueAt), now);
      return { problem: `${outcome.by} has scheduled something for ${due} meanwhile. Cancel that first.`, status: 409 };
    }
    case "past":
      return { problem: "That moment is past. Choose a later one.", status: 422 };
    case "referenced":
      return { problem: `Something else uses it, so ${consequence}. Take it out of there first.`, status: 422 };
    case "too-few":
      return {
        problem: `The site needs ${outcome.min} of these at least, so ${consequence}. Add another one first.`,
        status: 422,
      };
    case "refused":
      return { problem: `It can’t be published as it is. ${problemsInWords(type, outcome.problems)}`, status: 422 };
    case "fixed":
      return { problem: "It can’t be taken off.", status: 422 };
    default:
      return { problem: "There is no draft to be published.", status: 422 };
  }
}

const STALE = "It has been changed again meanwhile, so nothing was undone. This is how it stands now.";

/** The reason why a change was not undone, or an entry not put back; undefined when it was. */
export function whyNotUndone(
  type: ContentType,
  outcome: UndoActionOutcome | RestoreOutcome,
  now: Date,
): Reason | undefined {
  switch (outcome.code) {
    case "stale":
    case "malformed":
    case "nothing-to-undo":
    case "unknown":
      return { problem: STALE, status: 409 };
    case "change-waits":
      return { problem: changeWaitsSentence(outcome, now), status: 409, link: changeLink(type, outcome.slug) };
    case "refused": {
      const target = outcome.problems.find((problem) => problem.target !== undefined)?.target;
      if (target === undefined) {
        const why = problemsInWords(type, outcome.problems);
        return { problem: `What was there before can’t go on the site any more. ${why}`, status: 422 };
      }
      const needed = contentTypeAt(target.type).label.toLowerCase();
      return {
        problem: `The ${needed} that it needs is not on the site. Put that on the site first.`,
        status: 422,
        link: { to: formPath(target.type, target.slug), label: `See the ${needed}` },
      };
    }
    default:
      return undefined;
  }
}
