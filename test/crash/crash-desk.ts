/**
 * `npm run crash:desk [-- KILLS [sqlite|postgres]]`: the desk sells and freezes passes, takes balances, undoes sales, and imports a
 * list of members or undoes that, members book and cancel, and people whose passes end are emailed. Two instances on one database are
 * killed in turn with SIGKILL at random moments. What was acknowledged must be stored once and completely, and nothing else.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { type Change, transact } from "../../app/platform/transact.server.ts";
import { addDays } from "../../app/time/dates.server.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { addMembers, seedGym, setAllPlaces, setPlaces } from "../bookings/booking-gym.ts";
import {
  type BookingCall,
  type BookingProcess,
  type BookingReport,
  startBookingProcess,
} from "../bookings/booking-processes.ts";
import { makeBadList } from "../members/bad-lists.ts";
import { readImport, sendList } from "../members/import-gym.ts";
import { backdatePass, makePerson, setAccount, switchOnMembers } from "../members/members-gym.ts";
import { ensureDrawer, newCode, openSales, sold } from "../sales/sales-gym.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { RandomRun } from "../support/random-run.ts";
import { bookedIn, callsTo, doneIn, findProblems, type Person, type Round } from "./desk-problems.ts";
import { findDamage, readFrom } from "./stored-data.ts";
import { exitWith, newSiteData, readEngine } from "./stress-command.ts";

const SUNDAY = "2026-11-22";
const NOW = `${SUNDAY}T09:00:00.000Z`;

const PEOPLE = 20;
/** Enough people whose passes end in a week for more than one transaction of emails. */
const ENDING_PEOPLE = 45;
/** Few enough that most people have to wait, and a cancellation promotes a person. */
const PLACES = 2;
const SESSIONS = 8;
const PLANS = ["mwanzo", "nguvu", "pack-of-two", "day-pass"];
/** Enough for an import of a tenth of a second. */
const ROWS = 150;

/** The clients that send calls to one instance at once. */
const CLIENTS = 4;
/** An instance is killed after a random number of acknowledged calls, up to this, and then a random time. */
const CALLS_PER_ROUND = 40;
const MAX_KILL_DELAY_MS = 30;

/** Other choices in each run. */
const random = new RandomRun(Date.now());

/** The calls of clients, with their shares. A call that is not possible is undefined. */
const ACTS: readonly [share: number, make: (round: Round) => BookingCall | undefined][] = [
  [25, booking],
  [12, cancellation],
  [25, sale],
  [14, (round) => onSale(round, ({ saleId }) => ({ do: "take-owed", saleId, paymentId: randomUUID() }))],
  [10, (round) => onSale(round, ({ saleId }) => ({ do: "undo-sale", saleId }))],
  [20, (round) => onSale(round, ({ personId }) => freeze(round, personId))],
  [8, () => ({ do: "mail-ends" })],
  [4, ({ list, sent }) => (sent.filter((call) => call.do === list.do).length < 2 ? { ...list } : undefined)],
];
const CHOICES = ACTS.flatMap(([share, make]) => Array<typeof make>(share).fill(make));

function booking({ people, sessions }: Round): BookingCall {
  return { do: "book", userId: random.pick(people).userId, sessionId: random.pick(sessions) };
}

function cancellation(round: Round): BookingCall | undefined {
  const cancelled = new Set(callsTo("cancel", round.sent).map(({ bookingId }) => bookingId));
  const booked = random.find(bookedIn(round).filter(({ bookingId }) => !cancelled.has(bookingId)));
  return booked && { do: "cancel", ...booked };
}

/** A sale, sometimes in part, for cash or with a code, which another desk may use too. */
function sale({ people, sharedCodes }: Round): BookingCall {
  const { personId } = random.pick(people);
  const code = random.pick([random.pick(sharedCodes), newCode(), ""]);
  const amount = random.chance(0.3) ? "5" : "";
  return { do: "sell", personId, planSlug: random.pick(PLANS), saleId: randomUUID(), code, amount };
}

type Sold = { saleId: string; personId: string };

function onSale(round: Round, make: (made: Sold) => BookingCall): BookingCall | undefined {
  const made = random.find(callsTo("sell", doneIn(round)));
  return made && make(made);
}

/** Freezes other days each time, as no day is frozen twice. */
function freeze({ sent }: Round, personId: string): BookingCall {
  const before = callsTo("freeze", sent).filter((call) => call.personId === personId);
  const firstDay = addDays(SUNDAY, 3 * before.length);
  return { do: "freeze", personId, firstDay, lastDay: addDays(firstDay, 1) };
}

async function prepareGym(services: Services): Promise<string[]> {
  await seedGym(services);
  await setAllPlaces(services, PLACES);
  await switchOnMembers(services, "boxing");
  // Only people with a pass get a place in it.
  await setPlaces(services, "fitness", { places: 200, asksPass: "yes" });
  await openSales(services);
  await ensureDrawer(services);
  const week = await sessionsBetween(services, addDays(SUNDAY, 1), addDays(SUNDAY, 7));
  return week.slice(0, SESSIONS).map(({ id }) => id);
}

/** Frees the places, and adds people and a list. An undone import is deleted. */
async function beginRound(services: Services, sessions: readonly string[]): Promise<Round> {
  const remove = async ({ transaction }: Change) => {
    for (const table of ["booking_events", "bookings", "outbox"] as const)
      await transaction.deleteFrom(table).execute();
  };
  await transact(services, remove, { lock: "timetable" });
  const people: Person[] = [];
  for (const { id: userId } of await addMembers(services, PEOPLE)) {
    const personId = await makePerson(services);
    await setAccount(services, personId, userId);
    people.push({ personId, userId });
  }
  const ending: string[] = [];
  for (let index = 0; index < ENDING_PEOPLE; index += 1) {
    const id = await makePerson(services, { email: `ending-${index}@example.com` });
    const { lines } = await sold(services, id, "mwanzo");
    // From 22 November a month has 30 days.
    await backdatePass(services, lines[0]?.pass_id ?? "", 22);
    ending.push(id);
  }
  const stored = await services.db.selectFrom("imports").select(["id", "imported_at"]).executeTakeFirst();
  const importId = stored?.id ?? (await sendList(services, makeBadList(3, ROWS).source));
  const list = { do: stored?.imported_at == null ? "import-list" : "undo-import", importId } as const;
  return { people, ending, sessions, list, sharedCodes: [newCode(), newCode()], sent: [], reports: new Map() };
}

/** Runs the test until there were enough kills, and returns its figures. */
export async function crashDesk(kills: number, kind: DatabaseKind, report: (line: string) => void = () => {}) {
  const { dataDir, databaseUrl, remove } = await newSiteData(kind);
  const opened = await openInstance(await testConfig({ dataDir, databaseUrl }), kind, remove);
  const services: Services = { ...opened.services, now: () => new Date(NOW) };
  const start = () => startBookingProcess({ dataDir, databaseUrl });
  let instances: BookingProcess[] = [];
  const figures = {
    ...{ kills: 0, acknowledged: 0 },
    /** Calls in flight when their process died. */
    unanswered: 0,
    /** How often each outcome occurred. */
    outcomes: {} as Record<string, number>,
    /** Messages about what is missing, duplicated or incomplete. */
    wrong: [] as string[],
  };

  /** Sends a call. @throws when the instance is killed before it answers */
  async function call(instance: BookingProcess, what: BookingCall): Promise<BookingReport> {
    const { reports } = await instance.run({ now: NOW, calls: [what] });
    const answer = reports[0] ?? { code: "nothing" };
    const outcome = `${what.do} ${answer.code}`;
    figures.acknowledged += 1;
    figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
    if (answer.error !== undefined) figures.wrong.push(answer.error);
    return answer;
  }

  /** Runs clients of both instances until one is killed. Clients of the other finish their call. */
  async function playRound(round: Round, killed: number): Promise<void> {
    const enough = figures.acknowledged + 1 + random.below(CALLS_PER_ROUND);
    let alive = true;
    const beClient = async (instance: BookingProcess) => {
      while (alive) {
        const next = random.pick(CHOICES)(round);
        if (next === undefined) continue;
        round.sent.push(next);
        try {
          round.reports.set(next, await call(instance, next));
        } catch {
          figures.unanswered += 1;
          return;
        }
      }
    };
    const working = instances.flatMap((instance) => Array.from({ length: CLIENTS }, () => beClient(instance)));
    while (figures.acknowledged < enough) await pause(2);
    await pause(random.below(MAX_KILL_DELAY_MS));
    alive = false;
    await instances[killed]?.kill();
    await Promise.all(working);
  }

  try {
    const sessions = await prepareGym(services);
    instances = await Promise.all([start(), start()]);
    let listed: number | undefined;
    while (figures.kills < kills) {
      const round = await beginRound(services, sessions);
      listed ??= (await readImport(services, round.list.importId)).judgement.counts.new;
      const killed = figures.kills % 2;
      await playRound(round, killed);
      figures.kills += 1;
      const problems = await findProblems(services, round, listed);
      problems.push(...(await findDamage(readFrom(services.db), kind)));
      figures.wrong.push(...problems.map((text) => `kill ${figures.kills}: ${text}`));
      if (figures.kills < kills) instances[killed] = await start();
      if (figures.kills % 20 === 0) report(`${figures.kills} kills, ${figures.acknowledged} acknowledged`);
    }
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await opened.close();
  }
  return figures;
}

if (import.meta.main) {
  const [kills = "100", engine] = process.argv.slice(2);
  const figures = await crashDesk(Number(kills), readEngine(engine), console.log);
  exitWith({ ...figures, wrong: figures.wrong.length }, figures.wrong);
}
