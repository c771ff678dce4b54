import type { Transaction } from "kysely";
import type { StoredMoment, Tables } from "../../platform/schema.ts";
import type { ContentType, FieldProblem } from "../content-type.ts";
import type { Values } from "./stored-body.ts";

export type VersionOrigin = "seed" | "imported" | "published" | "scheduled" | "undone";

export type EntryKey = { type: string; slug: string };

export type Target = EntryKey & { title: string; draftRevision: number | undefined };

/**
 * A problem that prevents publishing. `message`: a code of `EDITING_PROBLEMS` or the schema's sentence. `target`: a
 * referenced entry.
 */
export type PublishProblem = FieldProblem & { target?: Target };

export type ConflictingEdit = {
  values: Values;
  by: string;
  at: StoredMoment;
  /** The published version, 0 without one: the form's `basedOn` from now on. */
  version: number;
  /** The revision of the other person's draft; undefined if they published. */
  revision: number | undefined;
};

export type PublishCheck = (
  transaction: Transaction<Tables>,
  type: ContentType,
  values: Values,
  slug: string,
) => Promise<PublishProblem[]>;

/** The entry has a pending change. `isDated`: it has a date, until which nothing else is published. */
export type ChangePending = { code: "change-pending"; slug: string; dueAt: StoredMoment; by: string; isDated: boolean };
