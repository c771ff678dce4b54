import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

function configOf(environment: Record<string, string>) {
  const outcome = readConfig(environment);
  if (!outcome.ok) throw new Error(outcome.problems.join("; "));
  return outcome.config;
}

describe("the settings", () => {
  test("have a value for everything but what may be absent", () => {
    expect(configOf({})).toEqual({
      port: 3000,
      host: "localhost",
      dataDir: "./data",
      databaseUrl: undefined,
      publicUrl: undefined,
      smtpUrl: undefined,
      staffEmail: "desk@nguvu.example",
      secret: undefined,
      testAccount: true,
      trustedProxies: [],
    });
  });

  test("are read from the environment, and an empty one counts as absent", () => {
    const config = configOf({
      PORT: "8080",
      HOST: "",
      DATABASE_URL: "postgresql://nguvu@db.internal/nguvu",
      PUBLIC_URL: "https://nguvu.example/",
      SMTP_URL: "smtps://mail.nguvu.example",
      TEST_ACCOUNT: "off",
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    });
    expect(config).toMatchObject({
      port: 8080,
      host: "localhost",
      databaseUrl: "postgresql://nguvu@db.internal/nguvu",
      publicUrl: "https://nguvu.example",
      smtpUrl: "smtps://mail.nguvu.example",
      testAccount: false,
      trustedProxies: ["10.0.0.0/8", "::1"],
    });
  });

  test.each([
    ["PORT", "eighty"],
    ["PORT", "70000"],
    ["DATABASE_URL", "mysql://nguvu"],
    ["PUBLIC_URL", "nguvu.example"],
    ["PUBLIC_URL", "https://nguvu.example/site"],
    ["SMTP_URL", "mail.nguvu.example"],
    ["STAFF_EMAIL", "desk"],
    ["SECRET", "too short"],
    ["TEST_ACCOUNT", "maybe"],
    ["TRUSTED_PROXIES", "10.0.0.0/8,everyone"],
  ])("%s=%s is refused by name, and the value isn't repeated", (name, value) => {
    const outcome = readConfig({ [name]: value });
    if (outcome.ok) throw new Error("It was taken");
    expect(outcome.problems).toHaveLength(1);
    expect(outcome.problems[0]).toMatch(new RegExp(`^${name}: \\S`));
    expect(outcome.problems[0]).not.toContain(value);
  });

  test("that are wrong are all named at once", () => {
    const outcome = readConfig({ PORT: "x", SECRET: "y", TEST_ACCOUNT: "z" });
    expect(outcome.ok ? [] : outcome.problems.map((problem) => problem.split(":")[0])).toEqual([
      "PORT",
      "SECRET",
      "TEST_ACCOUNT",
    ]);
  });
});
