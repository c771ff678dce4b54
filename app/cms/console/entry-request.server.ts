/** The beginning of every page of an entry: its type, the member of staff, how it stands; and how their forms are returned. */
import { data } from "react-router";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import type { FormStatus } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { FormSchema } from "../../forms/read-form.server.ts";
import type { Action } from "../../staff/roles.ts";
import { type StaffForm, staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import type { ContentType } from "../content-type.ts";
import { getEditing } from "../editing/editing.server.ts";
import type { RemoveOutcome } from "../editing/removal.server.ts";
import type { ScheduleOutcome } from "../editing/schedules.server.ts";
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

/** A form that is returned to its page with a sentence about the whole. */
export function refusedForm(form: string, status: FormStatus, typed: Partial<Record<string, string>>) {
  return data<ReturnedForm>({ errors: { form }, typed }, { status });
}

/** A form that is returned to its page with a question. */
export function askedForm<Asked>(asked: Asked, typed: Partial<Record<string, string>>) {
  return data({ errors: { form: undefined }, typed, asked }, { status: 422 });
}

/**
 * The reason why an entry was not scheduled or taken off, as a sentence, with the status of its response.
 * @param consequence what was not done: `nothing was scheduled`
 */
export function whyNot(
  type: ContentType,
  outcome: ScheduleOutcome | RemoveOutcome,
  consequence: string,
  now: Date,
): [string, 409 | 422] {
  switch (outcome.code) {
    case "stale":
      return [`${outcome.conflict.by} has changed it meanwhile, so ${consequence}. Look at it again first.`, 409];
    case "scheduled-otherwise": {
      const due = shortMoment(new Date(outcome.dueAt), now);
      return [`${outcome.by} has scheduled something for ${due} meanwhile. Cancel that first.`, 409];
    }
    case "past":
      return ["That moment is past. Choose a later one.", 422];
    case "referenced":
      return [`Something else uses it by now, so ${consequence}. Choose below what happens to that.`, 422];
    case "too-few":
      return [`The site needs ${outcome.min} of these at least, so ${consequence}. Add another one first.`, 422];
    case "refused": {
      if (!("entry" in outcome))
        return [`It can’t be published as it is. ${problemsInWords(type, outcome.problems)}`, 422];
      const other = contentTypeAt(outcome.entry.type);
      return [`${other.label} can’t do without it: ${problemsInWords(other, outcome.problems)}`, 422];
    }
    case "fixed":
      return ["It can’t be taken off.", 422];
    default:
      return ["There is no draft to be published.", 422];
  }
}
