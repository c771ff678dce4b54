/** Checks that `.env.example` and `docs/operating.md` match the settings that the site reads. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig, settingsSchema } from "../../app/platform/config.ts";
import { ROOT } from "../../tools/spawn.ts";

const NAMES = Object.keys(settingsSchema.shape);

const example = readFileSync(join(ROOT, ".env.example"), "utf8");
const listed = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value] as const);

it("shows every setting in .env.example, and no other", () => {
  expect(listed.map(([name]) => name)).toEqual(NAMES);
});

it("describes every setting in docs/operating.md, and no other", () => {
  const manual = readFileSync(join(ROOT, "docs", "operating.md"), "utf8");
  expect([...manual.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)).toEqual(NAMES);
});

it("shows the actual defaults", () => {
  expect(readConfig(Object.fromEntries(listed))).toEqual(readConfig({}));
});
