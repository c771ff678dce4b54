/**
 * `npm run copy-database`: copies the site's SQLite database into the empty PostgreSQL database of DATABASE_URL, and compares every row.
 * Until the copy is complete, no site starts on it.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql, type Transaction } from "kysely";
import { readConfig } from "../app/platform/config.ts";
import { openDatabase, SQLITE_FILE } from "../app/platform/database.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import { migrateWithin, UNFINISHED_COPY } from "../app/platform/migrate.server.ts";
import type { Tables } from "../app/platform/schema.ts";
import type { Db } from "../app/platform/services.ts";
import { StartProblem, startProblem } from "../app/platform/start-problem.server.ts";

/** The limits of a batch, in rows and in characters of JSON: files of pictures are large, words are many. */
const ROWS_AT_ONCE = 2000;
const CHARACTERS_AT_ONCE = 4_000_000;

/** The migrator's own tables. */
const OF_MIGRATIONS = /^kysely_/;

type Row = Record<string, unknown>;

type Table = { name: string; columns: string[]; key: string[] };

/** A copied table and its number of rows. */
export type CopiedTable = { name: string; rows: number };

/**
 * Copies one database into another. The source is locked for writing; the target is empty, or has the remains of an interrupted copy.
 * @param onTable called for each table that has been copied and compared
 * @throws StartProblem when a database can't be used, or a row differs; then nothing is copied
 */
export async function copyDatabase(source: Db, target: Db, onTable: (table: CopiedTable) => void = () => {}) {
  await markUnfinished(target);
  await source.transaction().execute((from) =>
    target.transaction().execute(async (to) => {
      await migrateWithin(to);
      await checkVersions(from, to);
      const tables = await tablesInOrder(from, to);
      // Some migrations insert rows.
      for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to);
      for (const table of tables) onTable({ name: table.name, rows: await copyTable(from, to, table) });
      await sql`drop table ${sql.table(UNFINISHED_COPY)}`.execute(to);
    }),
  );
  await sql`analyze`.execute(target);
}

/** Creates the table that prevents a site from starting on the target. @throws StartProblem when the target isn't empty */
async function markUnfinished(target: Db): Promise<void> {
  const tables = await target.introspection.getTables();
  if (tables.some(({ name }) => name !== UNFINISHED_COPY)) {
    throw new StartProblem("The database to copy into is not empty. Create a new database: createdb NAME.");
  }
  await target.schema.createTable(UNFINISHED_COPY).ifNotExists().addColumn("began", "text").execute();
}

async function checkVersions(from: Db, to: Db): Promise<void> {
  const migrations = async (db: Db) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
      .map(({ name }) => name)
      .join();
  if ((await migrations(from)) !== (await migrations(to))) {
    throw new StartProblem(
      "The database belongs to another version of the site. Start this version on it once, and stop it.",
    );
  }
}

/** The tables of the site, each after those that it refers to. */
async function tablesInOrder(from: Db, to: Db): Promise<Table[]> {
  const { rows: references } = await sql<{ name: string; other: string }>`
    select distinct conrelid::regclass::text as name, confrelid::regclass::text as other
    from pg_constraint where contype = 'f' and conrelid <> confrelid`.execute(to);
  const waiting = await Promise.all(
    (await from.introspection.getTables())
      .filter(({ name, isView }) => !isView && !OF_MIGRATIONS.test(name))
      .map(async ({ name, columns }) => ({
        name,
        columns: columns.map((column) => column.name),
        key: await keyOf(from, name),
      })),
  );
  const ordered: Table[] = [];
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ name }) =>
      references.every(
        (reference) => reference.name !== name || !waiting.some((table) => table.name === reference.other),
      ),
    );
    const [next] = waiting.splice(index, 1);
    if (index < 0 || next === undefined) throw new Error("The tables refer to each other in a circle");
    ordered.push(next);
  }
  return ordered;
}

async function keyOf(from: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(from);
  return rows.map(({ name }) => name);
}

/** Copies the rows of a table, then compares source and target. @returns the number of rows */
async function copyTable(from: Transaction<Tables>, to: Transaction<Tables>, table: Table): Promise<number> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  for await (const json of portions(from, table)) {
    await sql`insert into ${sql.table(table.name)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${`[${json.join()}]`}::json)`.execute(
      to,
    );
  }
  let rows = 0;
  for await (const json of portions(from, table)) {
    await comparePortion(
      to,
      table,
      json.map((row) => JSON.parse(row)),
    );
    rows += json.length;
  }
  const { rows: counted } = await sql<{
    count: string;
  }>`select count(*) as count from ${sql.table(table.name)}`.execute(to);
  if (Number(counted[0]?.count) !== rows) throw new StartProblem(`The table ${table.name} differs from the source's.`);
  return rows;
}

/** Yields the rows of a table as JSON, in batches. */
async function* portions(from: Transaction<Tables>, { name }: Table): AsyncGenerator<string[]> {
  let portion: string[] = [];
  let characters = 0;
  // The names of tables and columns come from the database, so the types can't know them.
  for await (const row of from
    .selectFrom(name as never)
    .selectAll()
    .stream() as AsyncIterable<Row>) {
    const json = JSON.stringify(row, (_key, value: unknown) =>
      value instanceof Uint8Array ? bytesText(value) : value,
    );
    portion.push(json);
    characters += json.length;
    if (portion.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
    yield portion;
    [portion, characters] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}

/** Bytes in PostgreSQL's text format. */
function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString("hex")}`;
}

/** Compares rows of source and target by their keys. @throws StartProblem when a row differs */
async function comparePortion(to: Db, { name, columns, key }: Table, expected: Row[]): Promise<void> {
  const keys = JSON.stringify(expected.map((row) => Object.fromEntries(key.map((column) => [column, row[column]]))));
  const isSame = sql.join(
    key.map((column) => sql`${sql.ref(`copied.${column}`)} = ${sql.ref(`wanted.${column}`)}`),
    sql` and `,
  );
  const { rows: copied } = await sql<Row>`
    select copied.* from ${sql.table(name)} as copied
    join json_populate_recordset(null::${sql.table(name)}, ${keys}::json) as wanted on ${isSame}`.execute(to);
  const nameOf = (row: Row) => JSON.stringify(key.map((column) => asText(row[column])));
  const byKey = new Map(copied.map((row) => [nameOf(row), row]));
  for (const row of expected) {
    const other = byKey.get(nameOf(row));
    const different = columns.find((column) => other === undefined || !isEqual(row[column], other[column]));
    if (different !== undefined) {
      throw new StartProblem(
        `The row ${nameOf(row)} of the table ${name} differs between source and target: ${different}.`,
      );
    }
  }
}

/** Whether two values are equal: SQLite stores times as text, and booleans as 1 and 0. */
function isEqual(source: unknown, copied: unknown): boolean {
  if (copied instanceof Date) return typeof source === "string" && new Date(source).getTime() === copied.getTime();
  if (typeof copied === "boolean") return source === Number(copied);
  return asText(source) === asText(copied);
}

/** A value as text; PostgreSQL's driver returns large numbers as strings. */
function asText(value: unknown): string | null {
  return value === null ? null : value instanceof Uint8Array ? bytesText(value) : String(value);
}

if (import.meta.main) {
  const started = performance.now();
  const target = readConfig({ ...process.env, PORT: undefined });
  const source = readConfig({ ...process.env, PORT: undefined, DATABASE_URL: undefined });
  try {
    if (!target.ok || !source.ok) throw new StartProblem((target.ok ? [] : target.problems).join("\n"));
    // Everybody on the machine could read an argument in the list of processes.
    if (process.argv.length > 2 || target.config.databaseUrl === undefined) {
      throw new StartProblem("Set DATABASE_URL to the address of the PostgreSQL database; arguments are not accepted.");
    }
    const file = join(source.config.dataDir, SQLITE_FILE);
    if (!(await stat(file).catch(() => undefined))?.isFile()) throw new StartProblem(`DATA_DIR: there is no ${file}.`);
    const log = createLog("silent");
    const [from, to] = [await openDatabase(source.config, log), await openDatabase(target.config, log)];
    try {
      await copyDatabase(from.db, to.db, ({ name, rows }) =>
        console.log(`${name}: ${rows.toLocaleString("en")} rows, identical`),
      );
    } finally {
      await from.close();
      await to.close();
    }
    console.log(
      `Copied in ${Math.round((performance.now() - started) / 1000)} s. Start the site with DATABASE_URL, and SECRET as it is in ${join(source.config.dataDir, "secret")}.`,
    );
  } catch (error) {
    const settings = target.ok ? target.config : { dataDir: "", databaseUrl: undefined };
    const problem = startProblem(error, settings, SQLITE_FILE);
    console.error(`Nothing was copied: ${problem ?? (error instanceof Error ? error.message : String(error))}`);
    process.exitCode = 1;
  }
}
