/** The tables, as Kysely sees them. `db/migrations/` makes them, the same for SQLite and PostgreSQL. */
import type { Generated } from "kysely";

/** Moments are stored as ISO 8601 text in UTC (`2026-11-21T05:00:00.000Z`), which both engines keep and sort alike. */
export type StoredMoment = string;

export type EntriesTable = {
  type: string;
  slug: string;
  position: number;
  /** The entry's values as JSON. */
  body: string;
  updated_at: StoredMoment;
  updated_by: string;
};

/** One row, id 1: grows by one with every change of content. */
export type ContentVersionTable = { id: number; version: number };

/** One enquiry from the contact form. */
export type EnquiriesTable = {
  id: string;
  received_at: StoredMoment;
  name: string;
  email: string;
  /** A class slug, or empty when none was chosen. */
  class: string;
  comment: string;
  /** Tells the same form posted twice from a second enquiry. */
  fingerprint: string;
};

/** Mail to be sent, written in the transaction of what it reports. */
export type OutboxTable = {
  id: string;
  created_at: StoredMoment;
  message_id: string;
  recipient: string;
  reply_to: string;
  subject: string;
  body_text: string;
  attempts: Generated<number>;
  /** Not before this moment; pushed forward while one instance holds the row, and after a failure. */
  due_at: StoredMoment;
  sent_at: StoredMoment | null;
  last_error: string | null;
};

/**
 * The user record (specification, section 3: "collection users, keyed by account identifier; field savedShows").
 * The columns are those better-auth asks for, and `savedShows`, a JSON list of class slugs.
 */
export type UsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: number | boolean;
  image: string | null;
  createdAt: string | Date;
  updatedAt: string | Date;
  savedShows: Generated<string>;
};

export type Tables = {
  entries: EntriesTable;
  content_version: ContentVersionTable;
  enquiries: EnquiriesTable;
  outbox: OutboxTable;
  users: UsersTable;
};
