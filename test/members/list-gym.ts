/** Shorthands for lists that are brought in, and all rows of the tables that one may change, for tests. */
import { randomUUID } from "node:crypto";
import { bringListIn, rehearseList } from "../../app/members/list/bring-in.server.ts";
import { findList, storeList } from "../../app/members/list/lists.server.ts";
import { takeListBack } from "../../app/members/list/take-back.server.ts";
import type { Tables } from "../../app/platform/schema.ts";
import type { Services } from "../../app/platform/services.ts";
import { OWNER } from "./members-gym.ts";

/** The plans of the gym whose passes run for days, weeks or months, by slug. */
export const LIST_PLANS = { mwanzo: "Mwanzo", nguvu: "Nguvu", bingwa: "Bingwa" } as const;

/** Sends a list. @returns its id */
export async function sendList(
  services: Services,
  content: string | Uint8Array,
  fileName = "people.csv",
): Promise<string> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const outcome = await storeList(services, OWNER, { formId: randomUUID(), fileName, bytes, pasted: "" });
  if (!("id" in outcome)) throw new Error(`The list was refused: ${outcome.code}`);
  return outcome.id;
}

/** What would become of a list. */
export async function rehearsalOf(services: Services, id: string) {
  const list = await findList(services.db, id);
  if (list === undefined) throw new Error("There is no such list");
  return rehearseList(services, list);
}

/** Brings a list in, as from a page that is up to date. */
export async function bringIn(services: Services, id: string) {
  const { seen } = await rehearsalOf(services, id);
  return bringListIn(services, OWNER, id, seen);
}

/** Takes a list back, as from a page that is up to date. */
export async function takeBack(services: Services, id: string) {
  return takeListBack(services, OWNER, id, (await findList(services.db, id))?.brought_seen ?? "");
}

/** Tables of members: those that a list writes to, and those that say that somebody was used. */
const MEMBER_TABLES = [
  ...([
    "people",
    "former_phones",
    "person_words",
    "door_numbers",
    "person_notes",
    "person_consents",
    "person_invitations",
  ] as const),
  ...(["passes", "pass_acts", "pass_days", "given_days", "given_closed_days", "member_list_rows"] as const),
] satisfies (keyof Tables)[];

/** All rows of those tables. */
export async function memberRows(services: Services): Promise<Record<string, string[]>> {
  const match: Record<string, string[]> = {};
  for (const table of MEMBER_TABLES) {
    const rows = await services.db.selectFrom(table).selectAll().execute();
    match[table] = rows
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .toSorted();
  }
  return match;
}
