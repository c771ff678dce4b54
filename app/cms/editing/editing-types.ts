/** Types that the functions of editing return and ask for. */
import type { Transaction } from "kysely";
import type { StoredMoment, Tables } from "../../platform/schema.ts";
import type { ContentType, FieldProblem } from "../content-type.ts";
import type { Values } from "./stored-body.ts";

/** The origin of a version: seed, import, staff, schedule or undo. */
export type VersionOrigin = "seed" | "imported" | "published" | "scheduled" | "undone";

export type EntryKey = { type: string; slug: string };

export type Target = EntryKey & { title: string; draftRevision: number | undefined };

/**
 * A problem that prevents publishing: a code of `messages.ts` or the schema's sentence. `target`: a referenced entry.
 */
export type PublishProblem = FieldProblem & { target?: Target };

export type ConflictingEdit = {
  values: Values;
  by: string;
  at: StoredMoment;
  /** The version on the site; 0 when the entry is not on it. To be sent as `basedOn` by a form that has seen it. */
  version: number;
  /** The revision of their draft; undefined when they have published. */
  revision: number | undefined;
};

export type PublishCheck = (
  transaction: Transaction<Tables>,
  type: ContentType,
  values: Values,
  slug: string,
) => Promise<PublishProblem[]>;

/** A change of the entry waits, which has to be seen first. `isDated`: it has a day, and nothing else is published until then. */
export type ChangePending = { code: "change-pending"; slug: string; dueAt: StoredMoment; by: string; isDated: boolean };
