import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { describe, expect, it } from "vitest";
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
  it("is a full SQLite database", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("create table t (x text); pragma max_page_count = 3");
    expect(isDatabaseUnavailable(errorOf(() => database.exec("insert into t values (hex(zeroblob(20000)))")))).toBe(
      true,
    );
    database.close();
  });

  it("is a read-only SQLite database", async () => {
    const folder = await mkdtemp(join(tmpdir(), "nguvu-unavailable-"));
    const file = join(folder, "database.sqlite");
    new DatabaseSync(file).exec("create table t (x text)");
    await chmod(file, 0o444);
    const database = new DatabaseSync(file, { readOnly: true });
    expect(isDatabaseUnavailable(errorOf(() => database.exec("insert into t values ('x')")))).toBe(true);
    database.close();
    await rm(folder, { recursive: true });
  });

  it("is an unreachable PostgreSQL server", async () => {
    const pool = new pg.Pool({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
    const error = await pool.query("select 1").catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(isDatabaseUnavailable(new Error("It failed", { cause: error }))).toBe(true);
    await pool.end();
  });

  it("is a SQLite file locked by another process", async () => {
    const folder = await mkdtemp(join(tmpdir(), "nguvu-unavailable-"));
    const file = join(folder, "database.sqlite");
    const other = new DatabaseSync(file);
    other.exec("create table t (x text); begin exclusive");
    const database = new DatabaseSync(file);
    expect(isDatabaseUnavailable(errorOf(() => database.exec("insert into t values ('x')")))).toBe(true);
    for (const open of [database, other]) open.close();
    await rm(folder, { recursive: true });
  });

  it("is a SQLite file that can't be opened", () => {
    expect(
      isDatabaseUnavailable(errorOf(() => new DatabaseSync(join(tmpdir(), "no-such-folder", "database.sqlite")))),
    ).toBe(true);
  });

  it.each([
    ["53100", "a full disk"],
    ["53300", "too many connections"],
    ["57P01", "shutting down"],
    ["57P03", "starting up"],
    ["57014", "a statement that took too long"],
    ["55P03", "a lock that wasn't granted"],
    ["25006", "read-only"],
    ["08006", "a broken connection"],
  ])("is a PostgreSQL error %s: %s", (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error("no"), { code }))).toBe(true);
  });

  it.each(["23505", "22P02", "42P01", "ENOENT"])("is not an error like %s", (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error("no"), { code }))).toBe(false);
  });

  it("is not a bug in the site", () => {
    const database = new DatabaseSync(":memory:");
    expect(isDatabaseUnavailable(errorOf(() => database.exec("select nothing from nowhere")))).toBe(false);
    expect(isDatabaseUnavailable(new TypeError("x is not a function"))).toBe(false);
    expect(isDatabaseUnavailable("gone")).toBe(false);
    database.close();
  });
});
