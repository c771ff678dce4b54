/** Types that the functions of editing return and ask for. */
import type { Transaction } from "kysely";
import type { StoredMoment, Tables } from "../../platform/schema.ts";
import type { ContentType, FieldProblem } from "../content-type.ts";
import type { Values } from "./stored-body.ts";

/**
 * How a version came to be: from the seed; imported from an older version of the site; published by a member of staff, or
 * at a scheduled moment; an earlier version published again by undoing.
 */
export type VersionOrigin = "seed" | "imported" | "published" | "scheduled" | "undone";

/** An entry by its type and slug. */
export type EntryKey = { type: string; slug: string };

/** Another entry that a problem is about. */
export type Target = EntryKey & { title: string; draftRevision: number | undefined };

/**
 * A problem that keeps an entry from being published. The message is a code of `messages.ts`, or what the field's schema says.
 * `target` is the entry that a reference points to; it has a draft when "publish both" can be offered.
 */
export type PublishProblem = FieldProblem & { target?: Target };

/** A concurrent edit: the words of somebody else, stored meanwhile. */
export type ConflictingEdit = {
  values: Values;
  by: string;
  at: StoredMoment;
  /** The version on the site; 0 when the entry is not on it. To be sent as `basedOn` by a form that has seen it. */
  version: number;
  /** The revision of their draft; undefined when they have published. */
  revision: number | undefined;
};

/** A further condition for publishing an entry, such as the consent of the people in its pictures. */
export type PublishCheck = (
  transaction: Transaction<Tables>,
  type: ContentType,
  values: Values,
  slug: string,
) => Promise<PublishProblem[]>;

/** A change of the entry waits, which has to be seen first. `isDated`: it has a day, and nothing else is published until then. */
export type ChangeWaits = { code: "change-waits"; slug: string; dueAt: StoredMoment; by: string; isDated: boolean };
