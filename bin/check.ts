/** `npm run check`, before each commit: format, types, unused code, unit and storage tests on SQLite; then the sizes. */
import { sizeTable } from "../tools/size.ts";
import { run } from "../tools/spawn.ts";
import { checkSources, stage, testEnvironment, timesTaken } from "../tools/test-run.ts";

/** Excludes tests with PostgreSQL in their name or their group's name. */
const ON_SQLITE = "^(?!.*postgres|.*PostgreSQL)";

const passed = [
  ...(await checkSources()),
  await stage("unit and storage tests on SQLite", () =>
    run("vitest", ["run", "--testNamePattern", ON_SQLITE], testEnvironment()),
  ),
];
console.log(`\n${sizeTable()}\n\n${timesTaken()}`);
process.exit(passed.every(Boolean) ? 0 : 1);
