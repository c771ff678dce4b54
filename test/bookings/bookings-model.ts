/**
 * A model of bookings, as simple as possible: a list in the order of the tickets. It reads what the
 * timetable shows (`timetable-model.ts`), of which each session lasts an hour, and shares no code with the site.
 */
import { later, momentOf, type Shown, type TimetableModel } from "../timetable/timetable-model.ts";

export type ModelState =
  | "booked"
  | "waiting"
  | "attended"
  | "no_show"
  | "cancelled"
  | "late_cancelled"
  | "gym_cancelled"
  | "expired";

export type ModelBooking = {
  id: string;
  session: string;
  /** Null: a guest of the desk, or a deleted account. */
  person: string | null;
  isGuest: boolean;
  /** Recorded as missing, they said that they were there: true until the desk has looked again. */
  isDisputed?: boolean;
  state: ModelState;
  /** Bookings that the gym's last cancellation ended, as long as it can come back. */
  was: ModelState | null;
};

const HOUR_MS = 60 * 60_000;
const MOST_OPEN = 6;
const MOST_MISSED = 3;
const WITH_PLACE: readonly ModelState[] = ["booked", "attended", "no_show"];

export class BookingsModel {
  readonly list: ModelBooking[] = [];
  /** Null: the class has no number of places. A class that is not on the site is not there. */
  readonly places = new Map<string, number | null>();
  /** Classes that are cancelled late from the start on, and not from some hours before. */
  readonly neverLate = new Set<string>();
  readonly #timetable: TimetableModel;
  #seen = new Map<string, Shown>();

  constructor(timetable: TimetableModel) {
    this.#timetable = timetable;
  }

  of(session: string): ModelBooking[] {
    return this.list.filter((one) => one.session === session);
  }

  isOpen({ state }: ModelBooking): boolean {
    return state === "waiting" || WITH_PLACE.includes(state);
  }

  openOf(person: string, session: string): ModelBooking | undefined {
    return this.of(session).find((one) => one.person === person && this.isOpen(one));
  }

  /** A session that was written down. */
  shown(session: string): Shown | undefined {
    return this.#timetable.settledOne(session);
  }

  hasBegun({ date, hour }: Shown): boolean {
    return momentOf(date, hour) <= this.#timetable.now;
  }

  free({ id, gymClass }: Shown): number {
    const taken = this.of(id).filter(({ state }) => WITH_PLACE.includes(state)).length;
    return (this.places.get(gymClass) ?? 0) - taken;
  }

  /** The end of what is free of charge, and of promotions: four hours before, and not by night. */
  deadline({ gymClass, date, hour }: Shown): number {
    if (this.neverLate.has(gymClass)) return momentOf(date, hour);
    return hour >= 11 ? momentOf(date, hour - 4) : momentOf(later(date, -1), 21);
  }

  /** The outcome for somebody who books a session, or wants to. */
  answer(person: string, session: Shown, { ofDesk }: { ofDesk: boolean }): string {
    const own = this.openOf(person, session.id);
    if (own !== undefined && own.state !== "waiting") return "same";
    if (session.state === "cancelled") return "cancelled";
    if (this.hasBegun(session)) return "begun";
    if ((this.places.get(session.gymClass) ?? null) === null) return "not-bookable";
    if (!ofDesk && momentOf(later(session.date, -7), 6) > this.#timetable.now) return "not-open";
    const isPlace = this.free(session) > 0;
    if (own !== undefined && !isPlace) return "same";
    if (!ofDesk && this.#missed(person) >= MOST_MISSED) return "no-shows";
    if (!ofDesk && this.#openElsewhere(person, session.id) >= MOST_OPEN) return "too-many";
    if (isPlace && this.isBusy(person, session)) return "overlap";
    return isPlace ? "booked" : "waiting";
  }

  #missed(person: string): number {
    const since = this.#timetable.now - 30 * 24 * HOUR_MS;
    const missed = this.list.filter((one) => one.person === person && one.state === "no_show" && !one.isDisputed);
    return this.#sessionsOf(missed).filter(({ date, hour }) => momentOf(date, hour) > since).length;
  }

  #openElsewhere(person: string, session: string): number {
    const open = this.list.filter((one) => {
      const isOpen = one.state === "booked" || one.state === "waiting";
      return isOpen && one.person === person && one.session !== session;
    });
    return this.#sessionsOf(open).filter((at) => !this.hasBegun(at)).length;
  }

  #sessionsOf(bookings: readonly ModelBooking[]): Shown[] {
    return [...new Set(bookings.map(({ session }) => session))].flatMap((id) => this.shown(id) ?? []);
  }

  /** Whether somebody has a place in another session at that time. */
  isBusy(person: string | null, { id, date, hour }: Shown): boolean {
    if (person === null) return false;
    const places = this.list.filter((one) => {
      const isThere = one.state === "booked" || one.state === "attended";
      return isThere && one.person === person && one.session !== id;
    });
    return this.#sessionsOf(places).some((at) => at.date === date && at.hour === hour);
  }

  add(booking: Omit<ModelBooking, "was">): void {
    this.list.push({ ...booking, was: null });
    this.sync();
  }

  /** A booking that its person or the desk gives up. */
  giveUp(booking: ModelBooking, state: "cancelled" | "late_cancelled"): void {
    const had = booking.state;
    booking.state = state;
    this.promote(booking.session);
    const at = this.shown(booking.session);
    if (had !== "waiting" && at) this.#promoteElsewhere(booking.person, at);
  }

  /** An account is deleted: what is to come is given up, and the rest is nobody's. */
  forget(person: string): void {
    for (const one of this.list.filter((booking) => booking.person === person && this.isOpen(booking))) {
      const at = this.shown(one.session);
      if (at && !this.hasBegun(at)) this.giveUp(one, "cancelled");
    }
    for (const one of this.list) if (one.person === person) one.person = null;
  }

  /** Free places go to those who wait, until the deadline. */
  promote(session: string): void {
    const at = this.shown(session);
    if (at === undefined || at.state === "cancelled" || this.hasBegun(at)) return;
    if (this.deadline(at) <= this.#timetable.now) return;
    for (const one of this.of(session)) {
      if (one.state === "waiting" && this.free(at) > 0 && !this.isBusy(one.person, at)) one.state = "booked";
    }
  }

  #promoteElsewhere(person: string | null, { id, date, hour }: Shown): void {
    if (person === null) return;
    const waiting = this.list.filter((one) => one.person === person && one.state === "waiting" && one.session !== id);
    for (const { session } of waiting) {
      const at = this.shown(session);
      if (at?.date === date && at.hour === hour) this.promote(session);
    }
  }

  /** After the places of a class, or its texts, were published. */
  classChanged(gymClass: string): void {
    if (!this.places.has(gymClass)) return;
    const ofClass = this.#sessionsOf(this.list).filter((one) => one.gymClass === gymClass && !this.hasBegun(one));
    for (const one of ofClass.sort((left, right) => atOnce(left, right) || byId(left, right))) {
      if (this.places.get(gymClass) === null) this.#endWaitingList(one.id);
      else this.promote(one.id);
    }
  }

  #endWaitingList(session: string): void {
    for (const one of this.of(session)) if (one.state === "waiting") one.state = "expired";
  }

  /** Jobs that run when a time is reached. */
  passTime(): void {
    for (const one of this.list) {
      const at = one.state === "waiting" ? this.shown(one.session) : undefined;
      if (at !== undefined && this.hasBegun(at)) one.state = "expired";
    }
  }

  /** Follows what the timetable shows by now. Called after each of its steps. @param order of sessions of one day */
  sync(order: readonly string[] = []): void {
    const now = new Map(this.#sessionsOf(this.list).map((shown) => [shown.id, shown]));
    const before = this.#seen;
    this.#seen = now;
    const rank = ({ id }: Shown) => order.indexOf(id);
    for (const after of [...now.values()].sort(
      (one, other) => atOnce(one, other) || rank(one) - rank(other) || byId(one, other),
    )) {
      const was = before.get(after.id);
      if (was !== undefined && !this.hasBegun(after)) this.#follow(was, after);
    }
  }

  #follow(before: Shown, after: Shown): void {
    const own = this.of(after.id);
    const isMoved = before.date !== after.date || before.hour !== after.hour;
    if (before.state === "cancelled" && isMoved) for (const one of own) one.was = null;
    if (after.state === "cancelled") {
      if (before.state !== "cancelled") this.#cancel(own, after);
    } else if (before.state === "cancelled") {
      this.#restore(own, after);
    } else if (isMoved || before.gymClass !== after.gymClass || before.trainer !== after.trainer) {
      if (before.gymClass !== after.gymClass && this.places.get(after.gymClass) === null)
        this.#endWaitingList(after.id);
      if (before.date !== after.date) for (const one of own) if (one.state === "attended") one.state = "booked";
      this.promote(after.id);
      if (isMoved) for (const one of own) if (this.isOpen(one)) this.#promoteElsewhere(one.person, before);
    }
  }

  #cancel(own: readonly ModelBooking[], at: Shown): void {
    const open = own.filter((one) => this.isOpen(one));
    for (const one of own) {
      if (!this.isOpen(one) && one.state !== "late_cancelled") continue;
      one.was = one.state;
      one.state = "gym_cancelled";
    }
    for (const { person } of open) this.#promoteElsewhere(person, at);
  }

  #restore(own: readonly ModelBooking[], at: Shown): void {
    for (const [index, one] of own.entries()) {
      const { was, person } = one;
      one.was = null;
      const isNobody = person === null && !one.isGuest;
      const isNewest = person === null || !own.slice(index + 1).some((other) => other.person === person);
      if (was === null || one.state !== "gym_cancelled" || isNobody) continue;
      if (was === "late_cancelled") one.state = was;
      else if (!isNewest) continue;
      else if (was === "waiting") one.state = this.places.get(at.gymClass) === null ? "expired" : was;
      else if (!this.isBusy(person, at)) one.state = was;
    }
    this.promote(at.id);
  }
}

function atOnce(one: Shown, other: Shown): number {
  return momentOf(one.date, one.hour) - momentOf(other.date, other.hour);
}

function byId(one: Shown, other: Shown): number {
  return one.id < other.id ? -1 : 1;
}
