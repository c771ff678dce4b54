/** One instance of the site at its start, as a process of its own: migrates and prints which migrations it ran. */
import { readConfig } from "../../app/platform/config.ts";
import { openDatabase } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";

const outcome = readConfig(process.env);
if (!outcome.ok) throw new Error(outcome.problems.join("\n"));
const { db, kind, close } = await openDatabase(outcome.config, createLog("silent"));
process.stdout.write(JSON.stringify(await migrate(db, kind)));
await close();
