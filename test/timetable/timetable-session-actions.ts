/** The gym of a simulation: the real services, their model, random choices, and actions on single sessions and days. */
import { classType } from "../../app/content-types/class.ts";
import { trainerType } from "../../app/content-types/trainer.ts";
import type { Services } from "../../app/platform/services.ts";
import type { ClassSession } from "../../app/timetable/class-session.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { closeDays, openDays } from "../../app/timetable/closures.server.ts";
import {
  addSession,
  cancelSession,
  moveSession,
  restoreSession,
  substituteTrainer,
} from "../../app/timetable/session-actions.server.ts";
import { writeSlot } from "../../app/timetable/slot-rows.server.ts";
import { classes } from "../../seed/classes.ts";
import { trainers } from "../../seed/trainers.ts";
import { ACTOR } from "../content/content-changes.ts";
import { insertRows } from "../support/insert-rows.ts";
import { recordQueries } from "../support/query-plans.ts";
import { RandomRun } from "../support/random-run.ts";
import { DAYS, dateAt, later, momentOf, type Relied, type Row, TimetableModel } from "./timetable-model.ts";

const TRAINERS = ["ann", "ben", "cate", "dan", "eve", "fred"];

export const CLASSES = ["boxing", "dance", "yoga"];

const text = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}:00${hour < 12 ? "am" : "pm"}`;

/** The time of a session of an hour, as the owner types it. */
export const range = (hour: number) => ({ from: text(hour), to: text((hour + 1) % 24) });

export const valuesOf = ({ day, hour, gymClass, trainer }: Row) => ({ day, time: range(hour), gymClass, trainer });

const ALL_QUESTIONS = ["outside-hours", "trainer-busy"] as const;

export class SessionActions extends RandomRun {
  /** Records its queries, unlike `db`. */
  readonly services: Services;
  readonly queries: ReturnType<typeof recordQueries>["queries"];
  readonly db: Services["db"];
  readonly model: TimetableModel;
  /** The trainers who have not left. */
  readonly staff = [...TRAINERS];
  /** The classes that are on the site. */
  readonly classes = [...CLASSES];
  actions = 0;

  constructor(site: Services, seed: number) {
    super(seed);
    // A Sunday, 1 November 2026, shortly after midnight.
    this.model = new TimetableModel(
      momentOf("2026-11-01", 0) + 60_000,
      new Map(TRAINERS.map((name) => [name, name])),
      this.classes,
    );
    const recorded = recordQueries(site);
    this.queries = recorded.queries;
    this.db = site.db;
    this.services = {
      ...recorded.services,
      content: { ...site.content },
      timetable: { version: 0, places: 0 },
      now: () => new Date(this.model.now),
    };
  }

  /** Empties the database, and adds a timetable of six rows. */
  async begin(): Promise<void> {
    const { db } = this;
    for (const table of [
      ...(["bookings", "people", "users", "outbox", "rate_limits", "class_sessions", "schedule_closures"] as const),
      ...(["entry_drafts", "entry_schedules", "entry_versions", "entry_bin", "entries", "audit_log"] as const),
      ...(["weekly_slots", "weekly_slot_changes"] as const),
    ]) {
      await db.deleteFrom(table).execute();
    }
    // The model has no sessions before now.
    await db.updateTable("schedule_state").set({ written_until: this.services.now().toISOString() }).execute();
    const stored = { position: 1, updated_at: "2026-01-01T00:00:00.000Z", updated_by: "test" };
    const insert = (type: string, slug: string, { slug: _, ...values }: Record<string, unknown>) =>
      insertRows(db, "entries", [{ type, slug, body: JSON.stringify(values), ...stored }]);
    for (const slug of CLASSES) await insert(classType.name, slug, { ...classes[0], title: slug, trainer: "ann" });
    for (const slug of TRAINERS) await insert(trainerType.name, slug, { ...trainers[0], name: slug });
    for (let number = 1; number <= 6; number += 1) {
      const row = this.row();
      await writeSlot(db, `row-${number}`, [{ ...valuesOf(row), first: null, last: null }]);
      this.model.week.set(`row-${number}`, [{ from: "", row }]);
    }
    // Cached content is of the previous run.
    this.services.content.version = -1;
  }

  row(): Row {
    return {
      day: this.pick(DAYS),
      hour: this.hour(),
      gymClass: this.pick(this.classes),
      trainer: this.pick(this.staff),
    };
  }

  hour(): number {
    return 5 + this.below(18);
  }

  today(): string {
    return dateAt(this.model.now);
  }

  /** A date of the next weeks, including today. */
  date(days = 20): string {
    return later(this.today(), this.below(days));
  }

  /** A session of the next weeks, sometimes past, usually one that was changed before. */
  async anySession(): Promise<ClassSession | undefined> {
    const sessions = await sessionsBetween(this.services, later(this.today(), -1), later(this.today(), 20));
    const preferred = sessions.filter(({ id }) => this.preferred().has(id));
    if (preferred.length > 0 && this.chance(0.7)) return this.pick(preferred);
    const relied = sessions.filter(({ id }) => this.model.relied.has(id));
    return this.find(relied.length > 0 && this.chance(0.5) ? relied : sessions);
  }

  /** The ids of sessions that are chosen more often. */
  preferred(): ReadonlySet<string> {
    return new Set();
  }

  /** Applies an action to a session. @returns the code of the outcome */
  async onSession(
    action: (session: ClassSession) => Promise<{ code: string }>,
    inModel: (relied: Relied) => void,
  ): Promise<string> {
    const session = await this.anySession();
    if (session === undefined) return "nothing";
    this.trail.push(`  ${session.id} ${session.date} ${session.time.from} ${session.state}`);
    const { code } = await action(session);
    const visible = this.model.shown(session.date, session.date).find(({ id }) => id === session.id);
    const isOpen = visible !== undefined && this.model.isOpen(session.id);
    if (code !== "done") {
      if (code === "unknown" || (code === "begun") === isOpen) throw new Error(`${session.id} was refused: ${code}`);
      return code;
    }
    if (!isOpen) throw new Error(`past rewritten: ${session.id}`);
    inModel(this.model.rely(visible));
    this.model.afterStep();
    return code;
  }

  cancel(): Promise<string> {
    const reason = `Reason ${this.actions}`;
    return this.onSession(
      ({ id, sequence: seen }) => cancelSession(this.services, { id, seen, reason }, ACTOR),
      (relied) => {
        relied.decided.add("state");
        relied.reason = reason;
      },
    );
  }

  move(): Promise<string> {
    const [date, hour] = [this.date(this.chance(0.5) ? 5 : 20), this.hour()];
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
    const [date, hour, gymClass, trainer] = [this.date(), this.hour(), this.pick(this.classes), this.pick(this.staff)];
    const added = { date, time: range(hour), classSlug: gymClass, trainerSlug: trainer, confirmed: ALL_QUESTIONS };
    const outcome = await addSession(this.services, added, ACTOR);
    if (outcome.code !== "done" || !("session" in outcome)) return outcome.code;
    this.model.rely({ id: outcome.session.id, date, hour, gymClass, trainer });
    return outcome.code;
  }

  async close(): Promise<string> {
    const [id] = this.preferred();
    const from = (id !== undefined && this.chance(0.5) && this.model.settledOne(id)?.date) || this.date();
    const to = later(from, this.pick([0, 0, 1, 3]));
    const note = `Closed ${this.actions}`;
    const outcome = await closeDays(this.services, { from, to, note }, ACTOR);
    if (outcome.code !== "done") return outcome.code;
    for (const date of outcome.dates) this.model.closed.set(date, note);
    this.model.afterStep();
    return "done";
  }

  async open(): Promise<string> {
    const date = this.find([...this.model.closed.keys()].filter((closed) => closed >= this.today()));
    if (date === undefined) return "nothing";
    const order = (await sessionsBetween(this.services, date, date)).map(({ id }) => id);
    const outcome = await openDays(this.services, { from: date, to: date }, ACTOR);
    this.model.closed.delete(date);
    this.model.afterStep(order);
    return outcome.code;
  }
}
