/**
 * `npm run timetable:runs -- [runs] [sqlite|postgres] [seed]`: random weeks of the timetable on the real code, each of 60
 * days, compared with a model after every action (`timetable-simulation.ts`). Prints figures; fails at the first
 * difference.
 */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { Difference } from "./timetable-comparison.ts";
import { runTimetable } from "./timetable-simulation.ts";

const DAYS = 60;

const [, , runs = "400", kind = "sqlite", firstSeed = "1"] = process.argv;
const postgres = kind === "postgres" ? await startPostgres() : undefined;
const config = await testConfig({ databaseUrl: postgres?.url });
const site = await openInstance(config, postgres === undefined ? "sqlite" : "postgres", async () => {
  await postgres?.remove();
  await rm(config.dataDir, { recursive: true, force: true });
});
// Writes survive no power cut; nobody looks at them afterwards.
if (site.kind === "sqlite") await sql`pragma synchronous = off`.execute(site.services.db);
const started = performance.now();
const total = { runs: 0, actions: 0, refused: 0, compared: 0, bookings: 0, mails: 0, mailsRefused: 0, mostRows: 0 };
const violations: Record<string, number> = {};
for (let seed = Number(firstSeed); total.runs < Number(runs); seed += 1) {
  total.runs += 1;
  // Every line of a run would fill the memory in a few hundred.
  site.logged.length = 0;
  try {
    const { actions, refused, compared, bookings, mails, mailsRefused, rows } = await runTimetable(
      site.services,
      seed,
      DAYS,
    );
    total.actions += actions;
    total.refused += refused;
    total.compared += compared;
    total.bookings += bookings;
    total.mails += mails;
    total.mailsRefused += mailsRefused;
    total.mostRows = Math.max(total.mostRows, rows);
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    violations[error.violation] = (violations[error.violation] ?? 0) + 1;
    console.error(`seed ${seed}: ${error.message}`);
  }
}
await site.close();
console.log(JSON.stringify({ kind, ...total, violations, seconds: Math.round((performance.now() - started) / 1000) }));
process.exit(Object.keys(violations).length === 0 ? 0 : 1);
