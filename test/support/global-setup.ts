/** The setup of a Vitest run: one PostgreSQL server, with a migrated database that a test's own is copied from. */
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { openInstance, testConfig } from "./open-instance.ts";
import { askPostgres, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the server's own database, `postgres`, from which a test makes one for itself. */
    postgresUrl: string;
  }
}

/** The database with all migrations and no rows: a copy of it takes less than half the time of the migrations. */
export const MIGRATED_DATABASE = "migrated";

/** Vitest calls this once before all tests, and what it returns once after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await askPostgres(server.url, `create database ${MIGRATED_DATABASE}`);
  const url = new URL(server.url);
  url.pathname = `/${MIGRATED_DATABASE}`;
  const config = await testConfig({ databaseUrl: url.href });
  const site = await openInstance(config, "postgres", () => rm(config.dataDir, { recursive: true }));
  await site.close();
  project.provide("postgresUrl", server.url);
  return server.remove;
}
