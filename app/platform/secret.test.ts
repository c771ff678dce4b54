import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Config, readConfig } from "./config.ts";
import { withSecret } from "./secret.server.ts";

describe("the secret", () => {
  let config: Config;
  beforeEach(async () => {
    const outcome = readConfig({ DATA_DIR: await mkdtemp(join(tmpdir(), "nguvu-secret-")) });
    if (!outcome.ok) throw new Error("The settings' own defaults were refused");
    config = outcome.config;
  });
  afterEach(() => rm(config.dataDir, { recursive: true }));

  test("is taken from the setting, if any, and then no file is made", async () => {
    const secret = "a secret of the operator's own, long enough";
    expect((await withSecret({ ...config, secret })).secret).toBe(secret);
    expect(await readdir(config.dataDir)).toEqual([]);
  });

  test("is made once for many concurrent starts, and readable only by its owner", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => withSecret(config)));
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
    expect((await withSecret(config)).secret).toBe(made[0]?.secret);
    expect(made[0]?.secret).toHaveLength(43);
    expect(await readdir(config.dataDir)).toEqual(["secret"]);
    expect((await stat(join(config.dataDir, "secret"))).mode & 0o777).toBe(0o600);
  });

  test("is rejected when it is truncated", async () => {
    await writeFile(join(config.dataDir, "secret"), "half");
    await expect(withSecret(config)).rejects.toThrow("too short");
  });
});
