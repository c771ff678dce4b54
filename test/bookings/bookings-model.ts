/**
 * A model of bookings, as simple as possible: a list in the order of the tickets. It reads what the
 * timetable shows (`timetable-model.ts`), of which each session lasts an hour, and shares no code with the site.
 */
import { dateAt, later, momentOf, type Shown, type TimetableModel } from "../timetable/timetable-model.ts";

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
  /** Null: a guest whom the host brings, or somebody who was erased. */
  person: string | null;
  /** Somebody without an account: booked by name, by the desk or by the host who brings them. */
  isGuest: boolean;
  /** Recorded as a no-show, they said that they were there: true until the desk has looked again. */
  isDisputed?: boolean;
  /** Of a guest: the booking of the host. */
  host: string | null;
  state: ModelState;
  /** When it came from the waiting list. */
  promotedAt?: number | undefined;
  /** Bookings that the gym's last cancellation ended, as long as it can come back. */
  was: ModelState | null;
};

/** Somebody on the call list: the last change, and how it was before the first one that nobody has told them of. */
export type ModelCall = { booking: string; session: string; kind: string; before: string };

const HOUR_MS = 60 * 60_000;
const MOST_OPEN = 6;
const MOST_MISSED = 3;
const MORNING = 7;
const EVENING = 21;
const WITH_PLACE: readonly ModelState[] = ["booked", "attended", "no_show"];

export class BookingsModel {
  readonly list: ModelBooking[] = [];
  /** Null: the class has no number of places. A class that is not on the site is not there. */
  readonly places = new Map<string, number | null>();
  /** One for each person and session. */
  readonly calls = new Map<string, ModelCall>();
  readonly #timetable: TimetableModel;
  #seen = new Map<string, Shown>();

  constructor(timetable: TimetableModel) {
    this.#timetable = timetable;
  }

  of(session: string): ModelBooking[] {
    return this.list.filter((booking) => booking.session === session);
  }

  isOpen({ state }: ModelBooking): boolean {
    return state === "waiting" || WITH_PLACE.includes(state);
  }

  /** The guest of a booking who is not given up. */
  guestOf(host: ModelBooking): ModelBooking | undefined {
    return this.list.find((booking) => booking.host === host.id && this.isOpen(booking));
  }

  /** Whose limits a booking counts for. */
  account({ person, host }: ModelBooking): string | null {
    return host === null ? person : (this.list.find(({ id }) => id === host)?.person ?? null);
  }

  openOf(person: string, session: string): ModelBooking | undefined {
    return this.of(session).find((booking) => booking.person === person && this.isOpen(booking));
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

  /** Whether somebody got a place so late that they are never recorded as a no-show. */
  isShortNotice({ session, promotedAt }: ModelBooking): boolean {
    const at = this.shown(session);
    return at !== undefined && promotedAt !== undefined && wakingEnd(promotedAt) > momentOf(at.date, at.hour);
  }

  /** Whether somebody who is promoted now has two waking hours before the class to decline. */
  isTimeToDecline({ date, hour }: Shown): boolean {
    return wakingEnd(this.#timetable.now) < momentOf(date, hour);
  }

  /** Who of a form has no place yet, the host or the guest, and gets one. */
  #due(person: string, session: Shown, brings: boolean) {
    const own = this.openOf(person, session.id);
    const guest = own && this.guestOf(own);
    const isHost = own === undefined || own.state === "waiting";
    const isGuest = brings && guest === undefined;
    const free = this.free(session);
    return {
      ...{ own, guest, isHost, isGuest },
      hostGetsPlace: isHost && free >= 1,
      guestGetsPlace: isGuest && free >= (isHost ? 2 : 1),
    };
  }

  /** The outcome for somebody who books a session, alone or with a guest, or wants to. */
  answer(person: string, session: Shown, { byStaff, brings }: Asked): string {
    const { own, guest, isHost, isGuest, hostGetsPlace, guestGetsPlace } = this.#due(person, session, brings);
    const isToAdd = own?.state === "booked" && isGuest;
    if (!isHost && !isToAdd) return "same";
    if (session.state === "cancelled") return "cancelled";
    if (this.hasBegun(session)) return "begun";
    if ((this.places.get(session.gymClass) ?? null) === null) return "not-bookable";
    if (!byStaff && momentOf(later(session.date, -7), 6) > this.#timetable.now) return "not-open";
    if (isToAdd && !guestGetsPlace) return "guest-full";
    if (own !== undefined && isHost && !hostGetsPlace) return "same";
    if (!byStaff && this.#missed(person) >= MOST_MISSED) return "no-shows";
    const others = this.#openElsewhere(person, session.id);
    if (!byStaff && others >= MOST_OPEN) return "too-many";
    if (!byStaff && others === MOST_OPEN - 1 && (guestGetsPlace || guest !== undefined)) return "guest-too-many";
    const getsPlace = hostGetsPlace || guestGetsPlace;
    if (getsPlace && this.isBusy(person, session)) return "overlap";
    return getsPlace ? "booked" : "waiting";
  }

  /** After that answer was `booked` or `waiting`: who has a place by it, and who waits. A guest without a place is not there. */
  book(
    person: string,
    session: Shown,
    { brings }: Asked,
    { isByName = false, ...ids }: { own: string; guest?: string | undefined; isByName?: boolean },
  ) {
    const { own, hostGetsPlace, guestGetsPlace } = this.#due(person, session, brings);
    for (const booking of this.of(session.id)) if (booking.person === person) this.seesNow(booking);
    if (own === undefined) {
      const made = { id: ids.own, session: session.id, person, isGuest: isByName, host: null };
      this.list.push({ ...made, state: hostGetsPlace ? "booked" : "waiting", was: null });
    } else if (hostGetsPlace) {
      own.state = "booked";
    }
    if (guestGetsPlace) {
      const made = { id: ids.guest ?? "", session: session.id, person: null, isGuest: true, host: ids.own };
      this.list.push({ ...made, state: "booked", was: null });
    }
    this.sync();
  }

  /** The outcome for somebody whom the desk books by name for the first time. */
  answerByName(session: Shown): string {
    if (session.state === "cancelled") return "cancelled";
    if (this.hasBegun(session)) return "begun";
    if ((this.places.get(session.gymClass) ?? null) === null) return "not-bookable";
    return this.free(session) > 0 ? "booked" : "waiting";
  }

  #missed(person: string): number {
    const since = this.#timetable.now - 30 * 24 * HOUR_MS;
    const missed = this.list.filter(
      (booking) => booking.state === "no_show" && !booking.isDisputed && this.account(booking) === person,
    );
    return this.#shownOf(missed).filter(({ date, hour }) => momentOf(date, hour) > since).length;
  }

  #openElsewhere(person: string, session: string): number {
    const open = this.list.filter((booking) => {
      const isOpen = booking.state === "booked" || booking.state === "waiting";
      return isOpen && booking.session !== session && this.account(booking) === person;
    });
    return this.#shownOf(open).filter((at) => !this.hasBegun(at)).length;
  }

  /** The session of each. */
  #shownOf(bookings: readonly ModelBooking[]): Shown[] {
    return bookings.flatMap(({ session }) => this.shown(session) ?? []);
  }

  #sessionsOf(bookings: readonly ModelBooking[]): Shown[] {
    return [...new Set(bookings.map(({ session }) => session))].flatMap((id) => this.shown(id) ?? []);
  }

  /** Whether somebody has a place in another session at that time. */
  isBusy(person: string | null, { id, date, hour }: Shown): boolean {
    if (person === null) return false;
    const places = this.list.filter((booking) => {
      const isThere = booking.state === "booked" || booking.state === "attended";
      return isThere && booking.session !== id && this.account(booking) === person;
    });
    return this.#sessionsOf(places).some((at) => at.date === date && at.hour === hour);
  }

  add(booking: Omit<ModelBooking, "was">): void {
    this.list.push({ ...booking, was: null });
    this.sync();
  }

  /** A booking that its person or the desk gives up; the guest never stays without the host. */
  giveUp(booking: ModelBooking, state: "cancelled" | "late_cancelled", ofGuest: ModelState = state): void {
    const had = booking.state;
    const guest = this.guestOf(booking);
    this.seesNow(booking);
    booking.state = state;
    if (guest !== undefined) guest.state = ofGuest;
    this.promote(booking.session);
    const at = this.shown(booking.session);
    if (had !== "waiting" && at) this.#promoteElsewhere(booking.person, at);
  }

  /** Somebody is erased: what is to come is given up, and the rest is nobody's. */
  forget(person: string): void {
    for (const modelBooking of this.list.filter((booking) => booking.person === person && this.isOpen(booking))) {
      const at = this.shown(modelBooking.session);
      if (at && !this.hasBegun(at)) this.giveUp(modelBooking, "cancelled");
    }
    for (const booking of this.list) if (this.account(booking) === person) this.calls.delete(this.personOf(booking));
    // Their guests have no name without them.
    for (const booking of this.list) if (this.account(booking) === person) booking.isGuest = false;
    for (const booking of this.list) if (booking.person === person) booking.person = null;
  }

  /** Free places go to those who wait, while they could decline. */
  promote(session: string): void {
    const at = this.shown(session);
    if (at === undefined) return;
    if (at.state === "cancelled" || this.hasBegun(at) || !this.isTimeToDecline(at)) return;
    for (const booking of this.of(session)) {
      if (booking.state !== "waiting" || this.free(at) <= 0) continue;
      if (this.isBusy(booking.person, at)) continue;
      booking.promotedAt = this.#timetable.now;
      booking.state = "booked";
      if (booking.isGuest) this.#news("promoted", [{ one: booking, was: "waiting" }], at);
    }
  }

  #promoteElsewhere(person: string | null, { id, date, hour }: Shown): void {
    if (person === null) return;
    const waiting = this.list.filter(
      (booking) => booking.state === "waiting" && booking.session !== id && this.account(booking) === person,
    );
    for (const { session } of waiting) {
      const at = this.shown(session);
      if (at?.date === date && at.hour === hour) this.promote(session);
    }
  }

  /** After the places of a class, or its texts, were published. */
  classChanged(gymClass: string): void {
    if (!this.places.has(gymClass)) return;
    const ofClass = this.#sessionsOf(this.list).filter(
      (session) => session.gymClass === gymClass && !this.hasBegun(session),
    );
    for (const session of ofClass.sort((left, right) => atOnce(left, right) || byId(left, right))) {
      if (this.places.get(gymClass) === null) this.#endWaitingList(session.id, session);
      else this.promote(session.id);
    }
  }

  #endWaitingList(session: string, before: Shown): void {
    const ended = this.of(session).filter(({ state }) => state === "waiting");
    for (const booking of ended) booking.state = "expired";
    this.#news(
      "just-come",
      ended.map((booking) => ({ one: booking, was: "waiting" })),
      before,
    );
  }

  /** Stands for whoever a booking is of, in its session. */
  personOf(booking: ModelBooking): string {
    return `${booking.session} ${this.account(booking) ?? booking.id}`;
  }

  /** Each is called about a change; a guest with the host. Called after the change. */
  #news(kind: string, concerned: readonly { one: ModelBooking; was: ModelState }[], before: Shown): void {
    for (const { one, was } of concerned) {
      const now = this.shown(one.session);
      if (now === undefined || concerned.some((other) => other.one.id === one.host)) continue;
      const person = this.personOf(one);
      const call = this.calls.get(person);
      const first = call?.before ?? wordOf(before, was);
      if (call !== undefined && first === wordOf(now, one.state)) this.calls.delete(person);
      else
        this.calls.set(person, {
          booking: one.id,
          session: one.session,
          kind: ofBoth(call?.kind, kind),
          before: first,
        });
    }
  }

  /** Whoever books, gives up or is there sees how it is. */
  seesNow(booking: ModelBooking): void {
    if (booking.host === null) this.calls.delete(this.personOf(booking));
  }

  /** What somebody is called about; undefined: the session is over. */
  kindOf({ session, booking, kind }: ModelCall): string | undefined {
    const now = this.shown(session);
    const candidate = this.list.find(({ id }) => id === booking);
    if (now === undefined || candidate === undefined) return undefined;
    if (momentOf(now.date, now.hour) + HOUR_MS <= this.#timetable.now) return undefined;
    if (now.state === "cancelled") return "cancelled";
    // A class that was unpublished has no places either.
    const places = this.places.get(now.gymClass) ?? null;
    if (standingOf(candidate.state) === "none" && places === null) return "just-come";
    return kind === "cancelled" ? "back-on" : kind;
  }

  /** Jobs that run when a time is reached. */
  passTime(): void {
    for (const booking of this.list) {
      const at = booking.state === "waiting" ? this.shown(booking.session) : undefined;
      if (at === undefined || !this.hasBegun(at)) continue;
      booking.state = "expired";
      this.seesNow(booking);
    }
  }

  /** Follows what the timetable shows by now. Called after each of its steps. @param order of sessions of one day */
  sync(order: readonly string[] = []): void {
    const now = new Map(this.#sessionsOf(this.list).map((session) => [session.id, session]));
    const before = this.#seen;
    this.#seen = now;
    const rank = ({ id }: Shown) => order.indexOf(id);
    for (const after of [...now.values()].sort((a, b) => atOnce(a, b) || rank(a) - rank(b) || byId(a, b))) {
      const was = before.get(after.id);
      if (was !== undefined && !this.hasBegun(after)) this.#follow(was, after);
    }
  }

  #follow(before: Shown, after: Shown): void {
    const own = this.of(after.id);
    const isMoved = before.date !== after.date || before.hour !== after.hour;
    if (before.state === "cancelled" && isMoved && after.state === "scheduled") {
      this.#news("back-on", this.#comingBack(own), before);
    }
    if (before.state === "cancelled" && isMoved) for (const booking of own) booking.was = null;
    if (after.state === "cancelled") {
      if (before.state !== "cancelled") this.#cancel(own, before);
    } else if (before.state === "cancelled") {
      this.#restore(own, before, after);
    } else if (isMoved || before.gymClass !== after.gymClass || before.trainer !== after.trainer) {
      if (before.gymClass !== after.gymClass && this.places.get(after.gymClass) === null)
        this.#endWaitingList(after.id, before);
      const open = own
        .filter((booking) => this.isOpen(booking))
        .map((booking) => ({ one: booking, was: booking.state }));
      if (before.date !== after.date)
        for (const booking of own) if (booking.state === "attended") booking.state = "booked";
      const kind = isMoved ? "moved" : before.gymClass === after.gymClass ? "substitute" : "class-changed";
      this.#news(kind, open, before);
      this.promote(after.id);
      if (isMoved) for (const booking of own) if (this.isOpen(booking)) this.#promoteElsewhere(booking.person, before);
    }
  }

  #cancel(own: readonly ModelBooking[], at: Shown): void {
    const open = own.filter((booking) => this.isOpen(booking));
    const before = open.map((booking) => ({ one: booking, was: booking.state }));
    for (const booking of own) {
      if (!this.isOpen(booking) && booking.state !== "late_cancelled") continue;
      booking.was = booking.state;
      booking.state = "gym_cancelled";
    }
    this.#news("cancelled", before, at);
    for (const { person } of open) this.#promoteElsewhere(person, at);
  }

  /** A guest, after the host, who has an earlier ticket: a guest is there only where the host is. */
  #restoreGuest(guest: ModelBooking, was: ModelState, hostId: string): void {
    const host = this.list.find(({ id }) => id === hostId);
    if (host === undefined || !(this.isOpen(host) || host.state === "expired")) return;
    guest.state = was;
  }

  /** Whether somebody is told of a session that takes place after all: with the newest booking of it, and a guest by the host. */
  #comesBack({ id, was, state, person, isGuest, host }: ModelBooking, own: readonly ModelBooking[]): boolean {
    const newest = own.findLast((booking) => booking.id === id || (person !== null && booking.person === person));
    const isSomebody = person !== null || isGuest;
    return (
      was !== null &&
      was !== "late_cancelled" &&
      state === "gym_cancelled" &&
      host === null &&
      isSomebody &&
      newest?.id === id
    );
  }

  #comingBack(own: readonly ModelBooking[]) {
    return own
      .filter((booking) => this.#comesBack(booking, own))
      .map((booking) => ({ one: booking, was: booking.state }));
  }

  #restore(own: readonly ModelBooking[], before: Shown, at: Shown): void {
    const back = this.#comingBack(own);
    for (const [index, booking] of own.entries()) {
      const { was, person, host } = booking;
      booking.was = null;
      if (was !== null && was !== "late_cancelled" && host !== null) {
        if (booking.isGuest) this.#restoreGuest(booking, was, host);
        continue;
      }
      const isNobody = person === null && !booking.isGuest;
      const isNewest = person === null || !own.slice(index + 1).some((other) => other.person === person);
      if (was === null || booking.state !== "gym_cancelled" || isNobody) continue;
      if (was === "late_cancelled") booking.state = was;
      else if (!isNewest) continue;
      else if (was === "waiting") booking.state = this.places.get(at.gymClass) === null ? "expired" : was;
      else if (!this.isBusy(person, at)) booking.state = was;
    }
    this.#news("back-on", back, before);
    this.promote(at.id);
  }
}

/** The end of the two waking hours after a moment, of which the last is never at nine in the evening. */
export function wakingEnd(moment: number): number {
  const day = dateAt(moment);
  const [morning, evening, next] = [momentOf(day, MORNING), momentOf(day, EVENING), momentOf(later(day, 1), MORNING)];
  if (moment < morning) return morning + 2 * HOUR_MS;
  if (moment >= evening) return next + 2 * HOUR_MS;
  const left = evening - moment;
  return left > 2 * HOUR_MS ? moment + 2 * HOUR_MS : next + 2 * HOUR_MS - left;
}

/** A form of somebody who books. */
export type Asked = { byStaff: boolean; brings: boolean };

/** A move and a class that is back on are told with what follows. */
function ofBoth(before: string | undefined, kind: string): string {
  const isLarger = before === "moved" || before === "back-on";
  return isLarger && ["substitute", "class-changed", "promoted"].includes(kind) ? before : kind;
}

/** How a session is for somebody. */
function wordOf({ date, hour, gymClass, trainer, state }: Shown, own: ModelState): string {
  return [date, hour, gymClass, trainer, state, standingOf(own)].join(" ");
}

function standingOf(state: ModelState): "place" | "waiting" | "none" {
  if (state === "waiting") return state;
  return WITH_PLACE.includes(state) ? "place" : "none";
}

function atOnce(a: Shown, b: Shown): number {
  return momentOf(a.date, a.hour) - momentOf(b.date, b.hour);
}

function byId(a: Shown, b: Shown): number {
  return a.id < b.id ? -1 : 1;
}
