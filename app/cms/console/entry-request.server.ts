/** Requests of the pages of an entry, and their outcomes in sentences. */
import { data, href } from "react-router";
import type { PageLink } from "../../console/kit/actions.ts";
import type { Found, Refusal, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import { formPath } from "../../content-types/paths.ts";
import type { FormStatus } from "../../forms/form-response.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Action } from "../../staff/roles.ts";
import type { Permission } from "../../staff/staff-request.server.ts";
import { shortMoment } from "../../time/dates.server.ts";
import type { ContentType } from "../content-type.ts";
import { discardDraft } from "../editing/drafts.server.ts";
import { type EditableEntry, findEditableEntry } from "../editing/editable-entry.server.ts";
import { changePendingSentence } from "../editing/messages.server.ts";
import type { RemoveOutcome } from "../editing/removal.server.ts";
import type { ScheduleOutcome } from "../editing/schedules.server.ts";
import type { RestoreOutcome, UndoActionOutcome } from "../editing/undo.server.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";
import { problemsText } from "./entry-form.server.ts";

type NamedType = ContentType & { name: keyof Catalogue };

export function contentTypeAt(name: string): NamedType {
  const type: ContentType | undefined = Object.hasOwn(catalogue, name) ? catalogue[name as keyof Catalogue] : undefined;
  if (type === undefined) throw data(null, { status: 404 });
  // Every type is in the catalogue under its own name.
  return type as NamedType;
}

type EntryArgs = RouteArgs & { params: { type: string; slug: string; field?: string } };

/** The entry and field that an address names; they may not exist. */
export type FoundEntry = Found & { type: NamedType; slug: string; field: string };

/** Options of `staffActions` for the pages of an entry. @param action the permission that the page needs */
export function entryPage(action: Action) {
  return {
    may: ({ params }: EntryArgs): Permission => [action, contentTypeAt(params.type).name],
    problems: CONTENT_PROBLEMS,
    find: async (request: Found, { params: { type, slug, field = "" } }: EntryArgs): Promise<FoundEntry> => {
      return { ...request, type: contentTypeAt(type), slug, field };
    },
  };
}

export async function readEditing(services: Services, type: ContentType, slug: string): Promise<EditableEntry> {
  const editing = await findEditableEntry(services, type, slug);
  if (editing === undefined) throw data(null, { status: 404 });
  return editing;
}

export type PageOutcome = { code: "done" | "same" } | Refusal<keyof typeof CONTENT_PROBLEMS>;

export function changeLink({ name }: ContentType, slug: string): PageLink {
  return { to: href("/staff/content/:type/:slug/schedule", { type: name, slug }), label: "See that change" };
}

function problem(sentence: string, status: FormStatus, link?: PageLink): PageOutcome {
  return { code: "explained", problem: { field: "form", status, sentence }, ...(link && { link }) };
}

export async function discard({ services, member, type, slug }: FoundEntry, revision: number): Promise<PageOutcome> {
  const outcome = await discardDraft(services, type, slug, revision, member);
  if (outcome.code !== "stale") return { code: "done" };
  const { by } = outcome.conflict;
  return problem(`${by} has changed the draft in the meantime, so it was kept. Here is the current version.`, 409);
}

/** Explains the outcome of scheduling or unpublishing. @param consequence such as `nothing was scheduled` */
export function changeOutcome(
  outcome: ScheduleOutcome | RemoveOutcome,
  { services, type }: { services: Services; type: ContentType },
  consequence: string,
): PageOutcome {
  const now = services.now();
  switch (outcome.code) {
    case "scheduled":
    case "removed":
    case "same":
      return { code: "done" };
    case "stale":
      return problem(
        `${outcome.conflict.by} has changed it in the meantime, so ${consequence}. Please check it first.`,
        409,
      );
    case "change-pending":
      return problem(changePendingSentence(outcome, now), 409, changeLink(type, outcome.slug));
    case "schedule-stale": {
      const due = shortMoment(new Date(outcome.dueAt), now);
      return problem(`${outcome.by} has scheduled a change for ${due} in the meantime. Cancel that change first.`, 409);
    }
    case "too-few":
      return problem(`The site needs at least ${outcome.min} of these, so ${consequence}. Add another one first.`, 422);
    case "refused":
      return problem(`It can’t be published yet. ${problemsText(type, outcome.problems)}`, 422);
    case "not-saved":
    case "unknown":
      return { code: "draft-missing" };
    default:
      return outcome;
  }
}

export function undoOutcome(
  outcome: UndoActionOutcome | RestoreOutcome,
  { services, type }: { services: Services; type: ContentType },
): PageOutcome {
  switch (outcome.code) {
    case "stale":
    case "malformed":
    case "nothing-to-undo":
    case "unknown":
      return { code: "undo-stale" };
    case "change-pending":
      return problem(changePendingSentence(outcome, services.now()), 409, changeLink(type, outcome.slug));
    case "refused": {
      const target = outcome.problems.find(({ target }) => target !== undefined)?.target;
      if (target === undefined) {
        const why = problemsText(type, outcome.problems);
        return problem(`The earlier version can no longer be published. ${why}`, 422);
      }
      const needed = contentTypeAt(target.type).label.toLowerCase();
      return problem(`The ${needed} that it needs is not on the site. Publish it first.`, 422, {
        to: formPath(target.type, target.slug),
        label: `See the ${needed}`,
      });
    }
    default:
      return { code: "done" };
  }
}
