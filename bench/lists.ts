/** A list of members as large as they may be: read, judged, imported and undone, and hostile ones, with what a reader waits meanwhile. */
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { setImportSettings } from "../app/members/import/imports.server.ts";
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from "../app/members/import/limits.ts";
import { indexPeople } from "../app/people/person-index.server.ts";
import type { DatabaseKind } from "../app/platform/database.server.ts";
import type { Services } from "../app/platform/services.ts";
import { seedGym } from "../test/bookings/booking-gym.ts";
import { makeBadList } from "../test/members/bad-lists.ts";
import { importSent, readImport, sendList, undoSent } from "../test/members/import-gym.ts";
import { switchOnMembers } from "../test/members/members-gym.ts";
import { openInstance, testConfig } from "../test/support/open-instance.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Goal, Report, Table } from "./report.ts";

const TODAY = "2026-11-27";

const READ = "read, judged and stored";
const IMPORTED = "imported";

const GOALS = { sqlite: { [READ]: 500, [IMPORTED]: 1500 }, postgres: { [READ]: 500, [IMPORTED]: 3000 } };

type Measured = { table: Table; goals: Goal[] };

async function measure(kind: DatabaseKind): Promise<Measured> {
  const postgres = kind === "postgres" ? await startPostgres({ isDurable: true }) : undefined;
  const config = await testConfig({ databaseUrl: postgres?.url });
  const site = await openInstance(config, kind, async () => {
    await postgres?.remove();
    await rm(config.dataDir, { recursive: true, force: true });
  });
  try {
    const services: Services = { ...site.services, now: () => new Date(`${TODAY}T09:00:00.000Z`) };
    await seedGym(services);
    await switchOnMembers(services);
    const { source } = makeBadList(11, IMPORT_MAX_ROWS, true);
    const rows: (string | number)[][] = [];
    const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const { result, ms, longest } = await besideReader(services, work);
      rows.push([name, Math.round(ms), Math.round(longest())]);
      return result;
    };
    // The first list of an installation takes 100 ms more: its process is compiled.
    await sendList(services, "Name,Phone\nJane Wambui,0712 000 999\n");
    const id = await timed(READ, () => sendList(services, source));
    await timed("shown again", () => readImport(services, id));
    await setImportSettings(services, id, { columns: [], answers: { "phone-missing:all": "without" } });
    await timed("judged again after an answer", () => readImport(services, id));
    await timed(IMPORTED, () => importSent(services, id));
    await timed("found by their names, in the background", () => indexPeople(services));
    const again = await timed("the same list sent again", () => sendList(services, source));
    await timed("shown", () => readImport(services, again));
    await timed("undone", () => undoSent(services, id));
    for (const [name, part] of HOSTILE) {
      const bytes = Buffer.from(part.repeat(Math.floor(IMPORT_MAX_BYTES / part.length)));
      await timed(`5 MB of ${name}`, () => sendList(services, { bytes }).catch(() => {}));
    }
    const title = `${kind}, ${IMPORT_MAX_ROWS} rows`;
    return {
      table: { title, columns: ["", "ms", "a reader waits, longest ms"], rows, bars: 1 },
      goals: Object.entries(GOALS[kind]).map(([name, most]) => {
        const ms = rows.find(([row]) => row === name)?.[1];
        return { what: `${title}, ${name}`, found: Number(ms), unit: "ms", most };
      }),
    };
  } finally {
    await site.close();
  }
}

const HOSTILE = [
  ["quotation marks", '"'],
  ["one phone", "0712000001 "],
  ["one phone in rows", "0712000001\n"],
  ["one phone in columns", "0712000001,"],
  ["commas", ","],
  ["line ends", "\n"],
  ["quotation marks and line ends", '"\n'],
  ["cells that open", '"a,"'],
] as const;

/** A visitor reads this often: more often, the reader takes the processor time that is measured. */
const READER_MS = 25;

/** Does something while a visitor reads all the time. */
async function besideReader<Result>({ db }: Services, work: () => Promise<Result>) {
  let longest = 0;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now();
      await db.selectFrom("entries").select("slug").limit(1).execute();
      longest = Math.max(longest, performance.now() - began);
      await pause(READER_MS);
    }
  })();
  const began = performance.now();
  try {
    const result = await work();
    const ms = performance.now() - began;
    return { result, ms, longest: () => longest };
  } finally {
    isOver = true;
    await reading;
  }
}

export async function lists(): Promise<Report> {
  const measured = [await measure("sqlite"), await measure("postgres")];
  return {
    name: "lists",
    tables: measured.map(({ table }) => table),
    goals: measured.flatMap(({ goals }) => goals),
    notes: [],
  };
}
