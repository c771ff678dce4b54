/**
 * `npm run crash:lists [-- KILLS [sqlite|postgres]]`: an instance is killed with SIGKILL at a random moment while it imports a list of
 * members, or undoes the import. The list must be imported completely or not at all; an undo restores each table's rows.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { seedGym } from "../bookings/booking-gym.ts";
import type { BookingCall } from "../bookings/booking-processes.ts";
import { makeBadList } from "../members/bad-lists.ts";
import { memberRows, readImport, sendList } from "../members/import-gym.ts";
import { makePerson, switchOnMembers } from "../members/members-gym.ts";
import { callAt, type KillTest, random, runAsCommand, type SiteToKill } from "./killed-instances.ts";

/** Enough to take a few tenths of a second. */
const ROWS = 400;

/** The longest time from the call to the kill: about as long as an import takes. */
const MAX_DELAY_MS = 600;

export const CRASH_LISTS: KillTest = {
  now: "2026-11-22T09:00:00.000Z",
  prepare: async (services) => {
    await seedGym(services);
    await switchOnMembers(services);
    await makePerson(services, { name: "Somebody Else", phone: "0700 111 222" });
    const { source } = makeBadList(3, ROWS);
    const before = await memberRows(services);
    let importId = await sendList(services, source);
    const expected = (await readImport(services, importId)).judgement.counts.new;
    return async (site) => {
      // An undone import is deleted.
      importId = (await stateOf(services)) === "none" ? await sendList(services, source) : importId;
      const act = (await stateOf(services)) === "imported" ? "undo-import" : "import-list";
      const killed = await killOne(site, { do: act, importId });
      return { killed, problems: await problemsOf(services, before, expected) };
    };
  },
};

async function stateOf({ db }: Services): Promise<"none" | "waiting" | "imported"> {
  const row = await db.selectFrom("imports").select("imported_at").executeTakeFirst();
  return row === undefined ? "none" : row.imported_at === null ? "waiting" : "imported";
}

/** Sends a call to one or both instances, and kills one that got it. @returns which was killed */
async function killOne(site: SiteToKill, call: BookingCall): Promise<number> {
  const { instances, figures } = site;
  const which = random.below(2);
  const called = instances.filter((_, index) => index === which || figures.kills % 2 === 0);
  const answers = called.map((instance) =>
    callAt(instance, site, call).catch(() => {
      figures.unanswered += 1;
    }),
  );
  await pause(random.below(MAX_DELAY_MS));
  await instances[which]?.kill();
  await Promise.all(answers);
  return which;
}

/** Finds a partial import or undo, once the killed instance's transactions have ended. */
async function problemsOf(services: Services, before: Record<string, string[]>, expected: number): Promise<string[]> {
  await transact(services, async () => {}, { lock: "people" });
  const now = await memberRows(services);
  const isImported = (await stateOf(services)) === "imported";
  const problems: string[] = [];
  const isAsBefore = JSON.stringify({ ...now, imports: [] }) === JSON.stringify(before);
  if (!isImported && !isAsBefore) problems.push("part of the list is there");
  const added = (table: string) => (now[table]?.length ?? 0) - (before[table]?.length ?? 0);
  if (isImported && (added("people") !== expected || added("door_numbers") !== expected)) {
    problems.push(`${added("people")} people and ${added("door_numbers")} numbers were imported, not ${expected}`);
  }
  if (isImported && added("passes") !== added("pass_days")) problems.push("some passes have no days");
  return problems;
}

if (import.meta.main) await runAsCommand(CRASH_LISTS);
