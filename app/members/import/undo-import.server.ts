/** Undoes a whole import in one transaction, if none of its people and passes has been used. */
import { sql } from "kysely";
import { touchPerson } from "../../people/people.server.ts";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import { removeMailFiles } from "../../platform/mail.server.ts";
import { deleteMailAbout } from "../../platform/outbox.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { inChunks } from "../../platform/worker.server.ts";
import { IDS_AT_ONCE, recomputePassDays } from "../pass-rows.server.ts";
import { changeImport } from "./imports.server.ts";
import type { Made } from "./run-import.server.ts";

type UndoOutcome = { code: "done" | "same" | "import-used" };

export async function undoImport(services: Services, actor: Actor, id: string): Promise<UndoOutcome> {
  const emailIds: string[] = [];
  const outcome = await changeImport<UndoOutcome>(services, id, async (change, { made: stored }) => {
    const { transaction, at } = change;
    if (stored === null) return { code: "same" };
    const made: Made = JSON.parse(stored);
    if (await isUsed(transaction, made)) return { code: "import-used" };
    const owners = new Set<string>();
    for (const ids of inChunks(made.passes, IDS_AT_ONCE)) {
      for (const table of ["pass_mails", "pass_days"] as const) {
        await transaction.deleteFrom(table).where("pass_id", "in", ids).execute();
      }
      const passes = await transaction.deleteFrom("passes").where("id", "in", ids).returning("person_id").execute();
      for (const { person_id: personId } of passes) owners.add(personId);
    }
    for (const ids of inChunks(made.people, IDS_AT_ONCE)) {
      emailIds.push(...(await deleteMailAbout(transaction, "person_id", ids)));
      // Frees unused door numbers: there are only a hundred thousand.
      for (const table of ["door_numbers", "person_words", "person_notes"] as const) {
        await transaction.deleteFrom(table).where("person_id", "in", ids).execute();
      }
      await transaction.deleteFrom("people").where("id", "in", ids).execute();
      for (const personId of ids) owners.delete(personId);
    }
    for (const personId of owners) {
      await recomputePassDays(change, personId);
      await touchPerson(change, { id: personId });
    }
    await transaction.deleteFrom("imports").where("id", "=", id).execute();
    await recordActivity(transaction, at, actor, {
      ...{ action: "list-taken-back", type: "member-list", slug: id },
      details: { people: made.people.length },
    });
    return { code: "done" };
  });
  await removeMailFiles(services, emailIds);
  // The undo button was pressed twice.
  return outcome.code === "import-gone" ? { code: "same" } : outcome;
}

/** Columns that refer to a person or a pass, with the key of their rows. Other changes increase a person's version. */
type Use = readonly [table: string, column: string, key: string];

const USES_OF_PEOPLE: readonly Use[] = [
  ["bookings", "person_id", "id"],
  ["person_consents", "person_id", "id"],
  ["person_invitations", "person_id", "person_id"],
  ["person_notes", "person_id", "id"],
  ["people", "guardian_id", "id"],
];
const USES_OF_PASSES: readonly Use[] = [
  ["bookings", "pass_id", "id"],
  ["pass_acts", "pass_id", "id"],
  ["passes", "behind_id", "id"],
];

/** Whether imported people or passes have been changed or referred to since. */
async function isUsed(db: Db, made: Made): Promise<boolean> {
  for (const ids of inChunks(made.people, IDS_AT_ONCE)) {
    const people = db.selectFrom("people").select("id").where("id", "in", ids);
    const unchanged = await people.where("version", "=", 1).where("mails", "=", 1).execute();
    if (unchanged.length < ids.length) return true;
  }
  const own = new Set([...made.passes, ...made.notes]);
  const hasUse = async (added: readonly string[], [table, column, key]: Use) => {
    for (const ids of inChunks(added, IDS_AT_ONCE)) {
      const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
        where ${sql.ref(column)} in (${sql.join(ids)})`.execute(db);
      if (rows.some(({ id }) => !own.has(id))) return true;
    }
    return false;
  };
  for (const use of USES_OF_PEOPLE) if (await hasUse(made.people, use)) return true;
  for (const use of USES_OF_PASSES) if (await hasUse(made.passes, use)) return true;
  return false;
}
