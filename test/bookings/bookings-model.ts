/**
 * A model of bookings, as simple as possible: a list by ticket. It reads the sessions of `timetable-model.ts`, which last
 * an hour each, and shares no code with the site.
 */
import { dateAt, later, momentOf, type Shown, type TimetableModel } from "../timetable/timetable-model.ts";

type EndedState = "cancelled" | "late_cancelled" | "gym_cancelled" | "expired";
export type ModelState = "booked" | "waiting" | "attended" | "no_show" | EndedState;

export type ModelBooking = {
  id: string;
  session: string;
  /** Null: a host's guest, or an erased person. */
  person: string | null;
  /** Without an account: booked by name by the desk, or a host's guest. */
  isGuest: boolean;
  /** A disputed no-show, until the desk has checked it. */
  isDisputed?: boolean;
  host: string | null;
  state: ModelState;
  promotedAt?: number | undefined;
  /** The state before the gym's last cancellation, while it can be restored. */
  was: ModelState | null;
};

/** A person on the call list: the latest change, and the session before the first change they were not told of. */
export type ModelCall = { booking: string; session: string; kind: string; before: string };

const HOUR_MS = 60 * 60_000;
const MAX_OPEN = 6;
const MAX_MISSED = 3;
const MORNING = 7;
const EVENING = 21;
const WITH_PLACE: readonly ModelState[] = ["booked", "attended", "no_show"];

export class BookingsModel {
  readonly list: ModelBooking[] = [];
  /** Capacities; null: not set. Classes that are not on the site are absent. */
  readonly places = new Map<string, number | null>();
  /** One call for each person and session. */
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

  guestOf(host: ModelBooking): ModelBooking | undefined {
    return this.list.find((booking) => booking.host === host.id && this.isOpen(booking));
  }

  /** The person whose limits a booking counts towards. */
  ownerOf({ person, host }: ModelBooking): string | null {
    return host === null ? person : (this.list.find(({ id }) => id === host)?.person ?? null);
  }

  /** The bookings that count towards a person's limits: their own, and their guests'. */
  #ownedBy(person: string): ModelBooking[] {
    return this.list.filter((booking) => this.ownerOf(booking) === person);
  }

  openOf(person: string, session: string): ModelBooking | undefined {
    return this.of(session).find((booking) => booking.person === person && this.isOpen(booking));
  }

  shown(session: string): Shown | undefined {
    return this.#timetable.settledOne(session);
  }

  hasBegun({ date, hour }: Shown): boolean {
    return momentOf(date, hour) <= this.#timetable.now;
  }

  isToCome(session: string): boolean {
    const at = this.shown(session);
    return at !== undefined && !this.hasBegun(at);
  }

  free({ id, gymClass }: Shown): number {
    return (this.places.get(gymClass) ?? 0) - this.of(id).filter(({ state }) => WITH_PLACE.includes(state)).length;
  }

  /** Whether a person was promoted so late that they are never recorded as a no-show. */
  isShortNotice({ session, promotedAt }: ModelBooking): boolean {
    const at = this.shown(session);
    return at !== undefined && promotedAt !== undefined && wakingEnd(promotedAt) > momentOf(at.date, at.hour);
  }

  /** Whether host and guest need a place, and whether they get one. */
  #needs(person: string, session: Shown, brings: boolean) {
    const own = this.openOf(person, session.id);
    const guest = own && this.guestOf(own);
    const hostNeedsPlace = own === undefined || own.state === "waiting";
    const guestNeedsPlace = brings && guest === undefined;
    const free = this.free(session);
    return {
      ...{ own, guest, hostNeedsPlace, guestNeedsPlace },
      hostGetsPlace: hostNeedsPlace && free >= 1,
      guestGetsPlace: guestNeedsPlace && free >= (hostNeedsPlace ? 2 : 1),
    };
  }

  /** The expected outcome of booking a session, alone or with a guest. */
  answer(person: string, session: Shown, { byStaff, brings }: Asked): string {
    const needs = this.#needs(person, session, brings);
    const { own, guest, hostNeedsPlace, hostGetsPlace, guestGetsPlace } = needs;
    const addsGuest = own?.state === "booked" && needs.guestNeedsPlace;
    if (!hostNeedsPlace && !addsGuest) return "same";
    const closed = this.#answerToAnybody(session);
    if (closed !== undefined) return closed;
    if (!byStaff && momentOf(later(session.date, -7), 6) > this.#timetable.now) return "not-open";
    if (addsGuest && !guestGetsPlace) return "guest-full";
    if (own !== undefined && hostNeedsPlace && !hostGetsPlace) return "same";
    if (!byStaff && this.#missed(person) >= MAX_MISSED) return "no-shows";
    const others = this.#openElsewhere(person, session.id);
    if (!byStaff && others >= MAX_OPEN) return "too-many";
    if (!byStaff && others === MAX_OPEN - 1 && (guestGetsPlace || guest !== undefined)) return "guest-too-many";
    const getsPlace = hostGetsPlace || guestGetsPlace;
    if (getsPlace && this.isBusy(person, session)) return "overlap";
    return getsPlace ? "booked" : "waiting";
  }

  /** The expected outcome of moving a booking to another session: `moved`, whether or not the deadline is over, or a refusal. */
  answerToMove(booking: ModelBooking, session: Shown): string {
    const person = booking.person ?? "";
    const there = this.openOf(person, session.id);
    const guest = this.guestOf(booking);
    if (there !== undefined && there.state !== "waiting") return "move-same";
    if (booking.state === "attended") return "checked-in";
    if (guest?.state === "attended") return "guest-checked-in";
    if (booking.state !== "booked") return "unknown";
    // The rules ignore the earlier booking.
    const places = guest === undefined ? [booking] : [booking, guest];
    for (const place of places) place.state = "cancelled";
    const answer = this.answer(person, session, { byStaff: false, brings: guest !== undefined });
    const { hostGetsPlace, guestGetsPlace } = this.#needs(person, session, guest !== undefined);
    for (const place of places) place.state = "booked";
    if (answer === "waiting" || answer === "same") return "move-full";
    if (answer !== "booked") return answer;
    if (!hostGetsPlace) return "move-full";
    return guest === undefined || guestGetsPlace ? "moved" : "move-guest";
  }

  /** Applies an outcome of `booked` or `waiting`. A guest without a place gets no booking. */
  book(
    person: string,
    session: Shown,
    { brings }: Asked,
    { isByName = false, ...ids }: { own: string; guest?: string | undefined; isByName?: boolean },
  ) {
    const { own, hostGetsPlace, guestGetsPlace } = this.#needs(person, session, brings);
    for (const booking of this.of(session.id)) if (booking.person === person) this.clearCall(booking);
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

  /** The expected outcome when the desk books a new person by name. */
  answerByName(session: Shown): string {
    return this.#answerToAnybody(session) ?? (this.free(session) > 0 ? "booked" : "waiting");
  }

  /** Why nobody can book a session. */
  #answerToAnybody(session: Shown): string | undefined {
    if (session.state === "cancelled") return "cancelled";
    if (this.hasBegun(session)) return "begun";
    return (this.places.get(session.gymClass) ?? null) === null ? "not-bookable" : undefined;
  }

  #missed(person: string): number {
    const since = this.#timetable.now - 30 * 24 * HOUR_MS;
    const missed = this.#ownedBy(person).filter(({ state, isDisputed }) => state === "no_show" && !isDisputed);
    const sessions = missed.flatMap(({ session }) => this.shown(session) ?? []);
    return sessions.filter(({ date, hour }) => momentOf(date, hour) > since).length;
  }

  #openElsewhere(person: string, session: string): number {
    const open = this.#ownedBy(person).filter(({ state }) => state === "booked" || state === "waiting");
    return open.filter((booking) => booking.session !== session && this.isToCome(booking.session)).length;
  }

  #sessionsOf(bookings: readonly ModelBooking[]): Shown[] {
    return [...new Set(bookings.map(({ session }) => session))].flatMap((id) => this.shown(id) ?? []);
  }

  isBusy(person: string | null, { id, date, hour }: Shown): boolean {
    if (person === null) return false;
    const places = this.#ownedBy(person).filter(({ state }) => state === "booked" || state === "attended");
    const others = this.#sessionsOf(places).filter((at) => at.id !== id);
    return others.some((at) => at.date === date && at.hour === hour);
  }

  add(booking: Omit<ModelBooking, "was">): void {
    this.list.push({ ...booking, was: null });
    this.sync();
  }

  /** Cancels a booking, as its person or the desk does; a guest never stays without the host. */
  giveUp(booking: ModelBooking, state: "cancelled" | "late_cancelled", ofGuest: ModelState = state): void {
    const had = booking.state;
    const guest = this.guestOf(booking);
    this.clearCall(booking);
    booking.state = state;
    if (guest !== undefined) guest.state = ofGuest;
    this.promote(booking.session);
    const at = this.shown(booking.session);
    if (had !== "waiting" && at) this.#promoteOverlapping(booking.person, at);
  }

  /** Erases a person: upcoming bookings are cancelled, the others become anonymous. */
  forget(person: string): void {
    const own = this.#ownedBy(person);
    for (const booking of own) {
      const isCancelled = booking.person === person && this.isOpen(booking) && this.isToCome(booking.session);
      if (isCancelled) this.giveUp(booking, "cancelled");
    }
    for (const booking of own) {
      this.calls.delete(this.personOf(booking));
      // Their guests lose their names.
      booking.isGuest = false;
    }
    for (const booking of own) if (booking.person === person) booking.person = null;
  }

  /** Gives free places to the waiting list while there is time to decline. */
  promote(session: string): void {
    const at = this.shown(session);
    if (at === undefined || at.state === "cancelled" || this.hasBegun(at)) return;
    // A promoted person has two waking hours before the class to decline.
    if (wakingEnd(this.#timetable.now) >= momentOf(at.date, at.hour)) return;
    for (const booking of this.of(session)) {
      if (booking.state !== "waiting" || this.free(at) <= 0) continue;
      if (this.isBusy(booking.person, at)) continue;
      booking.promotedAt = this.#timetable.now;
      booking.state = "booked";
      if (booking.isGuest) this.#addCalls("promoted", [{ booking, was: "waiting" }], at);
    }
  }

  #promoteOverlapping(person: string | null, { id, date, hour }: Shown): void {
    if (person === null) return;
    for (const { session, state } of this.#ownedBy(person)) {
      const at = this.shown(session);
      if (state === "waiting" && session !== id && at?.date === date && at.hour === hour) this.promote(session);
    }
  }

  classChanged(gymClass: string): void {
    if (!this.places.has(gymClass)) return;
    const ofClass = this.#sessionsOf(this.list).filter((session) => session.gymClass === gymClass);
    const toCome = ofClass.filter((session) => !this.hasBegun(session));
    for (const session of toCome.sort((left, right) => byMoment(left, right) || byId(left, right))) {
      if (this.places.get(gymClass) === null) this.#endWaitingList(session.id, session);
      else this.promote(session.id);
    }
  }

  #endWaitingList(session: string, before: Shown): void {
    const waiting = this.of(session).filter(({ state }) => state === "waiting");
    const ended = waiting.map((booking) => ({ booking, was: booking.state }));
    for (const booking of waiting) booking.state = "expired";
    this.#addCalls("just-come", ended, before);
  }

  /** A key for a booking's person in its session. */
  personOf(booking: ModelBooking): string {
    return `${booking.session} ${this.ownerOf(booking) ?? booking.id}`;
  }

  /** Adds people to the call list after a change, guests with their hosts. */
  #addCalls(kind: string, affected: readonly { booking: ModelBooking; was: ModelState }[], before: Shown): void {
    for (const { booking, was } of affected) {
      const now = this.shown(booking.session);
      if (now === undefined || affected.some((other) => other.booking.id === booking.host)) continue;
      const person = this.personOf(booking);
      const call = this.calls.get(person);
      const first = call?.before ?? summaryOf(before, was);
      // After a move or a restored class, smaller changes don't replace the kind.
      const isKept = /^(moved|back-on)$/.test(call?.kind ?? "") && /^(substitute|class-changed|promoted)$/.test(kind);
      const next = { booking: booking.id, session: booking.session, kind: isKept ? (call?.kind ?? kind) : kind };
      if (call !== undefined && first === summaryOf(now, booking.state)) this.calls.delete(person);
      else this.calls.set(person, { ...next, before: first });
    }
  }

  /** Removes people from the call list who book, cancel or come, since they know the current state. */
  clearCall(booking: ModelBooking): void {
    if (booking.host === null) this.calls.delete(this.personOf(booking));
  }

  /** The kind of change that a call is about; undefined: the session is over. */
  kindOf({ session, booking, kind }: ModelCall): string | undefined {
    const now = this.shown(session);
    const called = this.list.find(({ id }) => id === booking);
    if (now === undefined || called === undefined) return undefined;
    if (momentOf(now.date, now.hour) + HOUR_MS <= this.#timetable.now) return undefined;
    if (now.state === "cancelled") return "cancelled";
    // A class that was unpublished has no places either.
    const places = this.places.get(now.gymClass) ?? null;
    if (statusOf(called.state) === "none" && places === null) return "just-come";
    return kind === "cancelled" ? "back-on" : kind;
  }

  /** Runs the timed jobs. */
  passTime(): void {
    for (const booking of this.list) {
      const at = booking.state === "waiting" ? this.shown(booking.session) : undefined;
      if (at === undefined || !this.hasBegun(at)) continue;
      booking.state = "expired";
      this.clearCall(booking);
    }
  }

  /** Updates bookings after a step of the timetable. @param order of the sessions of one day */
  sync(order: readonly string[] = []): void {
    const now = new Map(this.#sessionsOf(this.list).map((session) => [session.id, session]));
    const before = this.#seen;
    this.#seen = now;
    const rank = ({ id }: Shown) => order.indexOf(id);
    for (const after of [...now.values()].sort((a, b) => byMoment(a, b) || rank(a) - rank(b) || byId(a, b))) {
      const was = before.get(after.id);
      if (was !== undefined && !this.hasBegun(after)) this.#follow(was, after);
    }
  }

  #follow(before: Shown, after: Shown): void {
    const own = this.of(after.id);
    const isMoved = before.date !== after.date || before.hour !== after.hour;
    if (before.state === "cancelled" && isMoved && after.state === "scheduled") {
      this.#addCalls("back-on", this.#comingBack(own), before);
    }
    if (before.state === "cancelled" && isMoved) for (const booking of own) booking.was = null;
    if (after.state === "cancelled") {
      if (before.state !== "cancelled") this.#cancel(own, before);
    } else if (before.state === "cancelled") {
      this.#restore(own, before, after);
    } else if (isMoved || before.gymClass !== after.gymClass || before.trainer !== after.trainer) {
      if (before.gymClass !== after.gymClass && this.places.get(after.gymClass) === null)
        this.#endWaitingList(after.id, before);
      const open = own.filter((booking) => this.isOpen(booking)).map((booking) => ({ booking, was: booking.state }));
      if (before.date !== after.date)
        for (const booking of own) if (booking.state === "attended") booking.state = "booked";
      const kind = isMoved ? "moved" : before.gymClass === after.gymClass ? "substitute" : "class-changed";
      this.#addCalls(kind, open, before);
      this.promote(after.id);
      if (isMoved)
        for (const booking of own) if (this.isOpen(booking)) this.#promoteOverlapping(booking.person, before);
    }
  }

  #cancel(own: readonly ModelBooking[], at: Shown): void {
    const open = own.filter((booking) => this.isOpen(booking));
    const before = open.map((booking) => ({ booking, was: booking.state }));
    for (const booking of own) {
      if (!this.isOpen(booking) && booking.state !== "late_cancelled") continue;
      booking.was = booking.state;
      booking.state = "gym_cancelled";
    }
    this.#addCalls("cancelled", before, at);
    for (const { person } of open) this.#promoteOverlapping(person, at);
  }

  /** Whether a person is told of a restored session: by their newest booking, and guests through their hosts. */
  #comesBack({ id, was, state, person, isGuest, host }: ModelBooking, own: readonly ModelBooking[]): boolean {
    if (was === null || was === "late_cancelled" || state !== "gym_cancelled" || host !== null) return false;
    const newest = own.findLast((booking) => booking.id === id || (person !== null && booking.person === person));
    return (person !== null || isGuest) && newest?.id === id;
  }

  #comingBack(own: readonly ModelBooking[]) {
    return own.filter((booking) => this.#comesBack(booking, own)).map((booking) => ({ booking, was: booking.state }));
  }

  #restore(own: readonly ModelBooking[], before: Shown, at: Shown): void {
    const back = this.#comingBack(own);
    for (const [index, booking] of own.entries()) {
      const { was, person, host } = booking;
      booking.was = null;
      if (was !== null && was !== "late_cancelled" && host !== null) {
        // A guest is never restored alone; the host's ticket is earlier.
        const hosting = this.list.find(({ id }) => id === host);
        const isHostBack = hosting !== undefined && (this.isOpen(hosting) || hosting.state === "expired");
        if (booking.isGuest && isHostBack) booking.state = was;
        continue;
      }
      const isErased = person === null && !booking.isGuest;
      const isNewest = person === null || !own.slice(index + 1).some((other) => other.person === person);
      if (was === null || booking.state !== "gym_cancelled" || isErased) continue;
      if (was === "late_cancelled") booking.state = was;
      else if (!isNewest) continue;
      else if (was === "waiting") booking.state = this.places.get(at.gymClass) === null ? "expired" : was;
      else if (!this.isBusy(person, at)) booking.state = was;
    }
    this.#addCalls("back-on", back, before);
    this.promote(at.id);
  }
}

/** The end of the two waking hours after a moment, which is never at nine in the evening. */
export function wakingEnd(moment: number): number {
  const day = dateAt(moment);
  const [morning, evening, next] = [momentOf(day, MORNING), momentOf(day, EVENING), momentOf(later(day, 1), MORNING)];
  if (moment < morning) return morning + 2 * HOUR_MS;
  if (moment >= evening) return next + 2 * HOUR_MS;
  const left = evening - moment;
  return left > 2 * HOUR_MS ? moment + 2 * HOUR_MS : next + 2 * HOUR_MS - left;
}

/** Facts of a booking form. */
export type Asked = { byStaff: boolean; brings: boolean };

/** The facts of a session that a person has to know. */
function summaryOf({ date, hour, gymClass, trainer, state }: Shown, own: ModelState): string {
  return [date, hour, gymClass, trainer, state, statusOf(own)].join(" ");
}

function statusOf(state: ModelState): "place" | "waiting" | "none" {
  if (state === "waiting") return state;
  return WITH_PLACE.includes(state) ? "place" : "none";
}

export function byMoment(a: Shown, b: Shown): number {
  return momentOf(a.date, a.hour) - momentOf(b.date, b.hour);
}

function byId(a: Shown, b: Shown): number {
  return a.id < b.id ? -1 : 1;
}
