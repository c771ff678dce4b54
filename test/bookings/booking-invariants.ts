/** Invariants of a gym's bookings that hold at every moment, read only from the tables. */
import { availabilityBetween } from "../../app/bookings/availability.server.ts";
import { parseJson } from "../../app/cms/editing/stored-body.ts";
import type { Services } from "../../app/platform/services.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";

import { reminderDue } from "./booking-claims.ts";
import { wakingEnd } from "./bookings-model.ts";

type Open = {
  id: string;
  session_id: string;
  /** The person, or a guest's host; null: they were erased. */
  person_id: string | null;
  host_id: string | null;
  ticket: number;
  state: string;
  free_until: string;
  promoted_at: string | null;
  starts_at: string;
  ends_at: string;
  date: string;
  class_slug: string;
  session_state: string;
};

export class BookingInvariants {
  readonly #services: Services;
  /** The number of places that each session may have taken: bookings stay when its capacity falls. */
  readonly #allowed = new Map<string, number>();
  /** People whose sessions the gym moved onto each other. */
  readonly #moved = new Set<string>();
  /** Bookings made by the desk, which has no limits. */
  readonly #byDesk = new Set<string>();
  #since = "";
  #levels = new Map<string, string>();
  #version = 0;
  checks = 0;
  mails = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** @param after the last action @throws when a rule is broken */
  async check(after: string): Promise<void> {
    const open = await this.#readOpen();
    const rules = await this.#readRules();
    const bySession = Map.groupBy(open, (booking) => booking.session_id);
    const closed = new Set(
      (await this.#services.db.selectFrom("schedule_closures").select("date").execute()).map(({ date }) => date),
    );
    for (const [session, rows] of bySession) {
      const [first] = rows;
      if (first === undefined) continue;
      const isOff = first.session_state === "cancelled" || closed.has(first.date);
      this.#require(!isOff, after, `${session} is not taking place and has bookings`);
      this.#checkPlaces(after, session, rows, rules.get(first.class_slug));
      this.#checkWaitingList(after, rows, open, rules.get(first.class_slug));
    }
    await this.#checkPeople(after, open);
    await this.#checkAvailability(after);
    await this.#checkNewReminders(after);
    this.checks += 1;
  }

  #require(holds: boolean, after: string, rule: string): void {
    if (!holds) throw new Error(`${rule} (after ${after})`);
  }

  /** Open bookings of upcoming sessions. */
  async #readOpen(): Promise<Open[]> {
    return this.#services.db
      .selectFrom("bookings")
      .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
      .leftJoin("bookings as hosts", "hosts.id", "bookings.host_id")
      .select(({ fn }) => fn.coalesce("bookings.person_id", "hosts.person_id").as("person_id"))
      .select([
        "bookings.id",
        "bookings.session_id",
        "bookings.host_id",
        "bookings.ticket",
        "bookings.state",
        "bookings.free_until",
        "bookings.promoted_at",
        "class_sessions.starts_at",
        "class_sessions.ends_at",
        "class_sessions.date",
        "class_sessions.class_slug",
        "class_sessions.state as session_state",
      ])
      .where("bookings.ended_at", "is", null)
      .where("class_sessions.starts_at", ">", this.#services.now().toISOString())
      .orderBy("bookings.ticket")
      .execute();
  }

  async #readRules(): Promise<Map<string, { places: number }>> {
    const rows = await this.#services.db
      .selectFrom("entries")
      .select(["slug", "body"])
      .where("type", "=", "class")
      .execute();
    return new Map(
      rows.map(({ slug, body }) => {
        const { places = 0 } = parseJson(body) as { places?: number };
        return [slug, { places }];
      }),
    );
  }

  /** Nothing is oversold: when a capacity falls, bookings stay and nobody joins. */
  #checkPlaces(after: string, session: string, rows: readonly Open[], rule: { places: number } | undefined): void {
    const taken = rows.filter(({ state }) => state !== "waiting").length;
    const places = rule?.places ?? 0;
    const allowed = Math.max(this.#allowed.get(session) ?? 0, places);
    this.#require(taken <= allowed, after, `${session} has ${taken} of ${places} places`);
    this.#allowed.set(session, Math.max(taken, places));
  }

  /** While there is time to decline, nobody waits for a free place that they could take. */
  #checkWaitingList(
    after: string,
    rows: readonly Open[],
    open: readonly Open[],
    rule: { places: number } | undefined,
  ): void {
    const [first] = rows;
    if (first === undefined || rule === undefined) return;
    const taken = rows.filter(({ state }) => state !== "waiting").length;
    const isLate = wakingEnd(this.#services.now().getTime()) >= Date.parse(first.starts_at);
    if (taken >= rule.places || isLate) return;
    for (const waiting of rows.filter(({ state }) => state === "waiting")) {
      const isBusy = open.some(
        (booking) =>
          booking.person_id === waiting.person_id &&
          (booking.state === "booked" || booking.state === "attended") &&
          booking.session_id !== waiting.session_id &&
          booking.starts_at < waiting.ends_at &&
          waiting.starts_at < booking.ends_at,
      );
      this.#require(waiting.person_id !== null && isBusy, after, `${waiting.id} waits for a free place`);
    }
  }

  /** Nobody has two bookings of a session, a guest without a place, too many open bookings, or overlapping places unless the gym moved one. */
  async #checkPeople(after: string, open: readonly Open[]): Promise<void> {
    await this.#readNewEvents();
    for (const [person, rows] of Map.groupBy(open, (booking) => booking.person_id)) {
      if (person === null) continue;
      const hosts = rows.filter(({ host_id: host }) => host === null);
      const sessions = new Set(hosts.map((booking) => booking.session_id));
      this.#require(sessions.size === hosts.length, after, `${person} has two bookings of one session`);
      for (const guest of rows.filter(({ host_id: host }) => host !== null)) {
        const host = hosts.find(({ id }) => id === guest.host_id);
        const isWith = host?.session_id === guest.session_id && host.state !== "waiting" && guest.state !== "waiting";
        this.#require(isWith, after, `${guest.id} is booked without the host`);
        this.#require(host === undefined || host.ticket < guest.ticket, after, `${guest.id} is before the host`);
      }
      const own = rows.filter(({ id }) => !this.#byDesk.has(id));
      this.#require(own.length <= 6, after, `${person} has ${own.length} open bookings`);
      const places = hosts
        .filter(({ state }) => state !== "waiting")
        .sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
      for (const [index, booking] of places.entries()) {
        const next = places[index + 1];
        const isFree = next === undefined || booking.ends_at <= next.starts_at || this.#moved.has(person);
        this.#require(isFree, after, `${person} has two places at one time`);
      }
    }
  }

  /** Reminders sent at this moment are due, to people who booked before, and in time to cancel free of charge. */
  async #checkNewReminders(after: string): Promise<void> {
    const now = this.#services.now().toISOString();
    const rows = await this.#services.db
      .selectFrom("outbox")
      .innerJoin("people", "people.user_id", "outbox.user_id")
      .innerJoin("bookings", (join) =>
        join.onRef("bookings.session_id", "=", "outbox.about").onRef("bookings.person_id", "=", "people.id"),
      )
      .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
      .select(["bookings.id", "bookings.booked_at", "bookings.free_until", "class_sessions.starts_at"])
      .where("outbox.kind", "=", "booking-reminder")
      .where("outbox.created_at", "=", now)
      .where("bookings.reminded_at", "=", now)
      .execute();
    for (const row of rows) {
      const due = reminderDue(row);
      const isDue = due <= Date.parse(now) && row.booked_at <= new Date(due).toISOString();
      const isFree = now < row.free_until;
      this.#require(isDue && isFree, after, `${row.id} was reminded at ${now}, and has until ${row.free_until}`);
    }
  }

  /** Reads the moved people and the desk's bookings since the last check. */
  async #readNewEvents(): Promise<void> {
    const rows = await this.#services.db
      .selectFrom("booking_events")
      .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
      .select([
        "booking_events.booking_id",
        "booking_events.note",
        "booking_events.actor_kind",
        "from_state",
        "person_id",
      ])
      .where("booking_events.at", ">=", this.#since)
      .execute();
    this.#since = this.#services.now().toISOString();
    for (const { booking_id, note, actor_kind, from_state, person_id } of rows) {
      if (note === "moved" && person_id !== null) this.#moved.add(person_id);
      if (actor_kind === "staff" && from_state === null) this.#byDesk.add(booking_id);
    }
  }

  /** A session's availability never changes without a new version, which renders its pages again. */
  async #checkAvailability(after: string): Promise<void> {
    const { timetable, content } = this.#services;
    const today = dateInNairobi(this.#services.now());
    const levels = await availabilityBetween(this.#services, today, addDays(today, 8));
    const version = timetable.version + timetable.places + content.version;
    const changed = [...levels].find(([id, level]) => this.#levels.has(id) && this.#levels.get(id) !== level);
    this.#require(
      changed === undefined || version > this.#version,
      after,
      `the availability of ${changed?.[0]} changed without a new version`,
    );
    this.#levels = levels;
    this.#version = version;
  }

  /** Checks the whole history: each event was emailed once, lateness follows from the deadline, and waiting lists were served in order. */
  async checkHistory(): Promise<void> {
    const { db } = this.#services;
    const events = await db
      .selectFrom("booking_events")
      .innerJoin("bookings", "bookings.id", "booking_events.booking_id")
      .leftJoin("bookings as hosts", "hosts.id", "bookings.host_id")
      .leftJoin("people", (join) =>
        join.on(({ eb, fn }) => eb("people.id", "=", fn.coalesce("bookings.person_id", "hosts.person_id"))),
      )
      .selectAll("booking_events")
      .select("people.user_id")
      .select(["bookings.host_id", "bookings.session_id", "bookings.ticket", "bookings.free_until"])
      .orderBy("booking_events.at")
      .orderBy("booking_events.id")
      .execute();
    const expectedMails = new Map<string, number>();
    const expect = (person: string | null, kind: string | undefined) => {
      if (person === null || kind === undefined) return;
      expectedMails.set(`${person} ${kind}`, (expectedMails.get(`${person} ${kind}`) ?? 0) + 1);
    };
    // An event of host and guest is one email, to the host.
    const hostEvents = new Set(events.map(({ booking_id: id, at }) => `${id} ${at}`));
    for (const event of events) {
      if (!hostEvents.has(`${event.host_id} ${event.at}`)) expect(event.user_id, mailOf(event));
    }
    const rows = await db.selectFrom("outbox").select(["user_id", "kind"]).execute();
    const mails = rows.map(({ user_id, kind }) => ({ user_id, kind: kind.replace("booking-", "") }));
    this.mails = mails.length;
    const sent = new Map<string, number>();
    for (const { user_id, kind } of mails) {
      if (!NOT_FROM_EVENTS.has(kind)) sent.set(`${user_id} ${kind}`, (sent.get(`${user_id} ${kind}`) ?? 0) + 1);
    }
    for (const key of new Set([...expectedMails.keys(), ...sent.keys()])) {
      const [expected, actual] = [expectedMails.get(key) ?? 0, sent.get(key) ?? 0];
      this.#require(expected === actual, "the month", `${key}: ${actual} mails for ${expected} events`);
    }
    for (const { actor_kind, from_state, to_state, at, free_until, booking_id, note } of events) {
      if (
        note === "account-deleted" ||
        actor_kind !== "visitor" ||
        from_state !== "booked" ||
        !to_state.endsWith("cancelled")
      )
        continue;
      const isLate = to_state === "late_cancelled";
      this.#require(
        isLate === at > free_until,
        "the month",
        `${booking_id} had the deadline ${free_until} and cancelled at ${at}`,
      );
    }
    for (const { note, at, session_id, ticket } of events.filter((event) => event.note === "promoted")) {
      this.#checkOrder(note ?? "", at, session_id, ticket, events);
    }
    await this.#checkReminders();
  }

  /** Nobody was promoted before somebody who had waited longer and was not passed over. */
  #checkOrder(
    note: string,
    at: string,
    sessionId: string,
    ticket: number,
    events: readonly {
      booking_id: string;
      host_id: string | null;
      session_id: string;
      ticket: number;
      at: string;
      to_state: string;
      note: string | null;
    }[],
  ): void {
    const before = Map.groupBy(
      events.filter((event) => event.session_id === sessionId && event.ticket < ticket && event.at <= at),
      (event) => event.booking_id,
    );
    for (const [booking, own] of before) {
      const last = own.at(-1);
      const isPassedOver = own.some((event) => event.at === at && event.note?.startsWith("skipped-"));
      this.#require(
        last?.to_state !== "waiting" || isPassedOver,
        `${note} at ${at}`,
        `${booking} was first on the waiting list`,
      );
    }
  }

  async #checkReminders(): Promise<void> {
    const { db } = this.#services;
    const sent = await db.selectFrom("outbox").select("user_id").where("kind", "=", "booking-reminder").execute();
    const due = await db.selectFrom("bookings").select("id").where("reminded_at", "is not", null).execute();
    this.#require(
      sent.length <= due.length && sent.length > 0,
      "the month",
      `${sent.length} reminders of ${due.length}`,
    );
  }
}

/** Kinds of email without an event of a booking. */
const NOT_FROM_EVENTS = new Set(["reminder", "place-free", "back-on"]);

/** The kind of email about an event. */
function mailOf(event: {
  actor_kind: string;
  from_state: string | null;
  to_state: string;
  note: string | null;
}): string | undefined {
  const { actor_kind: by, from_state: from, to_state: to, note } = event;
  if (note === "account-deleted" || note?.startsWith("skipped-") || note === "restored") return undefined;
  if (note === "moved") return "moved";
  // One mail about both places, with the event of the new one.
  if (note === "rebooked") return to === "booked" ? "rebooked" : undefined;
  if (note === "substituted") return "substitute";
  if (note === "class-changed") return "class-changed";
  if (note === "promoted") return "promoted";
  if (note === "overlap-by-now" || note === "other-time-by-now") return undefined;
  if (note === "no-places") return from === "waiting" ? "just-come" : undefined;
  if (to === "gym_cancelled")
    return from === "late_cancelled" ? undefined : note === "day-closed" ? "closed" : "gym-cancelled";
  if (to === "waiting") return "waiting";
  if (to === "booked" && from !== "attended") return by === "staff" ? "desk-booked" : "booked";
  if (to === "cancelled" || to === "late_cancelled") {
    if (note === "excused") return undefined;
    if (by === "staff") return "desk-cancelled";
    return from === "waiting" ? undefined : to === "cancelled" ? "cancelled" : "cancelled-late";
  }
  return undefined;
}
