/**
 * `npm run crash:lists [-- KILLS [sqlite|postgres]]`: an instance is killed with SIGKILL at a random moment while it imports a list of
 * members, or undoes the import. The list must be imported completely or not at all; an undo restores each table's rows.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { seedGym } from "../bookings/booking-gym.ts";
import type { BookingProcess } from "../bookings/booking-processes.ts";
import { makeBadList } from "../members/bad-lists.ts";
import { memberRows, readImport, sendList, undoSent } from "../members/import-gym.ts";
import { makePerson, switchOnMembers } from "../members/members-gym.ts";
import {
  callAt,
  type Engine,
  findDamage,
  type KillFigures,
  noFigures,
  openSiteToKill,
  runAsCommand,
} from "./killed-instances.ts";

const SUNDAY = "2026-11-22";
const NOW = `${SUNDAY}T09:00:00.000Z`;

/** Enough to take a few tenths of a second. */
const ROWS = 400;

/** The longest time from the call to the kill: about as long as an import takes. */
const MAX_DELAY_MS = 600;

/** Runs the test and returns its figures. */
export async function crashLists(
  kills: number,
  engine: Engine = "sqlite",
  report: (line: string) => void = () => {},
): Promise<KillFigures> {
  const { services, start, close } = await openSiteToKill(engine, NOW);
  const figures = noFigures();
  let instances: BookingProcess[] = [];
  try {
    await seedGym(services);
    await switchOnMembers(services);
    await makePerson(services, { name: "Somebody Else", phone: "0700 111 222" });
    const { source } = makeBadList(3, ROWS);
    const before = await memberRows(services);
    let importId = await sendList(services, source);
    const expected = (await readImport(services, importId)).judgement.counts.new;
    instances = await Promise.all([start(), start()]);
    while (figures.kills < kills) {
      // An undone import is deleted.
      importId = (await stateOf(services)) === "none" ? await sendList(services, source) : importId;
      const act = (await stateOf(services)) === "imported" ? "undo-import" : "import-list";
      const killed = await killOne(instances, figures, { do: act, importId });
      figures.wrong.push(
        ...(await problemsOf(services, before, expected)).map((text) => `kill ${figures.kills}: ${text}`),
      );
      if (figures.kills < kills) instances[killed] = await start();
      if (figures.kills % 10 === 0) report(`${figures.kills} kills, ${figures.acknowledged} acknowledged`);
    }
    if ((await stateOf(services)) === "imported") await undoSent(services, importId);
    figures.wrong.push(...(await problemsOf(services, before, expected)).map((text) => `at the end: ${text}`));
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await close();
  }
  return figures;
}

async function stateOf({ db }: Services): Promise<"none" | "waiting" | "imported"> {
  const row = await db.selectFrom("imports").select("imported_at").executeTakeFirst();
  return row === undefined ? "none" : row.imported_at === null ? "waiting" : "imported";
}

/** Sends a call to one or both instances, and kills one that got it. @returns which was killed */
async function killOne(
  instances: readonly BookingProcess[],
  figures: KillFigures,
  call: { do: "import-list" | "undo-import"; importId: string },
): Promise<number> {
  const which = Math.random() < 0.5 ? 0 : 1;
  const called = instances.filter((_, index) => index === which || figures.kills % 2 === 0);
  const answers = called.map((instance) =>
    callAt(instance, { now: NOW, figures }, call).catch(() => {
      figures.unanswered += 1;
    }),
  );
  await pause(Math.random() * MAX_DELAY_MS);
  await instances[which]?.kill();
  await Promise.all(answers);
  figures.kills += 1;
  return which;
}

/** Finds a partial import or undo, once the killed instance's transactions have ended. */
async function problemsOf(services: Services, before: Record<string, string[]>, expected: number): Promise<string[]> {
  await transact(services, async () => {}, { lock: "people" });
  const now = await memberRows(services);
  const isImported = (await stateOf(services)) === "imported";
  const problems = await findDamage(services);
  const isAsBefore = JSON.stringify({ ...now, imports: [] }) === JSON.stringify(before);
  if (!isImported && !isAsBefore) problems.push("part of the list is there");
  const added = (table: string) => (now[table]?.length ?? 0) - (before[table]?.length ?? 0);
  if (isImported && (added("people") !== expected || added("door_numbers") !== expected)) {
    problems.push(`${added("people")} people and ${added("door_numbers")} numbers were imported, not ${expected}`);
  }
  if (isImported && added("passes") !== added("pass_days")) problems.push("some passes have no days");
  return problems;
}

if (import.meta.main) {
  await runAsCommand((kills, engine) => crashLists(kills, engine, console.log), process.argv.slice(2));
}
