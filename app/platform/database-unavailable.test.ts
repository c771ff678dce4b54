import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "./database-unavailable.ts";

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing failed");
}

describe("a database that can't do its work now", () => {
  it("is a SQLite that is full", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("create table t (x text); pragma max_page_count = 3");
    expect(isDatabaseAway(errorOf(() => database.exec("insert into t values (hex(zeroblob(20000)))")))).toBe(true);
    database.close();
  });

  it("is a SQLite that may only be read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "nguvu-away-"));
    const file = join(folder, "database.sqlite");
    new DatabaseSync(file).exec("create table t (x text)");
    await chmod(file, 0o444);
    const database = new DatabaseSync(file, { readOnly: true });
    expect(isDatabaseAway(errorOf(() => database.exec("insert into t values ('x')")))).toBe(true);
    database.close();
    await rm(folder, { recursive: true });
  });

  it("is a PostgreSQL that isn't there", async () => {
    const pool = new pg.Pool({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
    const error = await pool.query("select 1").catch((reason: unknown) => reason);
    expect(isDatabaseAway(error)).toBe(true);
    expect(isDatabaseAway(new Error("It failed", { cause: error }))).toBe(true);
    await pool.end();
  });

  it("is a SQLite that somebody else keeps locked", async () => {
    const folder = await mkdtemp(join(tmpdir(), "nguvu-away-"));
    const file = join(folder, "database.sqlite");
    const other = new DatabaseSync(file);
    other.exec("create table t (x text); begin exclusive");
    const database = new DatabaseSync(file);
    expect(isDatabaseAway(errorOf(() => database.exec("insert into t values ('x')")))).toBe(true);
    for (const open of [database, other]) open.close();
    await rm(folder, { recursive: true });
  });

  it("is a SQLite whose file can't be opened", () => {
    expect(isDatabaseAway(errorOf(() => new DatabaseSync(join(tmpdir(), "no-such-folder", "database.sqlite"))))).toBe(
      true,
    );
  });

  it.each([
    ["53100", "a full disk"],
    ["53300", "too many connections"],
    ["57P01", "told to stop"],
    ["57P03", "starting up"],
    ["57014", "a statement that took too long"],
    ["55P03", "a lock that wasn't given"],
    ["25006", "read-only"],
    ["08006", "a connection that broke"],
  ])("is a PostgreSQL that says %s: %s", (code) => {
    expect(isDatabaseAway(Object.assign(new Error("no"), { code }))).toBe(true);
  });

  it.each(["23505", "22P02", "42P01", "ENOENT"])("is no error like %s", (code) => {
    expect(isDatabaseAway(Object.assign(new Error("no"), { code }))).toBe(false);
  });

  it("is no mistake of ours", () => {
    const database = new DatabaseSync(":memory:");
    expect(isDatabaseAway(errorOf(() => database.exec("select nothing from nowhere")))).toBe(false);
    expect(isDatabaseAway(new TypeError("x is not a function"))).toBe(false);
    expect(isDatabaseAway("gone")).toBe(false);
    database.close();
  });
});
