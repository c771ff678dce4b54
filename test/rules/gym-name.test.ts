/** The gym's name is what the owner has put into the settings: no text for people has it fixed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";
import { filesBelow } from "./source-imports.ts";

/** Where there are no settings to read. */
const WITHOUT_SETTINGS = ["app/platform/brand.ts"];

it("stands in no text of the site", () => {
  const hits = ["app", "host"].flatMap(filesBelow).flatMap((file) => {
    if (WITHOUT_SETTINGS.includes(file)) return [];
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
    return lines
      .filter((line) => /Nguvu|NGUVU/.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line}`);
  });
  expect(hits).toEqual([]);
});

it("is not drawn into icons", () => {
  for (const icon of ["public/favicon.svg", "photos/brand/mark.svg", "photos/brand/mark-small.svg"]) {
    expect(readFileSync(join(ROOT, icon), "utf8")).not.toMatch(/nguvu/i);
  }
});
