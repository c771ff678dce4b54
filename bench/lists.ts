/** A list of members as large as they may be: read, rehearsed, brought in and taken back, with what a reader waits meanwhile. */
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { bringListIn } from "../app/members/list/bring-in.server.ts";
import { MAX_LIST_ROWS } from "../app/members/list/list-rows.server.ts";
import type { DatabaseKind } from "../app/platform/database.server.ts";
import type { Services } from "../app/platform/services.ts";
import { seedGym } from "../test/bookings/booking-gym.ts";
import { makeBadList } from "../test/members/bad-lists.ts";
import { LIST_PLANS, rehearsalOf, sendList, takeBack } from "../test/members/list-gym.ts";
import { OWNER, openMembers } from "../test/members/members-gym.ts";
import { openInstance, testConfig } from "../test/support/open-instance.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Report, Table } from "./report.ts";

const TODAY = "2026-11-22";

async function measure(kind: DatabaseKind): Promise<Table> {
  const postgres = kind === "postgres" ? await startPostgres({ isDurable: true }) : undefined;
  const config = await testConfig({ databaseUrl: postgres?.url });
  const site = await openInstance(config, kind, async () => {
    await postgres?.remove();
    await rm(config.dataDir, { recursive: true, force: true });
  });
  try {
    const services: Services = { ...site.services, now: () => new Date(`${TODAY}T09:00:00.000Z`) };
    await seedGym(services);
    await openMembers(services);
    const options = { today: TODAY, plans: LIST_PLANS, rows: MAX_LIST_ROWS, faulty: 4, encoding: "utf-8" } as const;
    const { bytes } = makeBadList(11, options);
    const rows: (string | number)[][] = [];
    const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const { result, ms, longest } = await besideReader(services, work);
      rows.push([name, Math.round(ms), Math.round(longest)]);
      return result;
    };
    const id = await timed("read and stored", () => sendList(services, bytes));
    const { seen } = await timed("rehearsed", () => rehearsalOf(services, id));
    await timed("brought in", () => bringListIn(services, OWNER, id, seen));
    const again = await sendList(services, bytes);
    await timed("the same list rehearsed", () => rehearsalOf(services, again));
    await timed("taken back", () => takeBack(services, id));
    return {
      title: `${kind}, ${MAX_LIST_ROWS} rows`,
      columns: ["", "ms", "a reader waits, longest ms"],
      rows,
      bars: 1,
    };
  } finally {
    await site.close();
  }
}

/** Does something while somebody reads without end. */
async function besideReader<Result>({ db }: Services, work: () => Promise<Result>) {
  let longest = 0;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now();
      await db.selectFrom("entries").select("slug").limit(1).execute();
      longest = Math.max(longest, performance.now() - began);
      await pause(2);
    }
  })();
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  isOver = true;
  await reading;
  return { result, ms, longest };
}

export async function lists(): Promise<Report> {
  return { name: "lists", tables: [await measure("sqlite"), await measure("postgres")], notes: [] };
}
