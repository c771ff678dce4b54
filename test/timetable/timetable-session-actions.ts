/** Actions on single sessions and days, on the site and in the model. */

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
import { ACTOR } from "../content/content-changes.ts";
import { range, SimulatedGym } from "./timetable-gym.ts";
import { later, type Relied } from "./timetable-model.ts";

const ALL_QUESTIONS = ["outside-hours", "trainer-busy"] as const;

export class SessionActions extends SimulatedGym {
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
