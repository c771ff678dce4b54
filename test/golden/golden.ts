/**
 * Golden pages: what pages and forms answer, to be compared before and after a change of code that changes no behaviour.
 * `npm run golden -- write FOLDER` records, `npm run golden -- compare FOLDER` records again and prints what differs,
 * `npm run golden -- gym` makes the gyms anew. `--only WORD` takes the people whose name has the word, `--at PATTERN` the pages whose
 * address matches it.
 */
import "./frozen.ts";
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildFirst } from "../../tools/build-first.ts";
import { printDifferences } from "./compare.ts";
import { type Prepared, prepareGyms, removeGyms } from "./gym.ts";
import { type Records, recordAttempts, recordPerson } from "./people.ts";

const ATTEMPTS = "attempts of everybody";
const PROCESSES = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, at: { type: "string" } },
});
const [command, folder = "", ...names] = positionals;

const isWanted = (path: string) => new RegExp(values.at ?? "").test(path);

/** Pages by people; those of the first record, which a later one asks for again. */
const pagesFile = (of: string) => join(of, "pages.json");
const recordsFile = (of: string, name: string) => join(of, `${name.replaceAll(" ", "-")}.json`);
const readJson = async (file: string) => JSON.parse(await readFile(file, "utf8"));

/** Everybody's records, in as many processes as there are cores. */
async function recordAll(into: string, pagesFrom: string | undefined): Promise<void> {
  const prepared = await prepareGyms();
  await mkdir(into, { recursive: true });
  const waiting = [ATTEMPTS, ...prepared.people.map(({ name }) => name)].filter((name) =>
    name.includes(values.only ?? ""),
  );
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const at = values.at === undefined ? [] : ["--at", values.at];
      const words = ["one", into, name, ...(pagesFrom === undefined ? [] : [pagesFrom]), ...at];
      const child = spawn(process.execPath, [import.meta.filename, ...words], { stdio: "inherit" });
      const code = await new Promise((resolve) => child.on("exit", resolve));
      if (code !== 0) process.exit(1);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
}

async function recordOne(into: string, name: string, pagesFrom: string | undefined): Promise<void> {
  const prepared: Prepared = await prepareGyms();
  const person = prepared.people.find((each) => each.name === name);
  const started = performance.now();
  const known =
    pagesFrom === undefined ? undefined : await readJson(pagesFile(join(pagesFrom, name.replaceAll(" ", "-"))));
  const { records, pages } =
    person === undefined ? await recordAttempts(prepared) : await recordPerson(person, prepared, known, isWanted);
  await mkdir(join(into, name.replaceAll(" ", "-")), { recursive: true });
  await writeFile(pagesFile(join(into, name.replaceAll(" ", "-"))), JSON.stringify(pages, undefined, 1));
  await writeFile(recordsFile(into, name), JSON.stringify(records, undefined, 1));
  const posts = Object.keys(records).filter((key) => key.includes(" POST ")).length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${name}: ${pages.length} pages, ${posts} posts, ${seconds} s`);
}

async function readRecords(of: string): Promise<Records> {
  const prepared = await prepareGyms();
  const all = [ATTEMPTS, ...prepared.people.map(({ name }) => name)].filter((name) => name.includes(values.only ?? ""));
  return Object.assign({}, ...(await Promise.all(all.map((name) => readJson(recordsFile(of, name))))));
}

if (command === "one") {
  await recordOne(folder, names[0] ?? "", names[1]);
  process.exit(0);
} else if (command === "gym") {
  await removeGyms();
  await prepareGyms();
} else if (command === "write" && folder !== "") {
  buildFirst();
  await recordAll(folder, undefined);
} else if (command === "compare" && folder !== "") {
  buildFirst();
  await recordAll(`${folder}-now`, folder);
  const [before, after] = [await readRecords(folder), await readRecords(`${folder}-now`)];
  // Of some pages the others are not missing.
  const some = Object.fromEntries(
    Object.entries(before).filter(([key]) => values.at === undefined || Object.hasOwn(after, key)),
  );
  const count = printDifferences(some, after);
  process.exit(count === 0 ? 0 : 1);
} else {
  console.error("npm run golden -- write FOLDER | compare FOLDER | gym");
  process.exit(1);
}
process.exit(0);
