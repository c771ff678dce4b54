/** The gym's name is a setting, so no text of the site contains it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";
import { filesBelow } from "./source-imports.ts";

/** Files without access to the settings. */
const WITHOUT_SETTINGS = ["app/platform/brand.ts"];

it("is in no text of the site", () => {
  const hits = ["app", "host"].flatMap(filesBelow).flatMap((file) => {
    if (WITHOUT_SETTINGS.includes(file)) return [];
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
    return lines
      .filter((line) => /Nguvu|NGUVU/.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line}`);
  });
  expect(hits).toEqual([]);
});

it("is in no icon", () => {
  for (const icon of ["public/favicon.svg", "photos/brand/mark.svg", "photos/brand/mark-small.svg"]) {
    expect(readFileSync(join(ROOT, icon), "utf8")).not.toMatch(/nguvu/i);
  }
});
