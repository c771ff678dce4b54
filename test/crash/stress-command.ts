/** Parts of the commands that stress a site: their arguments, the site's data, and the report at the end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import { startPostgres } from "../support/postgres-server.ts";

const MAX_PRINTED = 50;

export function readEngine(argument = "sqlite"): DatabaseKind {
  if (argument === "sqlite" || argument === "postgres") return argument;
  throw new Error(`The engine is sqlite or postgres, not ${argument}`);
}

/** An empty folder for a site, and on PostgreSQL its server. @param parent where the folder is made */
export async function newSiteData(
  kind: DatabaseKind,
  parent = tmpdir(),
  options: Parameters<typeof startPostgres>[0] = {},
) {
  const postgres = kind === "postgres" ? await startPostgres(options) : undefined;
  const dataDir = await mkdtemp(join(parent, "nguvu-stressed-"));
  const databaseUrl = postgres?.url;
  const environment: Record<string, string> = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const remove = async () => {
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { dataDir, databaseUrl, environment, remove };
}

/** Prints figures and the first problems, and exits. */
export function exitWith(figures: object, problems: readonly string[]): never {
  console.log(JSON.stringify(figures));
  for (const problem of problems.slice(0, MAX_PRINTED)) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
