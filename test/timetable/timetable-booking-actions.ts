/** Actions of members, the desk and the owner about bookings, on the site and in the model. */
import { disputeNoShow, saveAttendance } from "../../app/bookings/attendance.server.ts";
import { availabilityBetween } from "../../app/bookings/availability.server.ts";
import { bookPlace } from "../../app/bookings/book.server.ts";
import { readCallList } from "../../app/bookings/call-list.server.ts";
import { markTold, undoTold } from "../../app/bookings/call-list-actions.server.ts";
import { cancelBooking } from "../../app/bookings/cancel-booking.server.ts";
import {
  addWalkIn,
  bookFor,
  cancelFor,
  checkIn,
  markMissed,
  undoCheckIn,
} from "../../app/bookings/desk-actions.server.ts";
import { runBookingJobs } from "../../app/bookings/jobs.server.ts";
import { moveBooking } from "../../app/bookings/move-booking.server.ts";
import { findLive } from "../../app/cms/editing/entry-rows.server.ts";
import { removeEntry } from "../../app/cms/editing/removal.server.ts";
import { restoreEntry } from "../../app/cms/editing/undo.server.ts";
import { classType } from "../../app/content-types/class.ts";
import { erasePerson } from "../../app/people/erase-person.server.ts";
import { HOUR_MS, MINUTE_MS } from "../../app/platform/durations.ts";
import { BookingClaims } from "../bookings/booking-claims.ts";
import { addMembers, eraseAccount, type Member } from "../bookings/booking-gym.ts";
import { BookingsModel, byMoment, type ModelBooking, type ModelCall } from "../bookings/bookings-model.ts";
import { ACTOR, tryPublishing } from "../content/content-changes.ts";
import { later, momentOf, type Shown } from "./timetable-model.ts";
import { CLASSES } from "./timetable-session-actions.ts";
import { WeekActions } from "./timetable-week-actions.ts";

const MEMBERS = 12;
/** A class whose bookings can be cancelled free of charge until it starts. */
const NEVER_LATE = "dance";
const FIRST_PLACES = { boxing: 2, dance: 1, yoga: 3 };
const PLACES = [null, 1, 2, 3, 4] as const;

export class BookingActions extends WeekActions {
  readonly bookings = new BookingsModel(this.model);
  readonly claims = new BookingClaims(this);
  members: Member[] = [];
  /** The ids of people whom the desk has booked by name, and the number of names. */
  readonly callers = new Set<string>();
  #names = 0;
  focus: string | undefined;
  /** How many people on the call list were compared. */
  toldCompared = 0;
  #removedClass: string | undefined;
  #availability = { levels: new Map<string, string>(), version: Number.NEGATIVE_INFINITY };
  /** Calls that the desk has made, by the id of the call list's row. */
  readonly #told = new Map<string, [person: string, call: ModelCall]>();
  #texts = 0;

  async beginBookings(): Promise<void> {
    this.members = await addMembers(this.services, MEMBERS);
    for (const [slug, places] of Object.entries(FIRST_PLACES)) await this.#publishClass(slug, places);
    this.model.afterStep = (order) => this.bookings.sync(order);
  }

  async #publishClass(slug: string, places: number | null): Promise<string> {
    const live = await findLive(this.services.db, { type: classType.name, slug });
    const { places: _, ...values } = JSON.parse(live?.body ?? "{}");
    const summary = `Text ${this.#texts}`;
    const lateHours = slug === NEVER_LATE ? 0 : 4;
    const changed = { ...values, summary, lateHours, ...(places !== null && { places }) };
    const { code } = await tryPublishing(this.services, classType, slug, changed);
    if (code === "published") this.bookings.places.set(slug, places);
    return code === "published" ? "done" : code;
  }

  /** Changes the number of places, removes it, or changes the text. */
  async changeClass(): Promise<string> {
    const slug = this.pick([...this.bookings.places.keys()]);
    this.#texts += 1;
    const places = this.chance(0.3) ? (this.bookings.places.get(slug) ?? null) : this.pick(PLACES);
    this.trail.push(`  ${slug} ${places}`);
    const code = await this.#publishClass(slug, places);
    if (code === "done") this.bookings.classChanged(slug);
    return code;
  }

  /** Unpublishes a class after giving its slots to another class; later restores it. */
  async replaceClass(): Promise<string> {
    const removed = this.#removedClass;
    if (removed !== undefined) {
      const { code } = await restoreEntry(this.services, classType, removed, ACTOR);
      if (code !== "put-back") return code;
      this.#removedClass = undefined;
      const live = await findLive(this.services.db, { type: classType.name, slug: removed });
      this.bookings.places.set(removed, JSON.parse(live?.body ?? "{}").places ?? null);
      this.classes.push(removed);
      this.bookings.classChanged(removed);
      return "done";
    }
    const gone = this.pick(CLASSES);
    const other = this.pick(CLASSES.filter((slug) => slug !== gone));
    this.trail.push(`  ${gone} by ${other}`);
    if (!(await this.replaceInWeek("gymClass", gone, other))) return "nothing";
    const { code } = await removeEntry(this.services, classType, gone, ACTOR);
    if (code !== "removed") return code;
    this.classes.splice(this.classes.indexOf(gone), 1);
    this.bookings.places.delete(gone);
    this.#removedClass = gone;
    return "done";
  }

  /** The session in focus; otherwise sessions with open bookings, or bookings that can be restored. */
  override preferred(): ReadonlySet<string> {
    if (this.focus !== undefined) return new Set([this.focus]);
    const booked = this.bookings.list.filter((booking) => this.bookings.isOpen(booking) || booking.was !== null);
    return new Set(booked.map(({ session }) => session).filter((id) => this.bookings.isToCome(id)));
  }

  /** A session that can be booked soon, usually one with bookings. */
  #session(): Shown | undefined {
    // Both refusals are right for a cancelled session that has begun.
    const sessions = this.model
      .shown(this.today(), later(this.today(), 8))
      .filter((session) => session.state === "scheduled" || !this.bookings.hasBegun(session));
    const booked = sessions.filter(({ id }) => this.focus === id || this.bookings.of(id).length > 0);
    return this.find(booked.length > 0 && this.chance(0.7) ? booked : sessions);
  }

  async book(): Promise<string> {
    const [member, session] = [this.pick(this.members), this.#session()];
    const options = { byStaff: this.chance(0.15), brings: this.chance(0.35) };
    const { byStaff, brings } = options;
    if (session === undefined) return "nothing";
    this.trail.push(`  ${member.id} ${JSON.stringify([options, session])}`);
    const expected = this.bookings.answer(member.id, session, options);
    const guest = brings ? { guest: `Guest ${this.bookings.list.length}` } : {};
    const press = () =>
      byStaff
        ? bookFor(this.services, session.id, { person: member.id, ...guest }, ACTOR)
        : bookPlace(this.services, member, { sessionId: session.id, ...guest });
    const outcomes = await Promise.all(!byStaff && !brings && this.chance(0.1) ? [press(), press()] : [press()]);
    const outcome = outcomes.find((each) => each.code !== "same") ?? (outcomes[0] as (typeof outcomes)[number]);
    const { code } = outcome;
    const isRight = code === expected || code === "too-often";
    if (!isRight || ("booking" in outcome && outcomes.some((other) => other !== outcome && other.code !== "same"))) {
      const codes = outcomes.map((each) => each.code);
      throw new Error(`wrong booking: ${member.id} in ${session.id}: ${codes}, expected ${expected}`);
    }
    const isBookable = session.state === "scheduled" && (this.bookings.places.get(session.gymClass) ?? null) !== null;
    // The session is stored when a person asks for a place.
    const isKept = !byStaff || "booking" in outcome;
    if (isBookable && isKept && this.model.isOpen(session.id)) this.model.rely(session);
    if (!("booking" in outcome) || code === "same") return code;
    const { booking } = outcome;
    this.bookings.book(member.id, session, options, { own: booking.id, guest: booking.guest?.id });
    return "done";
  }

  /** The desk books a new person by name, or an earlier one. */
  async bookByName(): Promise<string> {
    const session = this.#session();
    if (session === undefined) return "nothing";
    const options = { byStaff: true, brings: false };
    const who = this.#caller();
    this.trail.push(`  ${JSON.stringify([who, session])}`);
    const isNew = !("person" in who);
    const expected = isNew ? this.bookings.answerByName(session) : this.bookings.answer(who.person, session, options);
    const outcome = await bookFor(this.services, session.id, who, ACTOR);
    expectCode(outcome.code, [expected, "too-often"], `by name in ${session.id}`);
    if (!("booking" in outcome) || outcome.code === "same") return outcome.code;
    this.model.rely(session);
    const { id } = outcome.booking;
    this.bookings.book(await this.#callerOf(id), session, options, { own: id, isByName: true });
    return "done";
  }

  #caller(): { person: string } | { name: string; phone: string } {
    const person = this.chance(0.6) ? this.find([...this.callers]) : undefined;
    if (person !== undefined) return { person };
    this.#names += 1;
    return { name: `Caller ${this.#names}`, phone: `+254722${100_000 + this.#names}` };
  }

  /** The person of a booking by name, who is known from then on. */
  async #callerOf(bookingId: string): Promise<string> {
    const person = (await this.#row(bookingId)).person_id ?? "";
    this.callers.add(person);
    return person;
  }

  #row(bookingId: string) {
    return this.services.db.selectFrom("bookings").selectAll().where("id", "=", bookingId).executeTakeFirstOrThrow();
  }

  #isMember(person: string | null): boolean {
    return this.members.some(({ id }) => id === person);
  }

  #openBooking(): ModelBooking | undefined {
    const open = this.bookings.list.filter((booking) => this.bookings.isOpen(booking));
    return this.find(open.filter(({ session }) => this.bookings.isToCome(session)));
  }

  async giveUp(): Promise<string> {
    const booking = this.#openBooking();
    if (booking === undefined) return "nothing";
    this.trail.push(`  ${booking.person} in ${booking.session}`);
    const person = this.bookings.ownerOf(booking);
    const guest = this.bookings.guestOf(booking);
    const byDesk = person === null || !this.#isMember(person) || this.chance(0.2);
    const free = this.chance(0.5);
    const { code } = byDesk
      ? await cancelFor(this.services, booking.id, { free }, ACTOR)
      : await cancelBooking(this.services, person, booking.id);
    // Only the desk can undo a check-in.
    const prefix = booking.state === "attended" ? "" : guest?.state === "attended" ? "guest-" : undefined;
    const isRefused = !byDesk && prefix !== undefined;
    const expected = isRefused ? [`${prefix}checked-in`] : ["done", "cancelled", "late", "left"];
    expectCode(code, expected, `${person} gives up ${booking.session}`);
    if (isRefused) return code;
    const isLate = byDesk ? !free && booking.state !== "waiting" : code === "late";
    if (!byDesk && booking.state !== "waiting") await this.#expectDeadline(booking, isLate);
    if (code === "left" && person !== null)
      this.claims.left(person, booking.session, { isGuest: booking.host !== null });
    const state = isLate ? "late_cancelled" : "cancelled";
    this.bookings.giveUp(booking, state, byDesk ? state : await this.#endOf(guest));
    return "done";
  }

  /** Cancelling is late after the deadline that the booking has. */
  async #expectDeadline({ id }: ModelBooking, isLate: boolean): Promise<void> {
    const { free_until: deadline } = await this.#row(id);
    const code = this.model.now > Date.parse(deadline) ? "late" : "in time";
    expectCode(isLate ? "late" : "in time", [code], `${id} with the deadline ${deadline}`);
  }

  async rebook(): Promise<string> {
    const [booking, session] = [this.#openBooking(), this.#session()];
    const member = this.members.find(({ id }) => id === booking?.person);
    if (booking === undefined || member === undefined || session === undefined) return "nothing";
    const guest = this.bookings.guestOf(booking);
    this.trail.push(`  ${member.id} from ${booking.session} to ${session.id}, with ${guest?.id}`);
    const expected = this.bookings.answerToMove(booking, session);
    const { code } = await moveBooking(this.services, member, booking.id, session.id);
    expectCode(code.replace("-late", ""), [expected, "too-often"], `${booking.id} to ${session.id}`);
    if (!code.startsWith("moved")) return code;
    const isLate = code === "moved-late";
    await this.#expectDeadline(booking, isLate);
    this.model.rely(session);
    const [own, itsGuest] = await this.#openRows(member.id, session.id);
    this.bookings.book(member.id, session, { byStaff: false, brings: guest !== undefined }, { own, guest: itsGuest });
    this.bookings.giveUp(booking, isLate ? "late_cancelled" : "cancelled", await this.#endOf(guest));
    // One email is about both: that of the new place.
    this.claims.left(member.id, booking.session, { isGuest: false });
    return "done";
  }

  /** The ids of a member's open booking of a session, and of the guest's. */
  async #openRows(userId: string, sessionId: string): Promise<[own: string, guest: string | undefined]> {
    const open = this.#rows().where("session_id", "=", sessionId).where("ended_at", "is", null);
    const rows = await open.execute();
    const own = rows.find((row) => row.user_id === userId)?.id ?? "";
    return [own, rows.find((row) => row.host_id === own)?.id];
  }

  #rows() {
    const bookings = this.db.selectFrom("bookings").leftJoin("people", "people.id", "person_id");
    return bookings.select(["bookings.id", "user_id", "person_id", "host_id", "state"]);
  }

  /** The state of a guest whose host has cancelled, which follows from the guest's own deadline. */
  async #endOf(guest: ModelBooking | undefined): Promise<"cancelled" | "late_cancelled"> {
    const state = guest && (await this.#row(guest.id)).state;
    return state === "late_cancelled" ? state : "cancelled";
  }

  /** Twenty minutes before a session: the desk checks people in, undoes check-ins, and adds walk-ins. */
  async checkIn(): Promise<string> {
    const soon = this.model.shown(this.today(), later(this.today(), 1)).filter((session) => {
      const isToCome = session.state === "scheduled" && !this.bookings.hasBegun(session);
      return isToCome && this.bookings.of(session.id).length > 0;
    });
    const [next] = soon.sort(byMoment);
    if (next === undefined) return "nothing";
    this.trail.push(`  ${next.id} ${next.date} ${next.hour}`);
    const moment = momentOf(next.date, next.hour) - 20 * MINUTE_MS;
    if (moment > this.model.now) this.model.setClock(moment);
    this.focus = next.id;
    for (const booking of this.bookings.of(next.id)) {
      if (booking.state === "booked" && this.chance(0.7)) {
        await this.#expect("done", checkIn(this.services, booking.id, ACTOR));
        booking.state = "attended";
        this.bookings.clearCall(booking);
      } else if (booking.state === "attended" && this.chance(0.3)) {
        await this.#expect("done", undoCheckIn(this.services, booking.id, ACTOR));
        booking.state = "booked";
      }
    }
    if (this.chance(0.5)) await this.#walkIn(next);
    return "done";
  }

  /** The desk records who came to a past session; a person disputes a no-show, and the desk may decide. */
  async recordAttendance(): Promise<string> {
    const { now } = this.model;
    const over = this.model.shown(later(this.today(), -2), this.today()).filter((session) => {
      const end = momentOf(session.date, session.hour) + HOUR_MS;
      return session.state === "scheduled" && end <= now && now <= end + 48 * HOUR_MS;
    });
    const left = (id: string) => this.bookings.of(id).filter(({ state }) => state === "booked");
    const questioned = over.filter(({ id }) => left(id).length > 0);
    const missed = over.flatMap(({ id }) => this.bookings.of(id)).filter(({ state }) => state === "no_show");
    const [disputed] = missed.filter(({ isDisputed, person }) => isDisputed === undefined && this.#isMember(person));
    if (disputed?.person != null && this.chance(0.5)) {
      await this.#expect("done", disputeNoShow(this.services, disputed.person, disputed.id));
      disputed.isDisputed = true;
      if (this.chance(0.6)) {
        const came = this.chance(0.5);
        await this.#expect("done", (came ? checkIn : markMissed)(this.services, disputed.id, ACTOR));
        disputed.isDisputed = false;
        if (came) disputed.state = "attended";
      }
      return "done";
    }
    const id = this.find(questioned)?.id;
    if (id === undefined) return "nothing";
    const answer = this.chance(0.6) ? "all-missed" : "all-came";
    this.trail.push(`  ${id} ${answer}`);
    const people = left(id).filter((booking) => answer === "all-came" || !this.bookings.isShortNotice(booking));
    const expected = people.length === 0 ? "same" : "done";
    await this.#expect(expected, saveAttendance(this.services, id, answer, ACTOR));
    for (const booking of people) booking.state = answer === "all-missed" ? "no_show" : "attended";
    return "done";
  }

  async #walkIn(session: Shown): Promise<void> {
    const places = this.bookings.places.get(session.gymClass) ?? null;
    const door = this.bookings.free(session) <= 0 ? "walk-in-full" : "done";
    const who = this.#caller();
    const known = "person" in who ? this.bookings.openOf(who.person, session.id) : undefined;
    const expected = known?.state === "attended" ? "here" : known?.state === "booked" ? "done" : door;
    const outcome = await addWalkIn(this.services, session.id, who, ACTOR);
    this.trail.push(`  ${JSON.stringify([who, outcome.code])}`);
    expectCode(outcome.code, [places === null ? "not-bookable" : expected], `a walk-in of ${session.id}`);
    if (!("bookingId" in outcome) || outcome.code === "here") return;
    if (known === undefined) {
      const made = { session: session.id, person: await this.#callerOf(outcome.bookingId), isGuest: true, host: null };
      this.bookings.add({ id: outcome.bookingId, ...made, state: "attended" });
    } else {
      known.state = "attended";
      this.bookings.clearCall(known);
    }
  }

  async #expect(code: string, action: Promise<{ code: string }>): Promise<void> {
    expectCode((await action).code, [code], "an action");
  }

  async deleteAccount(): Promise<string> {
    // Usually a person with a booking of the session in focus.
    const inFocus = this.bookings.list.filter(({ session }) => session === this.focus);
    const concerned = this.members.filter(({ id }) => inFocus.some(({ person }) => person === id));
    const gone = this.pick(concerned.length > 0 && this.chance(0.7) ? concerned : this.members);
    this.members.splice(this.members.indexOf(gone), 1);
    this.trail.push(`  ${gone.id}`);
    await eraseAccount(this.services, gone.id);
    this.bookings.forget(gone.id);
    this.members.push(...(await addMembers(this.services, 1)));
    return "done";
  }

  async erase(): Promise<string> {
    const people = new Set(this.bookings.list.flatMap(({ person, isGuest }) => (isGuest && person ? [person] : [])));
    const gone = this.find([...people]);
    if (gone === undefined) return "nothing";
    this.trail.push(`  ${gone}`);
    await this.#expect("done", erasePerson(this.services, ACTOR, gone));
    this.bookings.forget(gone);
    this.callers.delete(gone);
    return "done";
  }

  async runJobs(): Promise<void> {
    await runBookingJobs(this.services);
    this.bookings.passTime();
    // Before the next action, whose emails have the same time.
    await this.claims.check();
  }

  /** The desk tells some people on a session's call list, or undoes a mistake. */
  async tell(): Promise<string> {
    const due = [...this.bookings.calls.values()].filter((call) => this.bookings.kindOf(call) !== undefined);
    const session = this.find(due)?.session;
    if (session === undefined) return "nothing";
    const [entry] = await readCallList(this.services, { sessionId: session });
    // The model has no offers of free places, which follow from the places alone.
    const people = (entry?.people ?? []).filter(
      ({ bookingId, notice, told }) => bookingId !== null && (notice?.kind ?? told?.what) !== "place-free",
    );
    const undone = people.find(({ id, told }) => told !== null && this.#told.has(id));
    this.trail.push(`  ${session}`);
    if (undone !== undefined && this.chance(0.4)) {
      await this.#expect("done", undoTold(this.services, session, undone.id, ACTOR));
      const call = this.#told.get(undone.id);
      this.#told.delete(undone.id);
      if (call !== undefined) this.bookings.calls.set(...call);
      return "done";
    }
    const seen = people.flatMap((person) => (person.notice !== null && this.chance(0.6) ? [person] : []));
    if (seen.length === 0) return "nothing";
    const notice = { seen: seen.map((person) => person.seen), way: "call" } as const;
    await this.#expect("done", markTold(this.services, session, notice, ACTOR));
    await this.#expect("same", markTold(this.services, session, notice, ACTOR));
    for (const { id, bookingId } of seen) {
      const call = [...this.bookings.calls].find(([, { booking }]) => booking === bookingId);
      if (call === undefined) continue;
      this.#told.set(id, call);
      this.bookings.calls.delete(call[0]);
    }
    return "done";
  }

  /** Compares the call list: each person with the kind of change. */
  async #compareCallList(): Promise<void> {
    const listed = (await readCallList(this.services)).flatMap(({ people }) => people);
    const actual = listed.flatMap(({ bookingId, notice }) =>
      bookingId === null || notice === null || notice.kind === "place-free" ? [] : [`${bookingId} ${notice.kind}`],
    );
    const expected = [...this.bookings.calls.values()].flatMap((call) => {
      const kind = this.bookings.kindOf(call);
      return kind === undefined ? [] : [`${call.booking} ${kind}`];
    });
    const missing = expected.filter((line) => !actual.includes(line));
    const more = actual.filter((line) => !expected.includes(line));
    if (missing.length + more.length > 0) throw new Error(`wrong call list: missing ${missing}, more ${more}`);
    this.toldCompared += actual.length;
  }

  /** Compares the state of each booking, the call list, emails and availability. */
  async compareBookings(): Promise<void> {
    const rows = await this.#rows().execute();
    // The model has members by their accounts, and others by their records.
    const stored = new Map(rows.map((row) => [row.id, `${row.user_id ?? row.person_id} ${row.host_id} ${row.state}`]));
    for (const { id, session, person, host, state } of this.bookings.list) {
      const [is, wanted] = [stored.get(id), `${person} ${host} ${state}`];
      if (is !== wanted) throw new Error(`wrong booking: ${session}: ${is}, expected ${wanted}`);
    }
    if (rows.length !== this.bookings.list.length) throw new Error(`wrong booking: ${rows.length} bookings`);
    await this.#compareCallList();
    await this.claims.check();
    await this.#compareAvailability();
  }

  /** A session's availability never changes without a new version, which renders its pages again. */
  async #compareAvailability(): Promise<void> {
    const { timetable, content } = this.services;
    const levels = await availabilityBetween(this.services, this.today(), later(this.today(), 8));
    const version = timetable.version + timetable.places + content.version;
    const before = this.#availability;
    const changed = [...levels].find(([id, level]) => before.levels.has(id) && before.levels.get(id) !== level);
    if (changed !== undefined && version <= before.version) {
      throw new Error(`wrong booking: the availability of ${changed[0]} changed without a new version`);
    }
    this.#availability = { levels, version };
  }
}

function expectCode(code: string, expected: readonly string[], about: string): void {
  if (!expected.includes(code)) throw new Error(`wrong booking: ${about}: ${code}, expected ${expected}`);
}
