import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { isDatabaseUnavailable } from "./errors.ts";

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing failed");
}

describe("a database that can't do its work now", () => {
  it("is a SQLite database that is full, read-only, locked by another process, or can't be opened", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "database.sqlite");
    const other = new DatabaseSync(file);
    other.exec("create table t (x text); pragma max_page_count = 3");
    const full = errorOf(() => other.exec("insert into t values (hex(zeroblob(20000)))"));
    other.exec("begin exclusive");
    const second = new DatabaseSync(file);
    const locked = errorOf(() => second.exec("insert into t values ('x')"));
    for (const open of [second, other]) open.close();
    await chmod(file, 0o444);
    const reader = new DatabaseSync(file, { readOnly: true });
    const readOnly = errorOf(() => reader.exec("insert into t values ('x')"));
    reader.close();
    const missing = errorOf(() => new DatabaseSync(join(folder, "no-such-folder", "database.sqlite")));
    expect([full, locked, readOnly, missing].map(isDatabaseUnavailable)).toEqual([true, true, true, true]);
  });

  it("is an unreachable PostgreSQL server", async () => {
    const pool = new pg.Pool({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
    const error = await pool.query("select 1").catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(isDatabaseUnavailable(new Error("It failed", { cause: error }))).toBe(true);
    await pool.end();
  });

  it.each<[boolean, ...string[]]>([
    // A full disk, too many connections, a server that stops or starts, a read-only one, a broken connection.
    [true, "53100", "53300", "57P01", "57P03", "25006", "08006"],
    [false, "23505", "22P02", "42P01", "ENOENT"],
  ])("is recognised by codes of PostgreSQL: %s, as by %s and %s", (expected, ...codes) => {
    for (const code of codes)
      expect(isDatabaseUnavailable(Object.assign(new Error("no"), { code })), code).toBe(expected);
  });

  it("is not a bug in the site", () => {
    const database = new DatabaseSync(":memory:");
    expect(isDatabaseUnavailable(errorOf(() => database.exec("select nothing from nowhere")))).toBe(false);
    expect(isDatabaseUnavailable(new TypeError("x is not a function"))).toBe(false);
    expect(isDatabaseUnavailable("gone")).toBe(false);
    database.close();
  });
});
