/** Undoes a whole import in one transaction, while none of its people and passes was used. */

import { touchPerson } from "../../people/people.server.ts";
import type { Actor } from "../../platform/activity.server.ts";
import { recordActivity } from "../../platform/activity.server.ts";
import { removeMailFiles } from "../../platform/mail.server.ts";
import { deleteMailAbout } from "../../platform/outbox.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { IDS_AT_ONCE, recomputePassDays } from "../pass-rows.server.ts";
import { changeImport } from "./imports.server.ts";
import type { Made } from "./run-import.server.ts";

type ImportUndoOutcome =
  | { code: "done" | "same" }
  /** Names of some people who were used. */
  | { code: "used"; names: string[] };

export async function undoImport(services: Services, actor: Actor, id: string): Promise<ImportUndoOutcome> {
  const mails: string[] = [];
  const outcome = await changeImport<ImportUndoOutcome>(services, id, async (change, { made: stored }) => {
    const { transaction, at } = change;
    if (stored === null) return { code: "same" };
    const made: Made = JSON.parse(stored);
    const used = await usedPeople(transaction, made);
    if (used.length > 0) return { code: "used", names: await namesOf(transaction, used) };
    const owners = new Set<string>();
    for (const some of portionsOf(made.passes)) {
      const passes = await transaction.selectFrom("passes").select("person_id").where("id", "in", some).execute();
      for (const { person_id: personId } of passes) owners.add(personId);
      for (const table of ["pass_mails", "pass_days"] as const) {
        await transaction.deleteFrom(table).where("pass_id", "in", some).execute();
      }
      await transaction.deleteFrom("passes").where("id", "in", some).execute();
    }
    for (const some of portionsOf(made.people)) {
      mails.push(...(await deleteMailAbout(transaction, "person_id", some)));
      // Unused door numbers: there are only a hundred thousand.
      for (const table of ["door_numbers", "person_words", "person_notes"] as const) {
        await transaction.deleteFrom(table).where("person_id", "in", some).execute();
      }
      await transaction.deleteFrom("people").where("id", "in", some).execute();
    }
    const added = new Set(made.people);
    for (const personId of owners) {
      if (added.has(personId)) continue;
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
  await removeMailFiles(services, mails);
  // The undo button was pressed twice.
  return outcome.code === "import-gone" ? { code: "same" } : outcome;
}

function portionsOf<One>(all: readonly One[]): One[][] {
  return Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, (_, index) =>
    all.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  );
}

/** Ids of imported people who were changed or referred to since. */
async function usedPeople(db: Db, made: Made): Promise<string[]> {
  const used: (string | null)[] = [];
  const add = (rows: readonly { id: string | null }[]) => used.push(...rows.map(({ id }) => id));
  const [ownPasses, ownNotes] = [new Set(made.passes), new Set(made.notes)];
  for (const some of portionsOf(made.people)) {
    const unchanged = await db
      .selectFrom("people")
      .select("id")
      .where("id", "in", some)
      .where("version", "=", 1)
      .where("mails", "=", 1)
      .execute();
    const ids = new Set(unchanged.map(({ id }) => id));
    used.push(...some.filter((id) => !ids.has(id)));
    for (const table of ["bookings", "person_consents", "person_invitations", "merged_people"] as const) {
      add(await db.selectFrom(table).select("person_id as id").where("person_id", "in", some).execute());
    }
    add(await db.selectFrom("people").select("guardian_id as id").where("guardian_id", "in", some).execute());
    const notes = await db
      .selectFrom("person_notes")
      .select(["id", "person_id"])
      .where("person_id", "in", some)
      .execute();
    const passes = await db.selectFrom("passes").select(["id", "person_id"]).where("person_id", "in", some).execute();
    const others = [...notes.filter(({ id }) => !ownNotes.has(id)), ...passes.filter(({ id }) => !ownPasses.has(id))];
    used.push(...others.map(({ person_id: id }) => id));
  }
  for (const some of portionsOf(made.passes)) {
    for (const table of ["pass_acts", "bookings"] as const) {
      add(await db.selectFrom(table).select("person_id as id").where("pass_id", "in", some).execute());
    }
    const later = await db.selectFrom("passes").select(["id", "person_id"]).where("behind_id", "in", some).execute();
    used.push(...later.filter(({ id }) => !ownPasses.has(id)).map(({ person_id: id }) => id));
  }
  return [...new Set(used.flatMap((id) => id ?? []))];
}

const NAMES_SHOWN = 5;

/** People who were erased since have no name. */
async function namesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const people = await db.selectFrom("people").select("name").where("id", "in", ids.slice(0, NAMES_SHOWN)).execute();
  return people.map(({ name }) => name).filter((name) => name !== "");
}
