/**
 * `npm run content:runs -- [runs] [sqlite|postgres] [seed]`: random changes of content on the real code, 200 actions each,
 * compared with a model after every action (`dated-changes.ts`). Prints figures; fails at the first difference of a run.
 */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { openInstance, testConfig } from "../support/open-instance.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { Difference, runDatedChanges } from "./dated-changes.ts";

const ACTIONS = 200;

const [, , runs = "50", kind = "sqlite", firstSeed = "1"] = process.argv;
const postgres = kind === "postgres" ? await startPostgres() : undefined;
const config = await testConfig({ databaseUrl: postgres?.url });
const site = await openInstance(config, postgres === undefined ? "sqlite" : "postgres", async () => {
  await postgres?.remove();
  await rm(config.dataDir, { recursive: true, force: true });
});
// Writes survive no power cut; nobody looks at them afterwards.
if (site.kind === "sqlite") await sql`pragma synchronous = off`.execute(site.services.db);
const started = performance.now();
const total = { runs: 0, actions: 0, refused: 0, waits: 0, broken: 0 };
for (let seed = Number(firstSeed); total.runs < Number(runs); seed += 1) {
  total.runs += 1;
  site.logged.length = 0;
  try {
    const { actions, refused, waits } = await runDatedChanges(site.services, seed, ACTIONS);
    total.actions += actions;
    total.refused += refused;
    total.waits += waits;
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    total.broken += 1;
    console.error(`seed ${seed}: ${error.message}`);
  }
}
await site.close();
console.log(JSON.stringify({ kind, ...total, seconds: Math.round((performance.now() - started) / 1000) }));
process.exit(total.broken === 0 ? 0 : 1);
