/** The setup of a Vitest run: one PostgreSQL server, and for each engine a migrated database that tests copy. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { SQLITE_FILE } from "../../app/platform/database.server.ts";
import { openInstance, testConfig } from "./open-instance.ts";
import { queryPostgres, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the server's own database, `postgres`, through which tests create theirs. */
    postgresUrl: string;
    /** The SQLite file with all migrations and no rows. */
    migratedFile: string;
  }
}

/** The database on the server with all migrations and no rows. */
export const MIGRATED_DATABASE = "migrated";

/** A fingerprint of the schema: any other table, column, index or trigger changes it. */
const SHAPE = `(select concat_ws(' ', count(*), sum(attrelid::bigint), sum(attnum),
    (select count(*) from pg_trigger), (select count(*) from pg_constraint))
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and not attisdropped)`;

/**
 * Adds a function `emptied()` to the migrated database and thus to its copies. It ends other connections and deletes all rows
 * but those of the migrations. It returns false if a test has changed the tables.
 */
async function addEmptied(url: string): Promise<void> {
  const tables = await queryPostgres(url, "select tablename from pg_tables where schemaname = 'public'");
  const inserts: string[] = [];
  for (const { tablename } of tables) {
    const [row] = await queryPostgres(url, `select jsonb_agg(made)::text as rows from public."${tablename}" made`);
    if (row?.rows) {
      inserts.push(`insert into public."${tablename}"
        select * from jsonb_populate_recordset(null::public."${tablename}", $rows$${row.rows}$rows$);`);
    }
  }
  const [row] = await queryPostgres(url, `select ${SHAPE} as shape`);
  await queryPostgres(
    url,
    `create function public.emptied() returns boolean language plpgsql as $$
    declare name text; large text;
    begin
      perform pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid();
      if ${SHAPE} <> '${row?.shape}' then return false; end if;
      set local session_replication_role = replica;
      -- A table that was never written has no file; a large one would keep the places of its deleted rows.
      select string_agg(format('public.%I', relname), ', ') into large from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 65536;
      if large is not null then execute 'truncate ' || large || ' cascade'; end if;
      for name in select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 loop
        execute format('delete from public.%I', name);
      end loop;
      ${inserts.join("\n")}
      perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
      return true;
    end $$`,
  );
}

/** Vitest calls this function once before all tests, and the returned function once after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await queryPostgres(server.url, `create database ${MIGRATED_DATABASE}`);
  const url = new URL(server.url);
  url.pathname = `/${MIGRATED_DATABASE}`;
  const config = await testConfig();
  await (await openInstance(config, "sqlite", async () => {})).close();
  await (await openInstance({ ...config, databaseUrl: url.href }, "postgres", async () => {})).close();
  await addEmptied(url.href);
  project.provide("postgresUrl", server.url);
  project.provide("migratedFile", join(config.dataDir, SQLITE_FILE));
  return async () => {
    await server.remove();
    await rm(config.dataDir, { recursive: true });
  };
}
