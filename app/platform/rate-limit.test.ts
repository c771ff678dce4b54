import { describe, expect, test } from "vitest";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { addressGroup, COUNT_RETENTION, countAttempt, forgetAttempts } from "./rate-limit.server.ts";
import { applyRetention } from "./retention.server.ts";

const LIMIT = { name: "test", max: 3, windowMs: 60_000 };

describe.each(ENGINES)("a limit on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  test("allows no more than its maximum concurrently, with a separate count for each client", async () => {
    const through = await Promise.all(Array.from({ length: 20 }, () => countAttempt(services, LIMIT, "amani")));
    expect(through.filter(Boolean)).toHaveLength(3);
    expect(await countAttempt(services, LIMIT, "baraka")).toBe(true);
    expect(await countAttempt(services, { ...LIMIT, name: "other" }, "amani")).toBe(true);
  });

  test("allows attempts again when its window has expired or it is reset, and stores nobody's name and nothing expired", async () => {
    const attempt = () => countAttempt(services, LIMIT, "amani");
    for (const expected of [true, true, true, false]) expect(await attempt()).toBe(expected);
    site.passTime(59_000);
    await applyRetention(services, COUNT_RETENTION);
    expect(await attempt()).toBe(false);
    site.passTime(1_500);
    for (const expected of [true, true, true, false]) expect(await attempt()).toBe(expected);
    await forgetAttempts(services, LIMIT, "amani");
    expect(await countAttempt(services, LIMIT, "amani")).toBe(true);
    await countAttempt(services, LIMIT, "amani@nguvu.example");
    expect(JSON.stringify(await services.db.selectFrom("rate_limits").selectAll().execute())).not.toContain("amani");
    site.passTime(60_001);
    await applyRetention(services, COUNT_RETENTION);
    expect(await services.db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
