/**
 * `npm run crash:lists [-- KILLS [sqlite|postgres]]`: an instance is killed with SIGKILL at a random moment while it brings a list of
 * members in, or takes it back. Everything of the list must be there, or nothing of it; taken back, each table has the rows of before.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { seedGym } from "../bookings/booking-gym.ts";
import type { BookingProcess } from "../bookings/booking-processes.ts";
import { makeBadList } from "../members/bad-lists.ts";
import { LIST_PLANS, memberRows, sendList, takeBack } from "../members/list-gym.ts";
import { makePerson, openMembers } from "../members/members-gym.ts";
import { callAt, type KillFigures, noFigures, openSiteToKill, runAsCommand, unsoundFile } from "./killed-instances.ts";

const SUNDAY = "2026-11-22";
const NOW = `${SUNDAY}T09:00:00.000Z`;

/** As many as are written in some tenths of a second. */
const ROWS = 400;

/** Within which an instance is killed after it was asked: about as long as it needs. */
const MAX_DELAY_MS = 500;

/** Runs the test and returns its figures. */
export async function crashLists(
  kills: number,
  kind: DatabaseKind = "sqlite",
  report: (line: string) => void = () => {},
): Promise<KillFigures> {
  const { services, start, close } = await openSiteToKill(kind, NOW);
  const figures = noFigures();
  try {
    await seedGym(services);
    await openMembers(services);
    await makePerson(services, { name: "Somebody Else", phone: "0700 111 222" });
    const list = makeBadList(3, { today: SUNDAY, plans: LIST_PLANS, rows: ROWS });
    const expected = [...list.known.values()].filter(({ verdict }) => verdict === "new").length;
    const listId = await sendList(services, list.bytes);
    const before = await memberRows(services);
    while (figures.kills < kills) {
      const isIn = await isBroughtIn(services);
      await killWhile(await start(), figures, { listId, do: isIn ? "take-list-back" : "bring-list" });
      figures.wrong.push(
        ...(await problemsOf(services, before, expected)).map((text) => `kill ${figures.kills}: ${text}`),
      );
      if (figures.kills % 20 === 0) report(`${figures.kills} kills, ${figures.acknowledged} acknowledged`);
    }
    if (await isBroughtIn(services)) await takeBack(services, listId);
    figures.wrong.push(...(await problemsOf(services, before, expected)).map((text) => `at the end: ${text}`));
  } finally {
    await close();
  }
  return figures;
}

async function isBroughtIn({ db }: Services): Promise<boolean> {
  return (await db.selectFrom("member_lists").select("brought_at").executeTakeFirstOrThrow()).brought_at !== null;
}

/** Asks an instance for something, and kills it meanwhile. */
async function killWhile(
  instance: BookingProcess,
  figures: KillFigures,
  call: { do: "bring-list" | "take-list-back"; listId: string },
): Promise<void> {
  const running = callAt(instance, { now: NOW, figures }, call).catch(() => {
    figures.unanswered += 1;
  });
  await pause(Math.random() * MAX_DELAY_MS);
  await instance.kill();
  await running;
  figures.kills += 1;
}

/** What is there of a list by halves, once nothing of the killed instance is under way any more. */
async function problemsOf(services: Services, before: Record<string, string[]>, expected: number): Promise<string[]> {
  await transact(services, async () => {}, { lock: "people" });
  const now = await memberRows(services);
  const isIn = await isBroughtIn(services);
  const problems = await unsoundFile(services);
  if (!isIn && JSON.stringify(now) !== JSON.stringify(before)) problems.push("something of the list is there");
  const added = (table: string) => (now[table]?.length ?? 0) - (before[table]?.length ?? 0);
  if (isIn && (added("people") !== expected || added("door_numbers") !== expected)) {
    problems.push(`${added("people")} people and ${added("door_numbers")} numbers of ${expected} are there`);
  }
  if (isIn && added("passes") !== added("pass_days")) problems.push("some passes have no days");
  return problems;
}

if (import.meta.main) {
  await runAsCommand((kills, kind) => crashLists(kills, kind, console.log), process.argv.slice(2));
}
