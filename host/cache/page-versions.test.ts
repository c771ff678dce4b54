import { expect, test } from "vitest";
import type { Services } from "../../app/platform/services.ts";
import { currentVersion } from "./page-versions.ts";

test("dated pages have a new version at midnight in Nairobi", () => {
  const at = (moment: string) => currentVersion({ now: () => new Date(moment) } as Services, "date");
  expect(at("2026-11-23T20:59:59.999Z")).toBe(at("2026-11-22T21:00:00.000Z"));
  expect(at("2026-11-23T21:00:00.000Z")).not.toBe(at("2026-11-23T20:59:59.999Z"));
});
