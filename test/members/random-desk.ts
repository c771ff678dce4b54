/**
 * Random acts of the desk and the owner on a real database over years, compared with the oracles: stored passes after each act,
 * states and lists of members on each day, emails about ends, and people with their numbers, accounts and bookings, merged and erased.
 */

import { randomUUID } from "node:crypto";
import { bookPlace } from "../../app/bookings/book.server.ts";
import { bookFor } from "../../app/bookings/desk-actions.server.ts";
import { queueExpiryMails } from "../../app/members/expiry-mails.server.ts";
import { listMembers } from "../../app/members/member-list.server.ts";
import {
  endFreezeEarly,
  endPass,
  freezePass,
  undoEnd,
  undoFreeze,
  voidPass,
} from "../../app/members/pass-changes.server.ts";
import { extendPasses, previewExtension, undoExtension } from "../../app/members/pass-extensions.server.ts";
import { type Pass, passEventsOfPerson, passesOfPerson } from "../../app/members/pass-rows.server.ts";
import { personStateOn } from "../../app/members/passes.ts";
import { correctPerson } from "../../app/people/desk-records.server.ts";
import { erasePerson } from "../../app/people/erase-person.server.ts";
import { inviteToLink, unlinkAccount } from "../../app/people/link-account.server.ts";
import { MERGE_FIELDS } from "../../app/people/merge-people.server.ts";
import { findPerson, personOfAccount } from "../../app/people/people.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { dayOfDate } from "../../app/time/dates.server.ts";
import { dateOfDay, dayNumber } from "../../app/time/days.ts";
import { slots } from "../../seed/weekly-slots.ts";
import { addMembers, momentAt } from "../bookings/booking-gym.ts";
import { recordQueries } from "../support/query-plans.ts";
import { RandomRun } from "../support/random-run.ts";
import { BLANK, EXTRA_PLANS, join, makePerson, merge, OWNER, passForm, tryGiving, versionOf } from "./members-gym.ts";
import { type FreezeKind, PassesOracle, type Plan, type Walk } from "./passes-oracle.ts";
import { Known, lettersOf, PeopleOracle, type Typed } from "./people-oracle.ts";

const START = dayNumber("2026-11-23");
/** The number of people; another person comes when there are fewer. */
const PEOPLE = 4;
const MAILED_DAYS = 365;
const LISTED_EVERY_DAYS = 9;

/** The plans of the gym in the oracle's format. */
const PLANS: readonly [slug: string, plan: Plan][] = [
  ...["mwanzo", "nguvu", "bingwa"].map((slug): [string, Plan] => [slug, { count: 1, unit: "months", visits: null }]),
  ...Object.entries(EXTRA_PLANS).map(([slug, { lasts, unit, ...plan }]): [string, Plan] => [
    slug,
    { count: lasts, unit, visits: "visits" in plan ? plan.visits : null },
  ]),
];

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** The weekly slots of the class that requires a pass. */
const FITNESS = slots.filter(({ gymClass }) => gymClass === "fitness");

const PEOPLE_ACTS = /book|link|merge|erase|account|member|correct/;

/** The number of days that visitors can book ahead. */
const DAYS_OPEN = 6;

const FIRST_NAMES = ["Ng'ang'a", "Wang’ombe", "Mary-Anne", "Renée", "Otieno", "Zawadi"];
const LAST_NAMES = ["Kamau", "O'Brien", "wa Thiong'o", "Chebet", "Njoroge"];

/** The oracle has the ids of the stored passes and freezes. */
type Member = { oracle: PassesOracle; walk: Walk; passes: Pass[]; known: Known };

export class Desk extends RandomRun {
  readonly acts = new Set<string>();
  /** Records its queries, unlike `#db`. */
  readonly #services: Services;
  readonly queries: ReturnType<typeof recordQueries>["queries"];
  readonly #db: Services["db"];
  readonly #clock: { now: string };
  readonly #people: Member[] = [];
  /** Ends that were emailed: pass, kind and last day. */
  readonly #emailed = new Set<string>();
  /** The ids of all records, including merged ones. */
  readonly #made: string[] = [];
  /** Shared by the oracles of all people. */
  readonly #closedDays = new Map<string, readonly number[]>();
  readonly #oracle = new PeopleOracle();
  /** The number of emails about ends deleted with erased people. */
  #deletedMails = 0;
  #today = START;
  #newcomers = 0;
  #number = 0;

  constructor(site: Services, clock: { now: string }, seed: number) {
    super(seed);
    const { services, queries } = recordQueries(site);
    this.#services = services;
    this.queries = queries;
    this.#db = site.db;
    this.#clock = clock;
  }

  /** Works for some days, and moves the clock. @throws at the first difference, with seed, day and act */
  async work(days: number): Promise<void> {
    this.#clock.now = momentAt(dateOfDay(START), 8);
    for (let count = 0; count < PEOPLE; count += 1) await this.#come();
    for (const until = START + days; this.#today < until; this.#today += 1) {
      this.#clock.now = momentAt(dateOfDay(this.#today), 8 + 12 * this.random());
      if (this.#people.length < PEOPLE && this.chance(0.03)) await this.#come();
      for (const person of [...this.#people]) if (this.#people.includes(person)) await this.#dayOf(person);
      if (this.chance(0.015)) await this.#compare(await this.#closeDays(), this.#people);
      for (const { passes, walk } of this.#people) {
        this.same("the state", personStateOn(passes, this.#today), walk.stateOfPerson(this.#today));
      }
      await this.#compareMails();
      if (this.chance(0.03)) await this.#compare(await this.#bookStranger(), []);
      if (this.chance(0.02)) await this.#compare(await this.#becomeMember(), this.#people);
      if (this.chance(0.01)) await this.#compare(await this.#eraseStranger(), []);
      if (this.#today % LISTED_EVERY_DAYS === 0) {
        await this.#compareLists();
        await this.#comparePeople();
      }
    }
  }

  async #come(): Promise<void> {
    const record = this.#newcomer();
    const email = `person-${this.#made.length}@example.com`;
    this.#add(this.#oracle.add(await makePerson(this.#services, { ...record, email }), record));
  }

  #add(known: Known): void {
    const oracle = new PassesOracle();
    oracle.closures = this.#closedDays;
    this.#made.push(known.id);
    this.#people.push({ oracle, walk: oracle.walk(), passes: [], known });
  }

  /** An unused name and number. */
  #newcomer(): Typed {
    this.#newcomers += 1;
    const [first, last] = [this.find(FIRST_NAMES), this.find(LAST_NAMES)];
    return { name: `${first} ${last} ${lettersOf(this.#newcomers)}`, phone: `07${20_000_000 + this.#newcomers}` };
  }

  async #dayOf(person: Member): Promise<void> {
    const state = person.walk.stateOfPerson(this.#today);
    const buying = { never: 0.1, ended: 0.08, grace: 0.3, running: 0.015, frozen: 0.01, future: 0.01 }[state];
    const acts: [number, () => Promise<string>][] = [
      [buying, () => this.#buy(person)],
      [0.02, () => this.#freeze(person)],
      [0.05, () => this.#comeEarly(person)],
      [0.006, () => this.#takeFreezeBack(person)],
      [0.006, () => this.#end(person)],
      [0.06, () => this.#takeEndBack(person)],
      [0.003, () => this.#void(person)],
      [0.004, () => this.#correct(person)],
      [0.004, () => this.#merge(person)],
      [0.01, () => this.#bookByName(person)],
      [0.004, () => this.#link(person)],
      [0.004, () => this.#unlink(person)],
      [0.001, () => this.#erase(person)],
    ];
    for (const [chance, act] of acts) {
      if (this.random() >= chance || !this.#people.includes(person)) continue;
      // Each act has a moment of its own.
      this.#number += 1;
      this.#clock.now = new Date(Date.parse(this.#clock.now) + 1000).toISOString();
      const done = await act();
      await this.#compare(done, this.#people.includes(person) ? [person] : []);
    }
  }

  /** Compares stored passes with the oracle's after an act. */
  async #compare(act: string, people: readonly Member[]): Promise<void> {
    if (act === "") return;
    this.trail.push(`${dateOfDay(this.#today)} ${act}`);
    this.acts.add(act);
    for (const person of people) {
      person.walk = person.oracle.walk();
      person.passes = await passesOfPerson(this.#services.db, person.known.id);
      for (const [index, { row, firstDay, lastDay, graceDay, daysCut }] of person.passes.entries()) {
        const life = person.walk.lives[index];
        this.same(`which pass is number ${index + 1}`, row.id, life?.given.id);
        const stored = lastDay < firstDay ? "never" : [firstDay, lastDay, graceDay];
        const counted = life?.firstDay === undefined ? "never" : [life.firstDay, life.lastDay, life.graceDay];
        this.same(`the days of pass ${index + 1}, and those cut`, [stored, daysCut], [counted, life?.daysLeft]);
      }
      this.same("how many passes there are", person.passes.length, person.walk.lives.length);
    }
    if (people.length === 0 || PEOPLE_ACTS.test(act)) await this.#comparePeople();
  }

  /** Compares names, numbers, accounts, bookings, and the records to which old ids lead. */
  async #comparePeople(): Promise<void> {
    const db = this.#db;
    const people = await db.selectFrom("people").selectAll().where("erased_at", "is", null).execute();
    const bookings = await db.selectFrom("bookings").select(["id", "person_id"]).execute();
    const former = await db.selectFrom("former_phones").selectAll().execute();
    const stored = people.map(({ id, name, phone, user_id: account }) => [
      ...[id, name, phone, account],
      [...new Set(former.filter((row) => row.person_id === id && row.phone !== phone).map((row) => row.phone))].sort(),
      bookings.flatMap((row) => (row.person_id === id ? row.id : [])).sort(),
    ]);
    this.same("the people", stored.sort(byText), this.#oracle.rows().sort(byText));
    const leading = await db.selectFrom("merged_people").select(["id", "person_id"]).execute();
    const isLiving = new Set(people.map(({ id }) => id));
    const leads = leading.filter((row) => isLiving.has(row.person_id)).map((row) => [row.id, row.person_id]);
    this.same("the records to which old ids lead", leads.sort(byText), this.#oracle.leads().sort(byText));
    const anonymous = bookings.filter((row) => row.person_id === null).map(({ id }) => id);
    this.same("the bookings of erased people", anonymous.sort(), this.#oracle.anonymous.toSorted());
  }

  /** A class session of the next days that a person has not booked yet. */
  #session(known: Known, withinDays = 12): string | undefined {
    const dates = Array.from({ length: withinDays }, (_, index) => dateOfDay(this.#today + 1 + index));
    const ids = dates.flatMap((date) =>
      FITNESS.filter(({ day }) => day === dayOfDate(date)).map(({ slug }) => `${slug}.${date}`),
    );
    return this.find(ids.filter((id) => !known.sessions.has(id)));
  }

  async #book(known: Known, record: Typed): Promise<{ code: string; id: string; personId: string | null } | undefined> {
    const session = this.#session(known);
    if (session === undefined) return undefined;
    const outcome = await bookFor(this.#services, session, { ...record, formId: randomUUID() }, OWNER);
    if (!("booking" in outcome)) return { code: outcome.code, id: "", personId: null };
    const { id } = outcome.booking;
    const rows = this.#services.db.selectFrom("bookings").select("person_id").where("id", "=", id);
    const row = await rows.executeTakeFirstOrThrow();
    known.sessions.add(session);
    return { code: outcome.code, id, personId: row.person_id };
  }

  /** The desk books a person by the name and a current or earlier number. */
  async #bookByName({ known }: Member): Promise<string> {
    const typed = { name: known.name, phone: this.find([known.phone, ...known.former]) ?? "" };
    const booked = await this.#book(known, typed);
    if (booked === undefined) return "";
    this.same(`who is booked as ${JSON.stringify(typed)}`, [booked.code, booked.personId], ["booked", known.id]);
    known.bookings.add(booked.id);
    return "book by name";
  }

  /** The desk books an unknown person, or an earlier one again. */
  async #bookStranger(): Promise<string> {
    const again = this.chance(0.4) ? this.find(this.#oracle.strangers()) : undefined;
    const record = again ?? this.#newcomer();
    const booked = await this.#book(again ?? new Known("", record), { name: record.name, phone: record.phone });
    if (booked === undefined) return "";
    this.same("whether a stranger is booked", booked.code, "booked");
    if (again !== undefined) this.same("the person of a second booking", booked.personId, again.id);
    const known = again ?? this.#oracle.add(booked.personId ?? "", record);
    known.isStranger = true;
    known.bookings.add(booked.id);
    return again === undefined ? "book a stranger" : "book a stranger again";
  }

  async #becomeMember(): Promise<string> {
    const known = this.find(this.#oracle.strangers());
    if (known === undefined || this.#people.length > PEOPLE) return "";
    this.#add(known);
    known.isStranger = false;
    // The desk writes down where mails go.
    const typed = { ...BLANK, name: known.name, phone: known.phone, email: `member-${this.#made.length}@example.com` };
    const version = await versionOf(this.#services, known.id);
    await this.#isDone("writing an address down", correctPerson(this.#services, OWNER, known.id, typed, version));
    const person = this.#people.at(-1);
    if (person !== undefined) await this.#buy(person);
    return "become a member";
  }

  async #eraseStranger(): Promise<string> {
    const known = this.find(this.#oracle.strangers());
    if (known === undefined) return "";
    await this.#isDone("erasing a stranger", erasePerson(this.#services, OWNER, known.id));
    this.same("what is left of a stranger", await findPerson(this.#services.db, known.id), undefined);
    this.#oracle.erase(known);
    return "erase a stranger";
  }

  /** Links an account that has a booking of its own. */
  async #link({ known }: Member): Promise<string> {
    const session = this.#session(known, DAYS_OPEN);
    if (session === undefined) return "";
    const invitation = await inviteToLink(this.#services, OWNER, known.id);
    this.same("whether there is a link", invitation !== undefined, known.account === null);
    if (invitation === undefined) return "";
    const [account] = await addMembers(this.#services, 1, `account ${lettersOf(this.#number)}`);
    if (account === undefined) return "";
    const own = await personOfAccount(this.#services.db, account.id);
    const booked = await bookPlace(this.#services, account, { sessionId: session });
    if (!("booking" in booked)) throw this.difference(`an account was not booked: ${booked.code}`);
    this.same("linking", (await join(this.#services, account.id, invitation.code)).code, "joined");
    known.account = account.id;
    known.bookings.add(booked.booking.id);
    known.sessions.add(session);
    known.own.set(booked.booking.id, account.id);
    this.#oracle.lead(own?.id ?? "", known);
    return "link an account";
  }

  /** Unlinks an account, which keeps its own bookings except those covered by a pass. */
  async #unlink({ known }: Member): Promise<string> {
    const { account } = known;
    const { code } = await unlinkAccount(this.#services, OWNER, known.id);
    this.same("unlinking an account", code, account === null ? "same" : "done");
    if (account === null) return "";
    const rows = await this.#db.selectFrom("bookings").select(["id", "pass_id"]).execute();
    const covered = new Set(rows.filter(({ pass_id: pass }) => pass !== null).map(({ id }) => id));
    const own = await personOfAccount(this.#services.db, account);
    const taken = [...known.own.keys()].filter((id) => !covered.has(id) && known.bookings.has(id));
    this.#oracle.leave(known, own?.id ?? "", taken);
    return "take an account off";
  }

  async #erase(person: Member): Promise<string> {
    const { known } = person;
    const { db } = this.#services;
    const before = await this.#countExpiryMails();
    await this.#isDone("erasing", erasePerson(this.#services, OWNER, known.id));
    this.#deletedMails += before - (await this.#countExpiryMails());
    this.same("what is left", (await findPerson(db, known.id))?.name, "");
    this.same("the passes that stay", (await passesOfPerson(db, known.id)).length, person.passes.length);
    this.#people.splice(this.#people.indexOf(person), 1);
    this.#oracle.erase(known);
    return "erase";
  }

  async #buy(person: Member): Promise<string> {
    const [planSlug, plan] = this.pick(PLANS);
    const formId = randomUUID();
    const { code } = await tryGiving(this.#services, person.known.id, planSlug, formId);
    const given = person.oracle.sell(plan, this.#today, formId);
    this.same("whether it is given", code, given === undefined ? "too-far" : "done");
    if (given === undefined) return "";
    return "behind" in given.begins ? "buy behind" : "buy today";
  }

  async #freeze(person: Member): Promise<string> {
    const given = this.find(person.oracle.passes.slice(-3));
    if (given === undefined) return "";
    const kind: FreezeKind = this.chance(0.6) ? "medical" : "counted";
    const firstDay = this.#today + this.below(20) - 1;
    const days = this.pick(kind === "medical" ? [1, 5, 30, 181] : [13, 14, 30, 90]);
    const request = { passId: given.id, firstDay, lastDay: firstDay + days - 1, kind };
    const dates = { firstDay: dateOfDay(request.firstDay), lastDay: dateOfDay(request.lastDay) };
    const form = { ...(await passForm(this.#services, person.known.id, given.id)), ...dates, kind };
    const { code } = await freezePass(this.#services, OWNER, form);
    const state = person.walk.stateOfPass(person.walk.of(given.id), this.#today);
    const mayBeFrozen = state !== "grace" && state !== "ended" && person.walk.mayFreeze(request, this.#today);
    if (code === "same") return "";
    this.same(`whether ${JSON.stringify(request)} is frozen (${code})`, code === "done", mayBeFrozen);
    if (code !== "done") return "";
    const acts = await passEventsOfPerson(this.#services.db, person.known.id);
    const act = acts.findLast(({ kind: eventKind }) => eventKind === `freeze-${kind}`);
    person.oracle.freeze(request, act?.id);
    return `freeze, ${kind}`;
  }

  async #comeEarly(person: Member): Promise<string> {
    const { freezes } = person.oracle;
    const freeze = freezes.find(({ firstDay, lastDay }) => firstDay <= this.#today && this.#today <= lastDay);
    if (freeze === undefined) return "";
    const form = { ...(await passForm(this.#services, person.known.id, freeze.passId)), actId: freeze.id };
    await this.#isDone("coming early", endFreezeEarly(this.#services, OWNER, form));
    freeze.lastDay = this.#today - 1;
    return "come early";
  }

  async #takeFreezeBack(person: Member): Promise<string> {
    const freeze = this.find(person.oracle.freezes);
    if (freeze === undefined) return "";
    const form = { ...(await passForm(this.#services, person.known.id, freeze.passId)), actId: freeze.id };
    await this.#isDone("taking a freeze back", undoFreeze(this.#services, OWNER, form));
    person.oracle.takeFreezeBack(freeze.id);
    return "take a freeze back";
  }

  async #end(person: Member): Promise<string> {
    const given = this.find(person.oracle.mayEnd(person.walk, this.#today));
    if (given === undefined) return "";
    const form = { ...(await passForm(this.#services, person.known.id, given.id)), reason: "moves away" };
    await this.#isDone("an end", endPass(this.#services, OWNER, form));
    person.oracle.end(given, this.#today);
    return "end";
  }

  async #takeEndBack(person: Member): Promise<string> {
    const given = person.oracle.passes.find(({ endedOn, voidOn }) => endedOn !== undefined && voidOn === undefined);
    if (given === undefined) return "";
    const acts = await passEventsOfPerson(this.#services.db, person.known.id);
    const actId = acts.findLast((act) => act.kind === "ended" && act.pass_id === given.id)?.id ?? "";
    const form = { ...(await passForm(this.#services, person.known.id, given.id)), actId };
    const { code } = await undoEnd(this.#services, OWNER, form);
    const since = person.oracle.givenSince(given).filter(({ voidOn }) => voidOn === undefined);
    this.same("taking an end back", code, since.length > 0 ? "given-since" : "done");
    if (code !== "done") return "";
    delete given.endedOn;
    return "take an end back";
  }

  async #void(person: Member): Promise<string> {
    const given = this.find(person.oracle.passes.filter(({ voidOn }) => voidOn === undefined));
    if (given === undefined) return "";
    const form = await passForm(this.#services, person.known.id, given.id);
    await this.#isDone("taking a pass back", voidPass(this.#services, OWNER, form));
    given.voidOn = this.#today;
    return "take a pass back";
  }

  /** Corrects name, number and address, which changes no pass. */
  async #correct({ known }: Member): Promise<string> {
    const record = this.#newcomer();
    const typed = { ...BLANK, ...record, email: `person-number-${this.#number}@example.com` };
    const version = await versionOf(this.#services, known.id);
    await this.#isDone("a correction", correctPerson(this.#services, OWNER, known.id, typed, version));
    known.correct(record);
    return "correct a person";
  }

  async #merge(person: Member): Promise<string> {
    const other = this.find(this.#people.filter((candidate) => candidate !== person));
    if (other === undefined) return "";
    const chosen = MERGE_FIELDS.filter(() => this.chance(0.3));
    const { code } = await merge(this.#services, person.known.id, other.known.id, ...chosen);
    const haveBoth = person.known.account !== null && other.known.account !== null;
    this.same("merging", code, haveBoth ? "both-accounts" : "done");
    if (code !== "done") return "";
    this.#people.splice(this.#people.indexOf(other), 1);
    person.oracle.take(other.oracle);
    this.#oracle.merge(person.known, other.known, new Set(chosen));
    return "merge";
  }

  /** Extends all passes by closed days, or undoes such an extension. */
  async #closeDays(): Promise<string> {
    const earlier = this.find([...this.#closedDays.keys()]);
    if (earlier !== undefined && this.chance(0.4)) {
      const dates = (this.#closedDays.get(earlier) ?? []).map(dateOfDay);
      const isBack = await transact(this.#services, (change) => undoExtension(change, OWNER, dates));
      this.same("taking days back", isBack, true);
      this.#closedDays.delete(earlier);
      return "take closed days back";
    }
    const first = this.#today + this.below(20);
    const days = Array.from({ length: 1 + this.below(5) }, (_, index) => first + index);
    if ([...this.#closedDays.values()].flat().some((day) => days.includes(day))) return "";
    const closed = { dates: days.map(dateOfDay), reason: "Closed" };
    const lengths = async () => {
      const rows = await this.#db.selectFrom("pass_days").selectAll().execute();
      return new Map(rows.map((row) => [row.pass_id, dayNumber(row.last_day) - dayNumber(row.first_day)]));
    };
    const before = await lengths();
    const { longer } = await previewExtension(this.#services.db, closed.dates);
    await transact(this.#services, (change) => extendPasses(change, OWNER, closed));
    const grown = [...(await lengths())].filter(([pass, length]) => length > (before.get(pass) ?? length));
    this.same("the number of passes extended", longer, grown.length);
    this.#closedDays.set(randomUUID(), days);
    return "give closed days back";
  }

  /** Compares emails of the first year. On some days the site is down; their emails are sent on the next day, once. */
  async #compareMails(): Promise<void> {
    if (this.#today > START + MAILED_DAYS || this.#today % 5 === 0 || this.#today % 31 < 4) return;
    await queueExpiryMails(this.#services);
    for (const { walk } of this.#people) {
      for (const { id, kind, lastDay } of walk.mailsDueOn(this.#today)) {
        this.#emailed.add(`${id} ${kind} ${dateOfDay(lastDay)}`);
      }
    }
    const rows = await this.#db.selectFrom("pass_mails").selectAll().execute();
    const stored = rows.map(({ pass_id, kind, last_day }) => `${pass_id} ${kind} ${last_day}`);
    this.same("the emailed ends", stored.toSorted(), [...this.#emailed].toSorted());
    const count = this.#emailed.size - this.#deletedMails;
    this.same("the number of emails about ends", await this.#countExpiryMails(), count);
  }

  async #countExpiryMails(): Promise<number> {
    const mails = this.#db.selectFrom("outbox").select("id");
    return (await mails.where("kind", "in", ["membership-ends", "membership-ended"]).execute()).length;
  }

  async #compareLists(): Promise<void> {
    const compare = async (filter: Parameters<typeof listMembers>[1], isListed: (walk: Walk) => boolean) => {
      const expected = this.#people.filter(({ walk }) => isListed(walk)).map(({ known }) => known.id);
      const { members } = await listMembers(this.#services, filter, 0);
      const listed = members.map(({ id }) => id).filter((id) => this.#made.includes(id));
      this.same(`who is listed as ${filter}`, listed.toSorted(), expected.toSorted());
    };
    for (const state of ["running", "frozen", "grace", "ended", "never"] as const) {
      await compare(state, (walk) => walk.stateOfPerson(this.#today) === state);
    }
    await compare("ending", (walk) => walk.overBetween(this.#today, this.#today + 7).length > 0);
    await compare("over", (walk) => walk.overBetween(this.#today - 7, this.#today - 1).length > 0);
  }

  async #isDone(what: string, outcome: Promise<{ code: string }>): Promise<void> {
    this.same(what, (await outcome).code, "done");
  }
}
