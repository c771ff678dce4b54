/**
 * Asking for a freeze: somebody who has joined an account proposes days, of their own pass or a child's. Freezing stays the desk's:
 * its freeze answers the request, and so does its no.
 */
import { isFormId } from "../forms/form-id.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { transact } from "../platform/transact.server.ts";
import { dateInNairobi, isCalendarDate } from "../time/dates.server.ts";
import { calendarDay, dayNumber } from "../time/days.ts";
import { memberOfAccount } from "./cover.server.ts";
import { passDaysWords } from "./day-words.server.ts";
import { childrenOf } from "./erasure.server.ts";
import { answerRequestWithin, openFreezeRequestOf } from "./freeze-request-rows.server.ts";
import { touchMember } from "./give-pass.server.ts";
import { REASON_MAX } from "./member.ts";
import { findAnswerReaders, queueMembershipMail } from "./member-mail.server.ts";
import { findMember, logOfMember, type Member } from "./members.server.ts";
import { problemOfFreeze } from "./pass-changes.server.ts";
import { actsOfMember, type Pass, passesOfMember } from "./pass-rows.server.ts";

/** Those for whom an account acts: who has joined it, and the children whose guardian they are. */
export async function peopleOfAccount(db: Db, userId: string, today: string): Promise<Member[]> {
  const member = await findMember(db, (await memberOfAccount(db, userId)) ?? "");
  return member === undefined ? [] : [member, ...(await childrenOf(db, member.id, today))];
}

/** A pass of somebody for whom an account acts. */
export async function findPassOfAccount(
  db: Db,
  userId: string,
  passId: string,
  today: string,
): Promise<{ member: Member; pass: Pass; passes: Pass[] } | undefined> {
  for (const member of await peopleOfAccount(db, userId, today)) {
    const passes = await passesOfMember(db, member.id);
    const pass = passes.find(({ row, end }) => row.id === passId && end !== "void");
    if (pass !== undefined) return { member, pass, passes };
  }
  return undefined;
}

export type AskForm = { formId: string; passId: string; firstDay: string; lastDay: string; word: string };

export type AskOutcome =
  | { code: "asked" | "same" }
  /** Another request of the same person waits for the desk. */
  | { code: "asked-before" | "unknown" | "too-long" }
  /** The sentences of these are those of a freeze. */
  | { code: "impossible" };

/** Asks the desk to freeze a pass. @param form.formId of the form's page: sent twice it is one request */
export async function askForFreeze(services: Services, userId: string, form: AskForm): Promise<AskOutcome> {
  const word = asLine(form.word);
  return transact(
    services,
    async (change): Promise<AskOutcome> => {
      const { transaction, at } = change;
      const today = calendarDay(at);
      if (!isFormId(form.formId)) return { code: "unknown" };
      const found = await findPassOfAccount(transaction, userId, form.passId, dateInNairobi(at));
      if (found === undefined) return { code: "unknown" };
      const { member, pass } = found;
      const made = transaction.selectFrom("freeze_requests").select("id").where("id", "=", form.formId);
      if ((await made.executeTakeFirst()) !== undefined) return { code: "same" };
      if ((await openFreezeRequestOf(transaction, member.id)) !== undefined) return { code: "asked-before" };
      if (word.length > REASON_MAX) return { code: "too-long" };
      if (!isCalendarDate(form.firstDay) || !isCalendarDate(form.lastDay)) return { code: "impossible" };
      const asked = { firstDay: dayNumber(form.firstDay), lastDay: dayNumber(form.lastDay), kind: "counted" as const };
      const acts = await actsOfMember(transaction, member.id);
      if (problemOfFreeze(pass, asked, acts, today) !== undefined) return { code: "impossible" };
      await transaction
        .insertInto("freeze_requests")
        .values({
          ...{ id: form.formId, member_id: member.id, pass_id: pass.row.id, word, made_at: at.toISOString() },
          ...{ first_day: form.firstDay, last_day: form.lastDay },
        })
        .execute();
      // A page of the desk that doesn't show it freezes nothing.
      await touchMember(change, member);
      await logOfMember(change, null, "freeze-asked", member, { plan: pass.row.plan_name });
      return { code: "asked" };
    },
    { lock: "members" },
  );
}

/** Takes a request back that the desk has not answered. */
export async function withdrawFreezeRequest(
  services: Services,
  userId: string,
  requestId: string,
): Promise<{ code: "done" | "same" | "unknown" }> {
  return transact(
    services,
    async (change) => {
      const { transaction, at } = change;
      const request = await findRequest(transaction, requestId);
      const people = await peopleOfAccount(transaction, userId, dateInNairobi(at));
      const member = people.find(({ id }) => id === request?.member_id);
      if (request === undefined || member === undefined) return { code: "unknown" };
      if (request.answer !== null) return { code: "same" };
      await answerRequestWithin(change, { passId: request.pass_id, answer: "withdrawn", by: null });
      await touchMember(change, member);
      return { code: "done" };
    },
    { lock: "members" },
  );
}

async function findRequest(db: Db, id: string) {
  return db.selectFrom("freeze_requests").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The desk says no to a request, with a sentence that its person reads, by mail too. */
export async function refuseFreezeRequest(
  services: Services,
  actor: Actor,
  memberId: string,
  form: { requestId: string; sentence: string },
): Promise<{ code: "done" | "same" | "unknown" | "conflict" | "no-missing" | "too-long" }> {
  const sentence = asLine(form.sentence);
  return transact(
    services,
    async (change) => {
      const { transaction, at } = change;
      const request = await findRequest(transaction, form.requestId);
      const member = await findMember(transaction, memberId);
      if (request === undefined || member === undefined || request.member_id !== memberId) return { code: "unknown" };
      if (request.answer !== null) return { code: request.answer === "refused" ? "same" : "conflict" };
      if (sentence === "") return { code: "no-missing" };
      if (sentence.length > REASON_MAX) return { code: "too-long" };
      await answerRequestWithin(change, { passId: request.pass_id, answer: "refused", by: actor.name, sentence });
      await touchMember(change, member);
      const pass = (await passesOfMember(transaction, memberId)).find(({ row }) => row.id === request.pass_id);
      const days = passDaysWords(dayNumber(request.first_day), dayNumber(request.last_day), calendarDay(at));
      for (const reader of await findAnswerReaders(transaction, member, dateInNairobi(at))) {
        if (pass === undefined || reader.member.mails === 0) continue;
        const facts = { plan: pass.row.plan_name, refused: { days, sentence } };
        await queueMembershipMail(change, "freeze-refused", { about: member, reader }, facts);
      }
      await logOfMember(change, actor, "freeze-refused", member);
      return { code: "done" };
    },
    { lock: "members" },
  );
}
