/** Forbidden texts of source files. */
import { expect, it } from "vitest";
import { filesBelow, textOf } from "./source-imports.ts";

const sources = (...folders: string[]) => folders.flatMap((folder) => filesBelow(folder));

/** These files begin a transaction of their own: all others call `transact`. An export reads rows of one moment. */
const WITH_TRANSACTIONS = ["app/platform/transact.server.ts", "app/enquiries/export.server.ts"];

/** It has no access to the settings. */
const WITHOUT_SETTINGS = "app/platform/config.ts";

it.each<[rule: string, files: string[], forbidden: RegExp]>([
  [
    "the demo gym is made by functions of the site, so it contains only what the site can make",
    sources("demo"),
    /schema\.ts"|from "kysely"|insertInto|updateTable|deleteFrom|\bsql`/,
  ],
  ["the demo gym is the same each time", sources("demo"), /Math\.random|Date\.now|randomBytes|randomInt/],
  ["migrations import only Kysely", sources("db"), /from "(?!kysely")/],
  [
    "transactions that write begin in one place",
    sources("app").filter((file) => !WITH_TRANSACTIONS.includes(file)),
    /\.transaction\(\)/,
  ],
  [
    "no regular expression is built from a string, which `regular-expressions.test.ts` could not check",
    ["server.ts", ...sources("host", "app", "bin", "db", "seed")],
    /\bRegExp\(/,
  ],
  [
    "the gym's name is a setting, so it is in no text but comments",
    sources("app", "host").filter((file) => file !== WITHOUT_SETTINGS),
    /^(?!\s*(?:\/?\*|\/\/)).*(?:Nguvu|NGUVU)/m,
  ],
  [
    "the gym's name is in no icon",
    ["public/favicon.svg", "photos/brand/mark.svg", "photos/brand/mark-small.svg"],
    /nguvu/i,
  ],
])("%s", (_, files, forbidden) => {
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => forbidden.test(textOf(file)))).toEqual([]);
});
