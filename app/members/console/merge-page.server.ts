import { localPhone } from "../../forms/phone.ts";
import { doorNumberText, findDoorNumber } from "../../people/door-numbers.server.ts";
import { matchPeople } from "../../people/match-people.server.ts";
import {
  differences,
  isOfferAllowed,
  MERGE_FIELDS,
  type MergeField,
  mergeEtag,
  mergeProblem,
} from "../../people/merge-people.server.ts";
import { childrenOf, findPerson, type Person } from "../../people/people.server.ts";
import { isChildOn } from "../../people/person.ts";
import { listPersonNotes, marketingConsent } from "../../people/person-notes.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { dateInNairobi, dateWithYear, dayText } from "../../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../../time/days.ts";
import { listed, type MemberListItem, membersById, searchMembers } from "../member-list.server.ts";
import { type Pass, passesOf } from "../pass-rows.server.ts";
import { nextPassPeriod, stateOn } from "../passes.ts";
import { listedView, passLabel, passStateWords, stateLabel } from "./member-labels.server.ts";

const RESULTS_SHOWN = 20;

/** Possible duplicates: similar records, or search results. */
export async function readDuplicates(services: Services, person: Person, query: string) {
  const { db } = services;
  const today = calendarDay(services.now());
  const { ids } = await matchPeople(db, person);
  const like = await membersById(services, ids);
  const matches = query === "" ? [] : (await searchMembers(services, query, { shown: RESULTS_SHOWN })).members;
  const view = (item: MemberListItem) => listedView(item, today);
  const known = new Set([person.id, ...like.map(({ id }) => id)]);
  return { like: like.map(view), found: matches.filter(({ id }) => !known.has(id)).map(view) };
}

export type ComparedLine = {
  label: string;
  texts: [first: string[], second: string[]];
  /** The field to choose, if the two values differ. */
  choice?: MergeField;
};

const LABELS: Readonly<Record<MergeField, string>> = {
  name: "Name",
  phone: "Phone",
  email: "Email",
  bornOn: "Born",
  guardian: "Guardian",
  heardOf: "How they heard about us",
};

export type MergePage = Awaited<ReturnType<typeof readMergePage>>;

/** Two records side by side, and the merged record. */
export async function readMergePage(services: Services, first: Person, second: Person) {
  const { db } = services;
  const now = services.now();
  const today = calendarDay(now);
  const date = dateOfDay(today);
  const passes = await passesOf(db, [first.id, second.id]);
  const firstSide = await readSide(db, first, passes.get(first.id) ?? [], today);
  const secondSide = await readSide(db, second, passes.get(second.id) ?? [], today);
  const problem = mergeProblem(first, second, date);
  const different = problem === undefined ? differences(first, second) : [];
  const line = (label: string, textOf: (side: Side) => string | string[]): ComparedLine => {
    const texts = [firstSide, secondSide].map((side) => [textOf(side)].flat().filter((text) => text !== ""));
    return { label, texts: [texts[0] ?? [], texts[1] ?? []] };
  };
  const fieldLines = MERGE_FIELDS.map((name): ComparedLine => {
    const compared = line(LABELS[name], (side) => side.fields[name]);
    return different.includes(name) ? { ...compared, choice: name } : compared;
  });
  const lines = [
    ...fieldLines,
    line("Member since", ({ since }) => since),
    line("Passes", (side) => passLines(side.passes, today)),
    line("Door number", ({ door }) => door),
    line("Account", ({ account }) => account),
    line("Offers", ({ consent }) => consent),
    line("Notes", ({ notes }) => notes),
    line("Bookings", ({ bookings }) => bookings),
    line("Guardian of", ({ children }) => children),
  ].filter(({ texts }) => texts.some((lines) => lines.length > 0));
  return {
    id: first.id,
    withId: second.id,
    names: [first.name, second.name] as const,
    states: [firstSide.state, secondSide.state] as const,
    problem,
    lines,
    seen: await mergeEtag(db, first, second, date),
    after: await readAfter(db, { first, second, firstSide, secondSide, today }),
  };
}

type Side = Awaited<ReturnType<typeof readSide>>;

async function readSide(db: Db, member: Person, passes: Pass[], today: number) {
  const guardian = member.guardian_id === null ? undefined : await findPerson(db, member.guardian_id);
  const consent = await marketingConsent(db, member.id);
  const door = await findDoorNumber(db, member.id);
  const { bookings } = await db
    .selectFrom("bookings")
    .select(({ fn }) => fn.countAll<number>().as("bookings"))
    .where("person_id", "=", member.id)
    .executeTakeFirstOrThrow();
  return {
    fields: {
      name: member.name,
      phone: localPhone(member.phone),
      email: member.email,
      bornOn: member.born_on === null ? "" : dateWithYear(member.born_on),
      guardian: isChildOn(member, dateOfDay(today)) ? (guardian?.name ?? "") : "",
      heardOf: member.heard_of,
    } satisfies Record<MergeField, string>,
    since: dateWithYear(dateInNairobi(new Date(member.made_at))),
    state: stateLabel(listed(member, passes, today), today),
    passes,
    door: door === undefined ? "" : doorNumberText(door),
    account: member.user_id === null ? "" : member.joined_at === null ? "Created by booking" : "Linked",
    consent: consent === undefined ? "" : consent.isGiven ? "Yes" : "No",
    notes: numberText((await listPersonNotes(db, member.id)).length),
    bookings: numberText(Number(bookings)),
    children: (await childrenOf(db, member.id, dateOfDay(today))).map(({ name }) => name).join(", "),
  };
}

function numberText(count: number): string {
  return count === 0 ? "" : String(count);
}

/** Current and future passes, latest first, and the number of ended passes. */
function passLines(passes: readonly Pass[], today: number): string[] {
  const isOver = (pass: Pass) => stateOn(pass, today) === "ended";
  const open = passes.filter((pass) => !isOver(pass)).toSorted((a, b) => b.lastDay - a.lastDay);
  const over = passes.length - open.length;
  const passText = (pass: Pass) => {
    const state = passStateWords(pass, stateOn(pass, today), today);
    return `${passLabel(pass, today)}. ${state}`;
  };
  return [...open.map(passText), ...(over === 0 ? [] : [`${over} ended`])];
}

/** The effects of the merge as sentences, some with details below. */
async function readAfter(
  db: Db,
  {
    first,
    second,
    firstSide,
    secondSide,
    today,
  }: { first: Person; second: Person; firstSide: Side; secondSide: Side; today: number },
): Promise<{ text: string; below?: string[] }[]> {
  const passes = [...firstSide.passes, ...secondSide.passes];
  const next = nextPassPeriod(passes, { length: { unit: "months", count: 1 }, visits: null, today });
  const followsAnotherPass = next !== undefined && "behind" in next.begins;
  const isAllowed = await isOfferAllowed(db, first, second);
  const offers = isAllowed
    ? "Offers can be sent: both agreed"
    : firstSide.consent === "Yes" || secondSide.consent === "Yes"
      ? "No offers until they agree again: they agreed on only one of the two records"
      : "";
  return [
    { text: passes.length === 0 ? "" : "All passes keep their dates", below: passLines(passes, today) },
    { text: followsAnotherPass ? `The next month starts on ${dayText(next.firstDay, today)}` : "" },
    {
      text:
        firstSide.door !== "" && secondSide.door !== ""
          ? `${firstSide.door} opens the door, and ${secondSide.door} no longer works`
          : "",
    },
    { text: firstSide.account === "" && secondSide.account === "" ? "" : "The account shows everything" },
    { text: offers },
    { text: first.mails === second.mails ? "" : "No emails about passes: one of the two has switched them off" },
    { text: "Notes, bookings and visits are combined" },
  ].filter(({ text }) => text !== "");
}
