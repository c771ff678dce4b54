/** What the text of the sources must not contain: the gym's name, which is a setting, and rows that the demo gym writes directly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";
import { filesBelow } from "./source-imports.ts";

const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

it("the demo gym is made by functions of the site, so it contains only what the site can make", () => {
  const files = filesBelow("demo");
  expect(files.length).toBeGreaterThan(5);
  const direct = /schema\.ts"|from "kysely"|insertInto|updateTable|deleteFrom|\bsql`/;
  expect(files.filter((file) => direct.test(textOf(file)))).toEqual([]);
});

it("the demo gym is the same each time", () => {
  const random = /Math\.random|Date\.now|randomBytes|randomInt/;
  expect(filesBelow("demo").filter((file) => random.test(textOf(file)))).toEqual([]);
});

it("the gym's name is in no text of the site, and in no icon", () => {
  // It has no access to the settings.
  const withoutSettings = "app/platform/config.ts";
  const sources = ["app", "host"].flatMap(filesBelow).filter((file) => file !== withoutSettings);
  const icons = ["public/favicon.svg", "photos/brand/mark.svg", "photos/brand/mark-small.svg"];
  const isComment = (line: string) => /^\s*(\/?\*|\/\/)/.test(line);
  const hits = [...sources, ...icons].filter((file) =>
    textOf(file)
      .split("\n")
      .some((line) => (icons.includes(file) ? /nguvu/i : /Nguvu|NGUVU/).test(line) && !isComment(line)),
  );
  expect(hits).toEqual([]);
});
