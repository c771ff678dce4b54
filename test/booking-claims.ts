/** What the mails of people say that they have, against what they have. Read from the mails' texts and from the tables. */
import type { Services } from "../app/platform/services.ts";
import { Difference } from "./timetable-comparison.ts";
import { momentOf } from "./timetable-model.ts";

/** A session as the mails name it, by its class and its time. */
type Named = { id: string; className: string; date: string; from: string; startsAt: number };

/** `either`: it is about one of two sessions of a class at one time, and does not say which. */
type Claim = { what: "place" | "line" | "none" | "either"; when: string };

/** What the button of a mail says of its reader. */
const BUTTONS: readonly [string, Claim["what"]][] = [
  ["See or cancel my booking", "place"],
  ["See or leave the waiting list", "line"],
  ["Book this place", "line"],
];

/** Kinds after which no reminder follows whose moment had come. */
const NEWS = ["moved", "back-on", "promoted", "class-changed"].map((kind) => `booking-${kind}`);

export class BookingClaims {
  readonly #services: Services;
  /** By person and session. */
  readonly #last = new Map<string, Claim>();
  readonly #news = new Map<string, number>();
  mails = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Nobody is mailed who leaves a line. */
  left(person: string, session: string): void {
    this.#last.set(`${person} ${session}`, { what: "none", when: "" });
  }

  /** Reads the new mails, and compares what was said last of each session with what is so. */
  async check(): Promise<void> {
    const { db } = this.#services;
    const now = this.#services.now().getTime();
    const rows = await db
      .selectFrom("bookings")
      .innerJoin("class_sessions", "class_sessions.id", "bookings.session_id")
      .select(["user_id", "bookings.state as state", "ended_at", "class_sessions.id", "class_name"])
      .select(["date", "time_from", "starts_at"])
      .where("user_id", "is not", null)
      .execute();
    const byPerson = Map.groupBy(rows, (row) => row.user_id ?? "");
    const mails = await db.selectFrom("outbox").select(["user_id", "kind", "body_text", "created_at"]).execute();
    await db.deleteFrom("outbox").execute();
    const ofNow = new Map<string, Claim>();
    for (const mail of mails) {
      const own = (byPerson.get(mail.user_id ?? "") ?? []).map(
        ({ id, class_name: className, date, time_from: from, starts_at }): Named => {
          return { id, className, date, from, startsAt: Date.parse(starts_at) };
        },
      );
      const [session, ...others] = sessionsOf(mail.body_text, own);
      // One that was told in the middle of an act, of a time that it does not have any more.
      if (session === undefined) continue;
      this.mails += 1;
      if (others.length > 0) {
        for (const { id } of [session, ...others]) ofNow.set(`${mail.user_id} ${id}`, { what: "either", when: "" });
        continue;
      }
      const key = `${mail.user_id} ${session.id}`;
      this.#checkReminder(mail.kind, key, session, Date.parse(mail.created_at));
      const what = BUTTONS.find(([label]) => mail.body_text.includes(`\n${label}:`))?.[1] ?? "none";
      // Of several mails of one act a cancellation is the last, and a place comes after news of the waiting list.
      const said = ofNow.get(key)?.what;
      const isLast = said === undefined || what === "none" || (what === "place" && said === "line");
      if (isLast) ofNow.set(key, { what, when: `${session.date} ${session.from}` });
    }
    for (const [key, claim] of ofNow) this.#last.set(key, claim);
    for (const [person, own] of byPerson) this.#compare(person, own, now);
  }

  #checkReminder(kind: string, key: string, { date, startsAt }: Named, at: number): void {
    if (NEWS.includes(kind)) this.#news.set(key, at);
    if (kind !== "booking-reminder") return;
    const isMorning = momentOf(date, 12) > startsAt;
    const moment = isMorning ? momentOf(date, 18) - 24 * 3_600_000 : startsAt - 3 * 3_600_000;
    const news = this.#news.get(key);
    if (news !== undefined && news >= moment) throw new Difference("wrong mail", `${key}: a reminder after news`);
  }

  #compare(
    person: string,
    own: readonly {
      id: string;
      state: string;
      ended_at: string | null;
      date: string;
      time_from: string;
      starts_at: string;
    }[],
    now: number,
  ): void {
    for (const [id, bookings] of Map.groupBy(own, (row) => row.id)) {
      const claim = this.#last.get(`${person} ${id}`);
      const [first] = bookings;
      if (first === undefined || Date.parse(first.starts_at) <= now) continue;
      const open = bookings.find(({ ended_at }) => ended_at === null);
      const is = open === undefined ? "none" : open.state === "waiting" ? "line" : "place";
      const when = `${first.date} ${first.time_from}`;
      if (claim?.what === "either") continue;
      if (claim?.what === is && (is === "none" || claim.when === when)) continue;
      throw new Difference("wrong mail", `${person} ${id} was told ${JSON.stringify(claim)}, and has ${is} at ${when}`);
    }
  }
}

/** The sessions that a mail may be about, among those of its reader. */
function sessionsOf(text: string, own: readonly Named[]): Named[] {
  const className = /^Class: +(.*)$/m.exec(text)?.[1];
  const [, day = "", from] = /^(?:When|Now): +\w+ (\d+ \w+), (\S+)-\S+$/m.exec(text) ?? [];
  const named = own.filter((one) => one.className === className && one.from === from && dayOf(one.date) === day);
  return [...new Map(named.map((one) => [one.id, one])).values()];
}

/** `23 November`. */
function dayOf(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
}
