/** The setup of a Vitest run: one PostgreSQL server, and of each engine a migrated database that a test's own is copied from. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { SQLITE_FILE } from "../../app/platform/database.server.ts";
import { openInstance, testConfig } from "./open-instance.ts";
import { askPostgres, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the server's own database, `postgres`, from which a test makes one for itself. */
    postgresUrl: string;
    /** The SQLite file with all migrations and no rows. */
    migratedFile: string;
  }
}

/** The database on the server with all migrations and no rows. */
export const MIGRATED_DATABASE = "migrated";

/** Vitest calls this once before all tests, and what it returns once after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await askPostgres(server.url, `create database ${MIGRATED_DATABASE}`);
  const url = new URL(server.url);
  url.pathname = `/${MIGRATED_DATABASE}`;
  const config = await testConfig();
  await (await openInstance(config, "sqlite", async () => {})).close();
  await (await openInstance({ ...config, databaseUrl: url.href }, "postgres", async () => {})).close();
  project.provide("postgresUrl", server.url);
  project.provide("migratedFile", join(config.dataDir, SQLITE_FILE));
  return async () => {
    await server.remove();
    await rm(config.dataDir, { recursive: true });
  };
}
