/** A gym's week with members for each test, to test how changes of sessions and classes affect bookings. */
import { beforeEach } from "vitest";
import { bookPlace } from "../../app/bookings/book.server.ts";
import { cancelBooking } from "../../app/bookings/cancel-booking.server.ts";
import type { checkIn, DeskActor } from "../../app/bookings/desk-actions.server.ts";
import { moveBooking } from "../../app/bookings/move-booking.server.ts";
import { findOffer } from "../../app/bookings/own-bookings.server.ts";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { addDays } from "../../app/time/dates.server.ts";
import type { SessionTime } from "../../app/timetable/class-session.ts";
import { findClassSession } from "../../app/timetable/class-sessions.server.ts";
import { closeDays, openDays } from "../../app/timetable/closures.server.ts";
import { cancelSession, moveSession, restoreSession } from "../../app/timetable/session-actions.server.ts";
import { ACTOR } from "../content/content-changes.ts";
import { openGymBeforeAll } from "../support/open-gym.ts";
import { changeWeeklySlot } from "../timetable/weekly-slots.ts";
import { addMembers, type Member, momentAt, setPlaces } from "./booking-gym.ts";

/** Sunday 22 November 2026, noon in Nairobi; each test has a week of its own after it. */
const SUNDAY = "2026-11-22";

const MEMBERS = 6;

/** The weekly slots of Monday's classes at nine and at four. */
const [FITNESS, RUNNING] = ["monday-1", "monday-3"];

export class BookingWeek {
  readonly services: Services;
  sunday = SUNDAY;
  readonly #clock: { now: string };
  members: Member[] = [];

  private constructor({ services, clock }: { services: Services; clock: { now: string } }) {
    this.services = services;
    this.#clock = clock;
  }

  /** Registers its hooks in the calling `describe`. Fitness has two places, running five, other classes none. */
  static on(kind: DatabaseKind): BookingWeek {
    const week = new BookingWeek(openGymBeforeAll(kind, { now: momentAt(SUNDAY, 12) }));
    beforeEach(() => week.#begin());
    return week;
  }

  async #begin(): Promise<void> {
    this.sunday = addDays(this.sunday, 7);
    this.setClock(this.sunday, 12);
    this.members = await addMembers(this.services, MEMBERS);
    await this.services.db.deleteFrom("outbox").execute();
    await setPlaces(this.services, "fitness", { places: 2, lateHours: 4 });
    await setPlaces(this.services, "running", { places: 5, lateHours: 4 });
    await this.setClass("fitness");
  }

  /** The date of a weekday, from 1 for Monday. */
  day(weekday: number): string {
    return addDays(this.sunday, weekday);
  }

  get monday(): string {
    return this.day(1);
  }

  /** The class at nine on Monday. */
  get id(): string {
    return `${FITNESS}.${this.monday}`;
  }

  /** The class at four on Monday. */
  get other(): string {
    return `${RUNNING}.${this.monday}`;
  }

  setClock(date: string, hour: number): void {
    this.#clock.now = momentAt(date, hour);
  }

  /** Gives each action its own moment, which orders the emails. */
  #tick(): void {
    this.#clock.now = new Date(Date.parse(this.#clock.now) + 1000).toISOString();
  }

  /** Acts on a person's booking at an hour after Monday's midnight. */
  async actAt(hour: number, act: typeof checkIn, index: number, actor: DeskActor = ACTOR) {
    this.setClock(this.monday, hour);
    return act(this.services, await this.bookingId(index), actor);
  }

  person(index: number): Member {
    return this.members[index] as Member;
  }

  book(index: number, sessionId = this.id, guest?: string) {
    this.#tick();
    return bookPlace(this.services, this.person(index), { sessionId, ...(guest !== undefined && { guest }) });
  }

  bookWith(index: number, guest: string) {
    return this.book(index, this.id, guest);
  }

  async guest(index: number, sessionId = this.id) {
    return (await this.own(index, sessionId))?.guest;
  }

  async bookAll(...indexes: number[]): Promise<void> {
    for (const index of indexes) await this.book(index);
  }

  async own(index: number, sessionId = this.id) {
    return (await findOffer(this.services, this.person(index), sessionId))?.own;
  }

  async state(index: number, sessionId = this.id) {
    return (await this.own(index, sessionId))?.state;
  }

  async bookingId(index: number, sessionId = this.id): Promise<string> {
    return (await this.own(index, sessionId))?.id ?? "";
  }

  async giveUp(index: number, sessionId = this.id) {
    this.#tick();
    return cancelBooking(this.services, this.person(index).id, await this.bookingId(index, sessionId));
  }

  async rebook(index: number, to = this.other, from = this.id) {
    const id = await this.bookingId(index, from);
    this.#tick();
    return moveBooking(this.services, this.person(index), id, to);
  }

  /** A session and the number of its changes, as a current form has them. */
  async seen(id = this.id) {
    this.#tick();
    return { id, seen: (await findClassSession(this.services, id))?.sequence ?? 0 };
  }

  async cancel() {
    return cancelSession(this.services, { ...(await this.seen()), reason: "Burst pipe" }, ACTOR);
  }

  async restore() {
    return restoreSession(this.services, await this.seen(), ACTOR);
  }

  async move(to: SessionTime, id = this.id) {
    const confirmed = ["outside-hours", "trainer-busy"] as const;
    return moveSession(this.services, { ...(await this.seen(id)), ...to, confirmed }, ACTOR);
  }

  closeMonday() {
    this.#tick();
    return closeDays(this.services, { from: this.monday, to: this.monday, note: "Public holiday" }, ACTOR);
  }

  openMonday() {
    this.#tick();
    return openDays(this.services, { from: this.monday, to: this.monday }, ACTOR);
  }

  setPlaces(classSlug: string, fields: Parameters<typeof setPlaces>[2]): Promise<void> {
    this.#tick();
    return setPlaces(this.services, classSlug, fields);
  }

  /** Changes the class of Monday's weekly slot at nine. */
  async setClass(gymClass: string): Promise<void> {
    this.#tick();
    const outcome = await changeWeeklySlot(this.services, FITNESS, { gymClass });
    if (outcome.code !== "done" && outcome.code !== "same") throw new Error(JSON.stringify(outcome));
  }

  /** All emails to a person, oldest first. */
  async mailsTo(index: number) {
    const rows = await this.services.db
      .selectFrom("outbox")
      .selectAll()
      .where("user_id", "=", this.person(index).id)
      .orderBy("created_at")
      .orderBy("about_order")
      .execute();
    return rows.map((row) => ({ ...row, kind: row.kind.replace("booking-", "") }));
  }

  async kindsTo(index: number): Promise<string[]> {
    return (await this.mailsTo(index)).map(({ kind }) => kind);
  }

  async lastTextTo(index: number): Promise<string> {
    return (await this.mailsTo(index)).at(-1)?.body_text ?? "";
  }
}
