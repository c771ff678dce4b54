/**
 * `npm run sales:runs -- [runs] [sqlite|postgres] [seed]`: months at the desk, played at random on the real code and compared with a desk
 * kept by hand after every act (`random-sales.ts`), and once 200 sales at the same moment. Prints figures; fails at the first difference.
 */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import "../../app/wiring.ts";
import { isDatabaseUnavailable } from "../../app/platform/errors.ts";
import type { Services } from "../../app/platform/services.ts";
import { type SaleForm, type SaleOutcome, sell } from "../../app/sales/sell.server.ts";
import { seedGym } from "../bookings/booking-gym.ts";
import { DESK, makePerson, switchOnMembers } from "../members/members-gym.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { runSales } from "./random-sales.ts";
import { ensureDrawer, openSales, saleForm } from "./sales-gym.ts";

const AT_ONCE = 200;

const [, , runs = "100", kind = "sqlite", firstSeed = "1"] = process.argv;
const outcomes: Record<string, number> = {};
let acts = 0;
const started = performance.now();
for (let run = 0; run < Number(runs); run += 1) {
  const site = await openSite();
  const figures = await runSales(site.services, site.clock, Number(firstSeed) + run);
  acts += figures.acts;
  for (const [outcome, count] of Object.entries(figures.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  await site.close();
}
const numbers = await sellAtOnce();
console.log(
  JSON.stringify({
    kind,
    runs: Number(runs),
    acts,
    outcomes,
    atOnce: numbers,
    seconds: Math.round((performance.now() - started) / 1000),
  }),
);
process.exit(0);

/** A gym that sells, on a database of its own. */
async function openSite() {
  const postgres = kind === "postgres" ? await startPostgres() : undefined;
  const config = await testConfig({ databaseUrl: postgres?.url });
  const site = await openInstance(config, kind === "postgres" ? "postgres" : "sqlite", async () => {
    await postgres?.remove();
    await rm(config.dataDir, { recursive: true, force: true });
  });
  // Writes survive no power cut; nobody looks at them afterwards.
  if (postgres === undefined) await sql`pragma synchronous = off`.execute(site.services.db);
  const clock = { now: "2026-12-16T04:00:00.000Z" };
  let reads = 0;
  // Acts are sorted by their moments, so each has its own.
  const services = { ...site.services, now: () => new Date(Date.parse(clock.now) + ++reads) };
  await seedGym(services);
  await switchOnMembers(services);
  await openSales(services);
  return { services, clock, close: () => site.close() };
}

/** Presses, and once more where the database had no connection left: the form comes back with what was typed. */
async function press(services: Services, form: SaleForm): Promise<SaleOutcome> {
  try {
    return await sell(services, DESK, form);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return press(services, form);
  }
}

/** @returns how many receipts there are, which have the numbers from 1 on */
async function sellAtOnce(): Promise<number> {
  const { services, close } = await openSite();
  await ensureDrawer(services);
  const forms = [];
  for (let index = 0; index < AT_ONCE; index += 1)
    forms.push(await saleForm(services, [[await makePerson(services), "mwanzo"]]));
  const sold = await Promise.all(forms.map((form) => press(services, form)));
  const rows = await services.db.selectFrom("receipts").select("number").orderBy("number").execute();
  const isWhole = sold.every(({ code }) => code === "done") && rows.every(({ number }, index) => number === index + 1);
  if (!isWhole || rows.length !== AT_ONCE) throw new Error(`${AT_ONCE} sales at once have ${rows.length} receipts`);
  await close();
  return rows.length;
}
