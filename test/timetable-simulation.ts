/**
 * Weeks of a gym on the real code, compared after each act with `timetable-model.ts`: people cancel, move, substitute,
 * restore and add sessions, change the week now and for later dates, close days, come and leave; the clock goes on, over
 * midnight, and jumps by a day both ways.
 */
import { saveDraft } from "../app/content/editing/drafts.server.ts";
import { runDueSchedules } from "../app/content/editing/due-schedules.server.ts";
import { findDraft, findLive } from "../app/content/editing/entry-rows.server.ts";
import { publish } from "../app/content/editing/publishing.server.ts";
import { removeEntry } from "../app/content/editing/removal.server.ts";
import { cancelSchedule, schedulePublish, scheduleRemoval } from "../app/content/editing/schedules.server.ts";
import { putBack } from "../app/content/editing/undo.server.ts";
import { addSession } from "../app/content/timetable/add-session.server.ts";
import { closeDays, openDays } from "../app/content/timetable/closures.server.ts";
import type { Session } from "../app/content/timetable/session.ts";
import {
  cancelSession,
  moveSession,
  restoreSession,
  substituteTrainer,
} from "../app/content/timetable/session-acts.server.ts";
import { daysBetween, sessionsBetween } from "../app/content/timetable/sessions.server.ts";
import { writePastSessions } from "../app/content/timetable/timetable-change.server.ts";
import { applyChoices, type Choice, sessionsTouchedBy } from "../app/content/timetable/touched-sessions.server.ts";
import { classType } from "../app/content/types/class.ts";
import { slotType } from "../app/content/types/slot.ts";
import { trainerType } from "../app/content/types/trainer.ts";
import type { Services } from "../app/platform/services.ts";
import { classes } from "../seed/classes.ts";
import { trainers } from "../seed/trainers.ts";
import { ACTOR } from "./content-changes.ts";
import { DAYS, dateAt, later, momentOf, type Relied, type Row, type Shown, TimetableModel } from "./timetable-model.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What a difference to the model means. */
export type Violation =
  | "relied-on session changed"
  | "cancelled session came back"
  | "past rewritten"
  | "lost"
  | "shown twice"
  | "shown without a reason"
  | "other";

export type RunFigures = { acts: number; refused: number; compared: number; rows: number };

/** The code and the model say different things. */
export class Difference extends Error {
  readonly violation: Violation;
  constructor(violation: Violation, message: string) {
    super(`${violation}: ${message}`);
    this.violation = violation;
  }
}

const TRAINERS = ["ann", "ben", "cate", "dan", "eve", "fred"];
const CLASSES = ["boxing", "dance", "yoga"];
/** Lines of what was done before a difference. */
const TRAIL = 25;

const ALL_QUESTIONS = ["outside-hours", "trainer-busy"] as const;

/** Numbers from 0 to less than 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const text = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}:00${hour < 12 ? "am" : "pm"}`;
const range = (hour: number) => ({ from: text(hour), to: text((hour + 1) % 24) });
const hourOf = (from: string) => (Number.parseInt(from, 10) % 12) + (from.endsWith("pm") ? 12 : 0);
const valuesOf = ({ day, hour, gymClass, trainer }: Row) => ({ day, time: range(hour), gymClass, trainer });

/** Runs some days from one seed, on services whose database may hold anything: it is emptied first. */
export async function runTimetable(site: Services, seed: number, days: number): Promise<RunFigures> {
  const simulation = new Simulation(site, seed);
  try {
    return await simulation.run(days);
  } catch (error) {
    if (error instanceof Difference) error.message += `\n${simulation.trail.slice(-TRAIL).join("\n")}`;
    throw error;
  }
}

class Simulation {
  readonly services: Services;
  readonly model: TimetableModel;
  readonly random: () => number;
  readonly figures: RunFigures = { acts: 0, refused: 0, compared: 0, rows: 0 };
  readonly trail: string[] = [];
  readonly sequences = new Map<string, { sequence: number; at: string }>();
  readonly removed = new Map<string, Row>();
  readonly staff = [...TRAINERS];
  names = 0;

  constructor(site: Services, seed: number) {
    this.random = randomNumbers(seed);
    // A Sunday, 1 November 2026, shortly after midnight.
    this.model = new TimetableModel(momentOf("2026-11-01", 0) + 60_000, new Map(TRAINERS.map((name) => [name, name])));
    this.services = {
      ...site,
      content: { ...site.content },
      timetable: { version: 0 },
      now: () => new Date(this.model.now),
    };
  }

  async run(days: number): Promise<RunFigures> {
    await this.begin();
    const end = this.model.now + days * DAY_MS;
    while (this.model.now < end) {
      await this.passTime();
      const [name, act] = this.pick(this.acts());
      this.trail.push(`${new Date(this.model.now).toISOString()} ${name}`);
      const code = await act();
      this.trail.push(`  ${code}`);
      this.figures[code === "done" ? "acts" : "refused"] += 1;
      await this.compare();
    }
    const { rows } = await this.services.db
      .selectFrom("class_sessions")
      .select(({ fn }) => fn.countAll().as("rows"))
      .executeTakeFirstOrThrow();
    return { ...this.figures, rows: Number(rows) };
  }

  /** An empty timetable with six rows. */
  async begin(): Promise<void> {
    const { db } = this.services;
    for (const table of ["class_sessions", "schedule_closures", "entry_drafts", "entry_schedules"] as const) {
      await db.deleteFrom(table).execute();
    }
    for (const table of ["entry_versions", "entry_bin", "entries", "audit_log"] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable("schedule_state").set({ written_until: null }).execute();
    const stored = { position: 1, updated_at: "2026-01-01T00:00:00.000Z", updated_by: "test" };
    const insert = (type: string, slug: string, { slug: _, ...values }: Record<string, unknown>) =>
      db
        .insertInto("entries")
        .values({ type, slug, body: JSON.stringify(values), ...stored })
        .execute();
    for (const slug of CLASSES) await insert(classType.name, slug, { ...classes[0], title: slug, trainer: "ann" });
    for (const slug of TRAINERS) await insert(trainerType.name, slug, { ...trainers[0], name: slug });
    for (let number = 1; number <= 6; number += 1) {
      const row = this.row();
      await insert(slotType.name, `row-${number}`, valuesOf(row));
      this.model.week.set(`row-${number}`, row);
    }
    // The versions are those of the run before; whatever they say, everything is read again.
    this.services.content.version = -1;
    await writePastSessions(this.services);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  }

  chance(likelihood: number): boolean {
    return this.random() < likelihood;
  }

  row(): Row {
    return { day: this.pick(DAYS), hour: this.hour(), gymClass: this.pick(CLASSES), trainer: this.pick(this.staff) };
  }

  hour(): number {
    return 5 + Math.floor(this.random() * 18);
  }

  today(): string {
    return dateAt(this.model.now);
  }

  /** A date of the next weeks; today too. */
  date(days = 20): string {
    return later(this.today(), Math.floor(this.random() * days));
  }

  async passTime(): Promise<void> {
    const jump = this.chance(0.03) ? this.pick([DAY_MS, -DAY_MS]) : Math.floor(this.random() * 11 * HOUR_MS);
    this.trail.push(`clock ${jump / HOUR_MS} h`);
    this.model.setClock(this.model.now + jump);
    // The job of the hour, which finds a clock that was put back.
    if (jump < 0 || this.chance(0.2)) await writePastSessions(this.services);
    if (!this.chance(0.7)) return this.compare();
    const { done, failed } = await runDueSchedules(this.services);
    const expected = this.model.runDue();
    if (done !== expected || failed > 0)
      throw new Difference("other", `${done} of ${expected} schedules, ${failed} failed`);
    await this.compare();
  }

  /** By their likelihood: those that concern one session are the most. */
  acts(): [string, () => Promise<string>][] {
    const ofSessions: [string, () => Promise<string>][] = [
      ["cancel", () => this.cancel()],
      ["move", () => this.move()],
      ["substitute", () => this.substitute()],
      ["restore", () => this.restore()],
    ];
    return [
      ...ofSessions,
      ...ofSessions,
      ["add", () => this.add()],
      ["edit", () => this.edit()],
      ["edit", () => this.edit()],
      ["edit for a date", () => this.editLater()],
      ["cancel a schedule", () => this.cancelScheduled()],
      ["delete", () => this.remove()],
      ["delete for a date", () => this.removeLater()],
      ["put back", () => this.putBack()],
      ["new row", () => this.newRow()],
      ["close", () => this.close()],
      ["open", () => this.open()],
      ["rename or leave", () => (this.chance(0.7) ? this.rename() : this.leave())],
    ];
  }

  /** A session of the next weeks, now and then a past one, more often than not one that was changed before. */
  async anySession(): Promise<Session | undefined> {
    const sessions = await sessionsBetween(this.services, later(this.today(), -1), later(this.today(), 20));
    const relied = sessions.filter(({ id }) => this.model.relied.has(id));
    const [from] = [relied.length > 0 && this.chance(0.5) ? relied : sessions];
    return from.length === 0 ? undefined : this.pick(from);
  }

  /** Does something to a session. @returns the code of the outcome */
  async onSession(
    act: (session: Session) => Promise<{ code: string }>,
    inModel: (relied: Relied) => void,
  ): Promise<string> {
    const session = await this.anySession();
    if (session === undefined) return "nothing";
    this.trail.push(`  ${session.id} ${session.date} ${session.time.from} ${session.state}`);
    const { code } = await act(session);
    const shown = this.model.shown(session.date, session.date).find(({ id }) => id === session.id);
    if (code !== "done") {
      const isRightly =
        code !== "unknown" && (code === "begun") !== (shown !== undefined && this.model.isOpen(session.id));
      if (!isRightly) throw new Difference("other", `${session.id} was refused: ${code}`);
      return code;
    }
    if (shown === undefined || !this.model.isOpen(session.id)) throw new Difference("past rewritten", session.id);
    inModel(this.model.rely(shown));
    return code;
  }

  cancel(): Promise<string> {
    const reason = `Reason ${this.figures.acts}`;
    return this.onSession(
      ({ id, sequence: seen }) => cancelSession(this.services, { id, seen, reason }, ACTOR),
      (relied) => {
        relied.decided.add("state");
        relied.reason = reason;
      },
    );
  }

  move(): Promise<string> {
    const [date, hour] = [this.date(), this.hour()];
    this.trail.push(`  to ${date} ${hour}`);
    return this.onSession(
      ({ id, sequence: seen }) =>
        moveSession(this.services, { id, seen, date, time: range(hour), confirmed: ALL_QUESTIONS }, ACTOR),
      (relied) => {
        Object.assign(relied, { date, hour });
        const isAsPlanned = date === relied.planned.date && hour === relied.planned.hour;
        relied.decided[isAsPlanned ? "delete" : "add"]("time");
      },
    );
  }

  substitute(): Promise<string> {
    const trainer = this.pick(this.staff);
    return this.onSession(
      ({ id, sequence: seen }) =>
        substituteTrainer(this.services, { id, seen, trainerSlug: trainer, confirmed: ALL_QUESTIONS }, ACTOR),
      (relied) => {
        relied.trainer = trainer;
        relied.decided[trainer === relied.planned.trainer ? "delete" : "add"]("trainer");
      },
    );
  }

  restore(): Promise<string> {
    return this.onSession(
      ({ id, sequence: seen }) => restoreSession(this.services, { id, seen }, ACTOR),
      (relied) => this.model.restore(relied),
    );
  }

  async add(): Promise<string> {
    const [date, hour, gymClass, trainer] = [this.date(), this.hour(), this.pick(CLASSES), this.pick(this.staff)];
    const added = { date, time: range(hour), classSlug: gymClass, trainerSlug: trainer, confirmed: ALL_QUESTIONS };
    const outcome = await addSession(this.services, added, ACTOR);
    if (outcome.code !== "done" || !("session" in outcome)) return outcome.code;
    const { id } = outcome.session;
    const planned = { date, hour, trainer };
    this.model.relied.set(id, {
      id,
      slot: null,
      date,
      hour,
      gymClass,
      trainer,
      planned,
      reason: null,
      decided: new Set(),
    });
    return outcome.code;
  }

  /** A row with one or two things changed. */
  changed(row: Row): Row {
    const other = this.row();
    const field = this.pick(["day", "hour", "gymClass", "trainer"] as const);
    return { ...row, [field]: other[field], ...(this.chance(0.2) && { hour: other.hour }) };
  }

  /** What happens to the sessions that a change touches: mostly nothing. */
  async choices(slug: string, row: Row | null): Promise<Map<string, Choice>> {
    const touched = await sessionsTouchedBy(this.services, slug, row && valuesOf(row), this.today());
    for (const { session } of touched) {
      const relied = this.model.relied.get(session.id);
      if (relied?.slot !== slug || !this.model.isOpen(session.id))
        throw new Difference("other", `${session.id} is touched`);
    }
    const chosen = touched.filter(() => this.chance(0.3));
    return new Map(chosen.map(({ session }) => [session.id, row !== null && this.chance(0.7) ? "follow" : "cancel"]));
  }

  /** Does what was chosen, and what the model is to do once the change has committed. */
  applyLater(choices: Map<string, Choice>) {
    const inModel: (() => void)[] = [];
    const afterwards = async (change: Parameters<typeof applyChoices>[0]) => {
      for (const [id, outcome] of await applyChoices(change, choices, "The row goes", ACTOR)) {
        const relied = this.model.relied.get(id);
        this.trail.push(`  ${choices.get(id)} ${id}: ${outcome.code}`);
        if (relied === undefined || outcome.code !== "done") continue;
        inModel.push(() => {
          if (choices.get(id) === "follow") return this.model.follow(relied);
          relied.decided.add("state");
          relied.reason = "The row goes";
        });
      }
    };
    return { afterwards, inModel };
  }

  async edit(): Promise<string> {
    if (this.model.week.size === 0) return "nothing";
    const [slug, row] = this.pick([...this.model.week]);
    const next = this.changed(row);
    this.trail.push(`  ${slug} ${JSON.stringify(next)}`);
    const { db } = this.services;
    const key = { type: slotType.name, slug };
    const [live, draft] = [await findLive(db, key), await findDraft(db, key)];
    const request = { values: valuesOf(next), basedOn: live?.version ?? 0, draftRevision: draft?.revision };
    const { afterwards, inModel } = this.applyLater(await this.choices(slug, next));
    const { code } = await publish(this.services, slotType, slug, request, ACTOR, { afterwards });
    if (code !== "published") return code;
    this.model.week.set(slug, next);
    const same = JSON.stringify(valuesOf(next));
    this.model.scheduled = this.model.scheduled.filter(
      (one) => one.slug !== slug || one.becomes === null || JSON.stringify(valuesOf(one.becomes)) !== same,
    );
    this.model.carryOver(slug);
    for (const change of inModel) change();
    return "done";
  }

  /** A moment of the next weeks: nearly always the start of a date. */
  due(): Date {
    return new Date(momentOf(later(this.date(), 1), this.chance(0.8) ? 0 : this.hour()));
  }

  async editLater(): Promise<string> {
    const [slug, row] = this.chance(0.2)
      ? [null, this.row()]
      : this.pick([...this.model.week, [null, this.row()] as const]);
    if (slug !== null && this.model.scheduled.some((one) => one.slug === slug)) return "nothing";
    const next = this.changed(row);
    const due = this.due();
    this.trail.push(`  ${slug} ${JSON.stringify(next)} ${due.toISOString()}`);
    const { db } = this.services;
    const key = { type: slotType.name, slug: slug ?? "" };
    const [live, draft] = [await findLive(db, key), await findDraft(db, key)];
    const seen = { basedOn: live?.version, revision: draft?.revision };
    const saved = await saveDraft(this.services, slotType, slug, valuesOf(next), ACTOR, seen);
    if (!("revision" in saved) || saved.revision === undefined) return saved.code;
    const { code } = await schedulePublish(this.services, slotType, saved.slug, saved.revision, due, ACTOR);
    if (code !== "scheduled") return code;
    this.model.scheduled.push({ slug: saved.slug, due: due.getTime(), becomes: next });
    this.model.carryOver(saved.slug);
    return "done";
  }

  async cancelScheduled(): Promise<string> {
    if (this.model.scheduled.length === 0) return "nothing";
    const scheduled = this.pick(this.model.scheduled);
    const action = scheduled.becomes === null ? "remove" : "publish";
    await cancelSchedule(this.services, slotType, scheduled.slug, action, ACTOR);
    this.model.scheduled = this.model.scheduled.filter((one) => one !== scheduled);
    this.model.carryOver(scheduled.slug);
    return "done";
  }

  async remove(): Promise<string> {
    if (this.model.week.size < 3) return "nothing";
    const [slug, row] = this.pick([...this.model.week]);
    this.trail.push(`  ${slug}`);
    const { afterwards, inModel } = this.applyLater(await this.choices(slug, null));
    const { code } = await removeEntry(this.services, slotType, slug, ACTOR, { afterwards });
    if (code !== "removed") return code;
    this.model.removeRow(slug);
    this.removed.set(slug, row);
    for (const change of inModel) change();
    return "done";
  }

  async removeLater(): Promise<string> {
    const free = [...this.model.week.keys()].filter((slug) => !this.model.scheduled.some((one) => one.slug === slug));
    if (free.length < 3) return "nothing";
    const slug = this.pick(free);
    const due = this.due();
    this.trail.push(`  ${slug} ${due.toISOString()}`);
    const { code } = await scheduleRemoval(this.services, slotType, slug, due, ACTOR);
    if (code !== "scheduled") return code;
    this.model.scheduled.push({ slug, due: due.getTime(), becomes: null });
    return "done";
  }

  async putBack(): Promise<string> {
    const [removed] = this.removed;
    if (removed === undefined) return "nothing";
    const [slug, row] = removed;
    this.removed.delete(slug);
    const { code } = await putBack(this.services, slotType, slug, ACTOR);
    if (code !== "put-back") return code;
    this.model.week.set(slug, row);
    this.model.carryOver(slug);
    return "done";
  }

  async newRow(): Promise<string> {
    if (this.model.week.size > 10) return "nothing";
    const row = this.row();
    const request = { values: valuesOf(row), basedOn: 0 };
    const outcome = await publish(this.services, slotType, null, request, ACTOR);
    if (outcome.code !== "published") return outcome.code;
    this.model.week.set(outcome.slug, row);
    return "done";
  }

  async close(): Promise<string> {
    const from = this.date();
    const to = later(from, this.pick([0, 0, 1, 3]));
    const note = `Closed ${this.figures.acts}`;
    const outcome = await closeDays(this.services, { from, to, note }, ACTOR);
    if (outcome.code !== "done") return outcome.code;
    for (const date of outcome.dates) this.model.closed.set(date, note);
    return "done";
  }

  async open(): Promise<string> {
    const dates = [...this.model.closed.keys()].filter((date) => date >= this.today());
    if (dates.length === 0) return "nothing";
    const date = this.pick(dates);
    const outcome = await openDays(this.services, { from: date, to: date }, ACTOR);
    this.model.closed.delete(date);
    return outcome.code;
  }

  /** The first trainer gets another name, which is that of past sessions no more than before. */
  async rename(): Promise<string> {
    this.names += 1;
    const name = `Ann ${this.names}`;
    const live = await findLive(this.services.db, { type: trainerType.name, slug: "ann" });
    const request = { values: { ...JSON.parse(live?.body ?? "{}"), name }, basedOn: live?.version ?? 0 };
    const { code } = await publish(this.services, trainerType, "ann", request, ACTOR);
    if (code !== "published") return code;
    this.model.names.set("ann", name);
    return "done";
  }

  /** A trainer leaves, and another takes over the rows of the week. */
  async leave(): Promise<string> {
    const slug = this.staff.at(-1);
    if (slug === undefined || this.staff.length < 4) return "nothing";
    this.trail.push(`  ${slug}`);
    const options = { replaceBy: "ben" };
    const { code } = await removeEntry(this.services, trainerType, slug, ACTOR, options);
    const isReferenced = code !== "removed" ? await removeEntry(this.services, trainerType, slug, ACTOR) : undefined;
    if (code !== "removed" && isReferenced?.code !== "removed") return code;
    this.staff.pop();
    const replaced = (row: Row) => (row.trainer === slug ? { ...row, trainer: "ben" } : row);
    for (const [name, row] of this.model.week) this.model.week.set(name, replaced(row));
    this.model.scheduled = this.model.scheduled.map((one) => ({
      ...one,
      becomes: one.becomes && replaced(one.becomes),
    }));
    for (const [name, row] of this.removed) if (row.trainer === slug) this.removed.delete(name);
    for (const name of new Set([...this.model.week.keys(), ...this.model.scheduled.map((one) => one.slug)])) {
      this.model.carryOver(name);
    }
    return "done";
  }

  /** Compares what readers get with the model, session by session. */
  async compare(): Promise<void> {
    const [from, to] = [later(this.today(), -7), later(this.today(), 22)];
    const actual = await sessionsBetween(this.services, from, to);
    const expected = new Map(this.model.shown(from, to).map((session) => [session.id, session]));
    const seen = new Set<string>();
    for (const session of actual) {
      if (seen.has(session.id)) throw new Difference("shown twice", session.id);
      seen.add(session.id);
      const wanted = expected.get(session.id);
      const shown = shownOf(session);
      if (wanted === undefined) throw new Difference("shown without a reason", JSON.stringify(shown));
      if (JSON.stringify(shown) !== JSON.stringify(ordered(wanted))) this.fail(shown, ordered(wanted));
      this.checkSequence(session);
    }
    for (const [id, wanted] of expected) if (!seen.has(id)) throw new Difference("lost", JSON.stringify(wanted));
    this.figures.compared += actual.length;
    await this.compareDays(actual, from, to);
  }

  fail(shown: Shown, wanted: Shown): never {
    const message = `${JSON.stringify(shown)}, expected ${JSON.stringify(wanted)}`;
    const { id } = wanted;
    if (this.model.past.has(id)) throw new Difference("past rewritten", message);
    if (wanted.state === "cancelled" && shown.state !== "cancelled") {
      throw new Difference("cancelled session came back", message);
    }
    throw new Difference(this.model.relied.has(id) ? "relied-on session changed" : "other", message);
  }

  /** A calendar sees a change only by a higher number. */
  checkSequence(session: Session): void {
    const { id, date, time, trainerSlug, state, isClosed, sequence } = session;
    const at = `${date} ${time.from} ${trainerSlug} ${state === "cancelled" && !isClosed}`;
    const before = this.sequences.get(id);
    this.sequences.set(id, { sequence, at });
    if (before === undefined) return;
    if (sequence < before.sequence && before.sequence > 0) throw new Difference("other", `${id} counts back`);
    const isChanged = session.isWritten && before.sequence > 0 && before.at !== at;
    if (isChanged && sequence === before.sequence) throw new Difference("other", `${id} changed and didn't count`);
  }

  /** The days of pages have each session once, and a row where it was moved from. */
  async compareDays(sessions: readonly Session[], from: string, to: string): Promise<void> {
    const days = await daysBetween(this.services, from, to);
    const rows = days.flatMap((day) => day.rows.map(({ id }) => `${day.date} ${id}`));
    const left = this.model.settled().flatMap(({ id, date, movedFrom }) => {
      const was = movedFrom?.slice(0, 10) ?? date;
      return was !== date && was >= from && was <= to ? [`${was} ${id}`] : [];
    });
    const expected = [...sessions.map(({ id, date }) => `${date} ${id}`), ...left];
    if (JSON.stringify(rows.sort()) === JSON.stringify(expected.sort())) return;
    const missing = expected.filter((row) => !rows.includes(row));
    throw new Difference(missing.length > 0 ? "lost" : "shown twice", `days: ${missing} ${rows.length}`);
  }
}

function shownOf(session: Session): Shown {
  const { id, date, time, movedFrom, insteadOf, state, isClosed, reason, trainerName } = session;
  return ordered({
    ...{ id, date, hour: hourOf(time.from), gymClass: session.classSlug, trainer: session.trainerSlug, trainerName },
    ...{ insteadOf, movedFrom: movedFrom && `${movedFrom.date} ${hourOf(movedFrom.time.from)}` },
    ...{ state, reason: state === "cancelled" ? reason : null, isClosed },
  });
}

/** With its properties in the order of the alphabet, so that equal sessions have equal texts. */
function ordered(session: Shown): Shown {
  return Object.fromEntries(Object.entries(session).sort(([one], [other]) => (one < other ? -1 : 1))) as Shown;
}
