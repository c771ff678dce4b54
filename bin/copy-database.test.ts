/** A copy of a database in which every table has rows, from SQLite into PostgreSQL. */
import { spawnSync } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../app/platform/database.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import { migrate, UNFINISHED_COPY } from "../app/platform/migrate.server.ts";
import type { Db } from "../app/platform/services.ts";
import { createPostgresDatabase, openTestSite, type TestSite } from "../test/support/test-services.ts";
import { type CopiedTable, copyDatabase } from "./copy-database.ts";

const ROWS = 3;

let site: TestSite;
let target: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  site = await openTestSite("sqlite");
  await fillEveryTable(site.services.db);
});
beforeEach(async () => {
  const { url, drop } = await createPostgresDatabase();
  target = await openDatabase({ ...site.services.config, databaseUrl: url }, createLog("silent"));
  onTestFinished(() => target.close().then(drop));
});
afterAll(() => site.close());

type Named = { name: string };

/** Rows of each table whose texts are the same in all of them, so that each refers to something that is there. */
async function fillEveryTable(db: Db): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db);
  for (const { name, columns } of await tablesOf(db)) {
    const keys = await sql<Named>`select name from pragma_table_info(${name}) where pk > 0`.execute(db);
    const isKey = new Set(keys.rows.map((key) => key.name));
    for (let row = 1; row <= ROWS; row++) {
      const values = columns.map(({ isNullable, ...column }) =>
        // SQLite reports keys as nullable.
        row === ROWS && isNullable && !isKey.has(column.name) ? sql`null` : sql`${testValue(column, row)}`,
      );
      const names = sql.join(columns.map((column) => sql.ref(column.name)));
      await sql`insert or ignore into ${sql.table(name)} (${names}) values (${sql.join(values)})`.execute(db);
    }
  }
  await sql`pragma foreign_keys = on`.execute(db);
}

async function tablesOf(db: Db) {
  return (await db.introspection.getTables()).filter(({ name }) => !name.startsWith("kysely_"));
}

function testValue({ dataType }: { dataType: string }, row: number): unknown {
  if (/int/i.test(dataType)) return row;
  if (dataType === "boolean") return row % 2;
  if (dataType === "bytea") return Buffer.from([0, row, 255, 92]);
  if (dataType === "timestamptz") return `2026-11-2${row}T05:00:00.${row}00Z`;
  return `${row}: “quoted” \\x00 'it' "is"\n€ 💪`;
}

test("has every row of every table, and a site starts on it only when it is complete", async () => {
  const copied: CopiedTable[] = [];
  await copyDatabase(site.services.db, target.db, (table) => copied.push(table));
  const tables = (await tablesOf(site.services.db)).map(({ name }) => name);
  expect(copied.map(({ name }) => name).sort()).toEqual(tables.sort());
  expect(copied.filter(({ rows }) => rows === 0)).toEqual([]);
  expect(await migrate(target.db, "postgres")).toEqual([]);
  const id = expect.stringMatching(/^1: “quoted”/);
  const user = { id, emailVerified: true, createdAt: new Date("2026-11-21T05:00:00.100Z") };
  expect(await target.db.selectFrom("users").selectAll().orderBy("id").executeTakeFirst()).toMatchObject(user);
  const file = await target.db.selectFrom("picture_files").select("bytes").orderBy("name").executeTakeFirst();
  expect(file).toEqual({ bytes: Buffer.from([0, 1, 255, 92]) });
  await expect(copyDatabase(site.services.db, target.db)).rejects.toThrow("not empty");
});

test("can't be started if it is interrupted, or the version or a row differs, and then starts from the beginning", async () => {
  const interrupted = copyDatabase(site.services.db, target.db, ({ name }) => {
    if (name === "users") throw new Error("no power");
  });
  await expect(interrupted).rejects.toThrow("no power");
  expect((await target.db.introspection.getTables()).map(({ name }) => name)).toEqual([UNFINISHED_COPY]);
  await expect(migrate(target.db, "postgres")).rejects.toThrow("an unfinished copy");
  await sql`insert into kysely_migration values ('9999-newer', '2030-01-01')`.execute(site.services.db);
  await expect(copyDatabase(site.services.db, target.db)).rejects.toThrow("another version of the site");
  await sql`delete from kysely_migration where name = '9999-newer'`.execute(site.services.db);
  const setSecond = (second: number) =>
    sql`update users set "updatedAt" = ${`2026-11-21T05:00:${second}Z`}`.execute(site.services.db);
  // A second that only PostgreSQL has.
  await setSecond(60);
  const difference = /of the table users differs between source and target: updatedAt/;
  await expect(copyDatabase(site.services.db, target.db)).rejects.toThrow(difference);
  await setSecond(59);
  await copyDatabase(site.services.db, target.db);
  expect(await migrate(target.db, "postgres")).toEqual([]);
});

test("takes the address from the environment, where no list of processes shows its password", () => {
  const copy = (args: string[], databaseUrl: string) => {
    const environment = { ...process.env, DATA_DIR: "/nowhere", DATABASE_URL: databaseUrl };
    const { status, stderr } = spawnSync(process.execPath, ["bin/copy-database.ts", ...args], { env: environment });
    return [status, String(stderr)];
  };
  const address = "postgres://nguvu:secret@127.0.0.1:1/nguvu";
  const [status, problem] = copy([address], address);
  expect([status, problem]).toEqual([1, expect.stringMatching(/^Nothing was copied: Set DATABASE_URL .+\.\n$/)]);
  expect(problem).not.toContain("secret");
  expect(copy([], "")).toEqual([1, expect.stringMatching(/^Nothing was copied: Set DATABASE_URL /)]);
});
