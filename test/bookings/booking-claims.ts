/**
 * Compares the bookings that people's emails state with those in the database. Emails are read in the order in which a
 * mail server that refuses some of them at first receives them.
 */
import { sendDueMail } from "../../app/platform/outbox-worker.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { dateAt, later, momentOf } from "../timetable/timetable-model.ts";

/** A site with random choices. */
type Gym = { services: Services; db: Services["db"]; random: () => number };

type Status = "place" | "waiting-list" | "none";

/** The status of a person and their guest, and the session's time. */
type Claim = { what: Status; guest: Status; when: string };

/** Reads all bookings of people with accounts, with the states of their guests. */
const readBooked = ({ db }: Gym) =>
  db
    .selectFrom("bookings")
    .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
    .innerJoin("people", "people.id", "bookings.person_id")
    .leftJoin("bookings as guests", (join) =>
      join.onRef("guests.host_id", "=", "bookings.id").on("guests.ended_at", "is", null),
    )
    .select(["user_id", "bookings.state as state", "guests.state as guest", "bookings.ended_at", "class_sessions.id"])
    .select(["date", "time_from", "starts_at", "bookings.free_until"])
    .where("user_id", "is not", null)
    .execute();

type Booked = Awaited<ReturnType<typeof readBooked>>[number];

/** The status that each button implies. */
const BUTTONS: readonly [string, Claim["what"]][] = [
  ["See or cancel my booking", "place"],
  ["See or leave the waiting list", "waiting-list"],
  ["Book this place", "waiting-list"],
];

/** Matches emails after which a person no longer has a guest. */
const GUEST_GONE = /your guest's booking|your guest off|Your guest was on/i;

/** Kinds that replace a reminder already due. */
const NEWS = ["moved", "back-on", "promoted", "class-changed"].map((kind) => `booking-${kind}`);

/** The share of emails that the mail server refuses at first. */
const REFUSED = 0.2;

/** Longer than the pause after a refused email. */
const RETRIED_AFTER_MS = 6000;

const HOUR_MS = 3_600_000;

export class BookingClaims {
  readonly #gym: Gym;
  /** By person and session. */
  readonly #last = new Map<string, Claim>();
  readonly #news = new Map<string, number>();
  mails = 0;

  constructor(gym: Gym) {
    this.#gym = gym;
  }

  /** Leaving a waiting list, or taking the guest off it, sends no email. */
  left(person: string, session: string, { isGuest }: { isGuest: boolean }): void {
    const key = `${person} ${session}`;
    const last = this.#last.get(key);
    this.#last.set(key, isGuest && last ? { ...last, guest: "none" } : { what: "none", guest: "none", when: "" });
  }

  /** Sends new emails, and compares the last email about each session with the database. */
  async check(): Promise<void> {
    const booked = await readBooked(this.#gym);
    const sessions = new Set<string | null>(booked.map(({ id }) => id));
    const current = booked.filter(({ ended_at }) => ended_at === null);
    const open = new Map(current.map((booking) => [`${booking.user_id} ${booking.id}`, booking]));
    const arrived = await this.#send();
    const once = new Set(arrived.map((mail) => `${mail.user_id} ${mail.about} ${mail.kind} ${mail.created_at}`));
    if (once.size < arrived.length) throw new Error("an event was emailed twice");
    for (const mail of arrived) {
      const key = `${mail.user_id} ${mail.about}`;
      if (!sessions.has(mail.about)) continue;
      this.mails += 1;
      this.#checkReminder(mail, key, open.get(key));
      const what = BUTTONS.find(([label]) => mail.body_text.includes(`\n${label}:`))?.[1] ?? "none";
      const [, day, from] = /^(?:When|Now): +\w+ (\d+ \w+), (\S+)-\S+$/m.exec(mail.body_text) ?? [];
      const hasGuest = /^Guest: +./m.test(mail.body_text) && !GUEST_GONE.test(mail.body_text);
      this.#last.set(key, { what, guest: hasGuest ? what : "none", when: `${day} ${from}` });
    }
    for (const [person, own] of Map.groupBy(booked, (booking) => booking.user_id)) this.#compare(person ?? "", own);
  }

  /** Sends queued emails until all have arrived. @returns them in the order of their arrival */
  async #send() {
    const { db } = this.#gym;
    const read = () =>
      db
        .selectFrom("outbox")
        .select(["id", "user_id", "about", "kind", "body_text", "created_at"])
        .where("sent_at", "is", null)
        .execute();
    const queued = await read();
    const waiting = new Map(queued.map((mail) => [mail.id, mail]));
    const refused = new Set<string>();
    const arrived: typeof queued = [];
    const send = async ({ id }: { id: string }) => {
      if (!refused.has(id) && this.#gym.random() < REFUSED) {
        refused.add(id);
        throw new Error("450");
      }
      const mail = waiting.get(id);
      if (mail !== undefined) arrived.push(mail);
    };
    let passed = 0;
    const services = { ...this.#gym.services, now: () => new Date(this.#gym.services.now().getTime() + passed) };
    while ((await read()).length > 0) {
      await sendDueMail(services, { send });
      passed += RETRIED_AFTER_MS;
    }
    await db.deleteFrom("outbox").execute();
    return arrived;
  }

  #checkReminder(mail: { kind: string; created_at: string; body_text: string }, key: string, own?: Booked): void {
    const at = Date.parse(mail.created_at);
    if (NEWS.includes(mail.kind)) this.#news.set(key, at);
    // A booking cancelled and made again since its reminder may have another deadline.
    if (mail.kind !== "booking-reminder" || own === undefined) return;
    const isFree = mail.body_text.includes("; free to cancel until ");
    if (isFree !== at < Date.parse(own.free_until)) throw new Error(`${key}: ${mail.body_text}`);
    const moment = reminderDue(own);
    if (at < moment) throw new Error(`${key}: a reminder before it was due`);
    const news = this.#news.get(key);
    if (news !== undefined && news >= moment) throw new Error(`${key}: a reminder after an email that replaces it`);
  }

  #compare(person: string, own: readonly Booked[]): void {
    const now = this.#gym.services.now().getTime();
    for (const [id, bookings] of Map.groupBy(own, (row) => row.id)) {
      const claim = this.#last.get(`${person} ${id}`);
      const [first] = bookings;
      if (first === undefined || Date.parse(first.starts_at) <= now) continue;
      const open = bookings.find(({ ended_at }) => ended_at === null);
      const is = statusOf(open?.state);
      const guest = statusOf(open?.guest);
      const when = `${DAY_AND_MONTH.format(Date.parse(first.date))} ${first.time_from}`;
      if (claim?.what === is && (is === "none" || (claim.when === when && claim.guest === guest))) continue;
      const has = `has ${is}, the guest ${guest}, at ${when}`;
      throw new Error(`${person} ${id} was emailed ${JSON.stringify(claim)}, and ${has}`);
    }
  }
}

function statusOf(state: string | null | undefined): Status {
  if (state == null) return "none";
  return state === "waiting" ? "waiting-list" : "place";
}

/**
 * The moment, in milliseconds, when a reminder is due: the evening before a morning class, else three hours ahead, but two
 * hours before a deadline that is before the start; instead of at night, at six in the evening before.
 */
function reminderDue({ starts_at, free_until }: { starts_at: string; free_until: string }): number {
  const startsAt = Date.parse(starts_at);
  const date = dateAt(startsAt);
  const isMorning = momentOf(date, 12) > startsAt;
  const usual = isMorning ? momentOf(later(date, -1), 18) : startsAt - 3 * HOUR_MS;
  const deadline = Date.parse(free_until);
  if (deadline >= startsAt) return usual;
  const ahead = deadline - 2 * HOUR_MS;
  const day = dateAt(ahead);
  const byDay =
    ahead < momentOf(day, 7) ? momentOf(later(day, -1), 18) : ahead >= momentOf(day, 21) ? momentOf(day, 18) : ahead;
  return Math.min(usual, byDay);
}

/** `23 November`. One formatter: making one for each date would take a twentieth of a run. */
const DAY_AND_MONTH = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
