/** The desk's notes about people, and people's consent to marketing. */
import { randomUUID } from "node:crypto";
import { isFormId } from "../forms/read-form.server.ts";
import { type Actor, nextId } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { trimmed } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { changePerson, logOfPerson } from "./people.server.ts";
import { type MARKETING_CONSENT_WAYS, NOTE_MAX } from "./person.ts";

/** Adds a note about a person. @param form.formId becomes the note's id: a form sent twice adds one note */
export async function addPersonNote(
  services: Services,
  actor: Actor,
  personId: string,
  form: { formId: string; text: string },
): Promise<{ code: "done" | "same" | "unknown" | "note-missing" | "note-long" }> {
  const text = trimmed(form.text);
  if (text === "") return { code: "note-missing" };
  if (text.length > NOTE_MAX) return { code: "note-long" };
  return changePerson(services, personId, async (change, person) => {
    const { transaction, at } = change;
    const id = isFormId(form.formId) ? form.formId : randomUUID();
    const existing = await transaction.selectFrom("person_notes").select("id").where("id", "=", id).executeTakeFirst();
    if (existing !== undefined) return { code: "same" };
    await transaction
      .insertInto("person_notes")
      .values({ id, person_id: person.id, at: at.toISOString(), by_id: actor.id, by: actor.name, text })
      .execute();
    await logOfPerson(change, actor, "member-noted", person);
    return { code: "done" };
  });
}

export async function listPersonNotes(db: Db, personId: string) {
  return db
    .selectFrom("person_notes")
    .select(["id", "at", "by", "text"])
    .where("person_id", "=", personId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}

/** Records consent or refusal. @returns `same` if the last answer was the same */
export async function recordMarketingConsent(
  services: Services,
  actor: Actor,
  personId: string,
  { isGiven, how }: { isGiven: boolean; how: (typeof MARKETING_CONSENT_WAYS)[number] },
): Promise<{ code: "done" | "same" | "unknown" }> {
  return changePerson(services, personId, async (change, person) => {
    const last = await marketingConsent(change.transaction, person.id);
    if (last?.isGiven === isGiven) return { code: "same" };
    await insertMarketingConsent(change, actor, person.id, { isGiven, how });
    await logOfPerson(change, actor, isGiven ? "marketing-allowed" : "marketing-refused", person);
    return { code: "done" };
  });
}

export async function insertMarketingConsent(
  { transaction, at }: Change,
  actor: Actor,
  personId: string,
  { isGiven, how }: { isGiven: boolean; how: string },
): Promise<void> {
  await transaction
    .insertInto("person_consents")
    .values({
      ...{ id: nextId(), person_id: personId, at: at.toISOString(), by_id: actor.id, by: actor.name },
      ...{ is_given: isGiven ? 1 : 0, how },
    })
    .execute();
}

/** The last answer about marketing; undefined: never asked. */
export async function marketingConsent(db: Db, personId: string) {
  const row = await db
    .selectFrom("person_consents")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { isGiven: row.is_given === 1, how: row.how, at: row.at, by: row.by };
}
