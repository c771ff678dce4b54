import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testConfig } from "../../test/support/open-instance.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { readConfig } from "./config.ts";
import { withSecret } from "./secret.server.ts";

describe("the settings", () => {
  test("are read from the environment, and an empty HOST counts as absent", () => {
    const environment = {
      PORT: "8080",
      HOST: "",
      DATABASE_URL: "postgresql://nguvu@db.internal/nguvu",
      PUBLIC_URL: "https://nguvu.example/",
      SMTP_URL: "smtps://mail.nguvu.example",
      TEST_ACCOUNT: "off",
      OFFLINE_READING: "off",
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    };
    const config = {
      port: 8080,
      host: "localhost",
      databaseUrl: "postgresql://nguvu@db.internal/nguvu",
      publicUrl: "https://nguvu.example",
      smtpUrl: "smtps://mail.nguvu.example",
      testAccount: false,
      offlineReading: false,
      trustedProxies: ["10.0.0.0/8", "::1"],
    };
    expect(readConfig(environment)).toMatchObject({ ok: true, config });
  });

  test.each([
    ["PORT", "70000", '"70000"'],
    ["PORT", "", '""'],
    ["PORT", "1e3", '"1e3"'],
    ["HOST", " ", "blank"],
    ["DATA_DIR", " ", "blank"],
    ["DATABASE_URL", "mysql://nguvu", "postgres://"],
    ["DATABASE_URL", "postgres:///nguvu", "host"],
    ["DATABASE_URL", "postgres://user:hush@db:port/nguvu", "postgres://"],
    ["PUBLIC_URL", "nguvu.example", "https://"],
    ["PUBLIC_URL", "https://nguvu.example/site", "path"],
    ["PUBLIC_URL", "https://user:hush@nguvu.example", "user"],
    ["PUBLIC_URL", "https://nguvu.example/?q=1", "query"],
    ["PUBLIC_URL", "https://nguvu.example/#top", "fragment"],
    ["PUBLIC_URL", "https:nguvu.example", "https://"],
    ["SMTP_URL", "mail.nguvu.example", "smtp://"],
    ["SMTP_URL", "smtp://", "host"],
    ["STAFF_EMAIL", "desk", '"desk"'],
    ["SECRET", "too short", "32"],
    ["SECRET", `short${" ".repeat(40)}`, "32"],
    ["OTHER_SECRET", "too short", "32"],
    ["BACKUP_COMMAND", "cp /away", "{}"],
    ["BACKUP_CHECK_COMMAND", "cp /away", "{}"],
    ["BACKUP_PASSPHRASE", "x".repeat(15), "16"],
    ["OPERATOR_EMAIL", "operator", '"operator"'],
    ["ALERT_URL", "alerts.example", "https://"],
    ["TEST_ACCOUNT", "maybe", '"maybe"'],
    ["TRUSTED_PROXIES", "10.0.0.0/8,everyone,nobody", "10.0.0.0/8"],
  ])("%s=%j is rejected with a message that names the setting and what it expects", (name, value, message) => {
    const outcome = readConfig({ [name]: value });
    if (outcome.ok) throw new Error("It was accepted");
    expect(outcome.problems).toHaveLength(1);
    expect(outcome.problems[0]).toMatch(/^[A-Z_]+: must .+\.$/);
    expect(outcome.problems[0]).toContain(`${name}: `);
    expect(outcome.problems[0]).toContain(message);
    expect(outcome.problems[0]).not.toMatch(/NaN(?!")|undefined|hush/);
  });

  test.each([
    ["PORT", "0"],
    ["PORT", "65535"],
    ["DATABASE_URL", "postgres:///nguvu?host=/run/postgresql"],
    ["PUBLIC_URL", "http://[::1]:3000"],
    ["SMTP_URL", "smtp://user:pass%40word@mail.nguvu.example:587"],
    ["SECRET", "with blanks inside it, and long enough"],
  ])("%s=%s is accepted", (name, value) => {
    expect(readConfig({ [name]: value })).toMatchObject({ ok: true });
  });

  test("are all reported at once if several are wrong", () => {
    const outcome = readConfig({ PORT: "x", SECRET: "y", TEST_ACCOUNT: "z" });
    const names = outcome.ok ? [] : outcome.problems.map((problem) => problem.split(":")[0]);
    expect(names).toEqual(["PORT", "SECRET", "TEST_ACCOUNT"]);
  });
});

test("the secret is the setting's, or is made once for many concurrent starts, in a file for its owner alone", async () => {
  const config = await testConfig({ dataDir: join(await temporaryFolder(), "data"), secret: undefined });
  const secret = "a secret of the operator's own, long enough";
  expect((await withSecret({ ...config, secret })).secret).toBe(secret);
  await expect(stat(config.dataDir)).rejects.toThrow("ENOENT");
  const made = await Promise.all(Array.from({ length: 20 }, () => withSecret(config)));
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
  expect((await withSecret(config)).secret).toBe(made[0]?.secret);
  expect(made[0]?.secret).toHaveLength(43);
  expect(await readdir(config.dataDir)).toEqual(["secret"]);
  expect((await stat(join(config.dataDir, "secret"))).mode & 0o777).toBe(0o600);
  expect((await stat(config.dataDir)).mode & 0o777).toBe(0o700);
});
