/** Checks that `.env.example` and `docs/operating.md` match the settings that the site reads. */
import { expect, it } from "vitest";
import { readConfig, settingsSchema } from "../../app/platform/config.ts";
import { textOf } from "./source-imports.ts";

const NAMES = Object.keys(settingsSchema.shape);

const listed = [...textOf(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
  ([, name = "", value = ""]) => [name, value] as const,
);

it("shows every setting with its default in .env.example, describes it in docs/operating.md, and no other", () => {
  expect(listed.map(([name]) => name)).toEqual(NAMES);
  expect([...textOf("docs/operating.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)).toEqual(NAMES);
  expect(readConfig(Object.fromEntries(listed))).toEqual(readConfig({}));
});
