/** `npm run bench`: every benchmark, or those named. Each compares with something measured in the same run. */
import { buildIfNeeded } from "../bin/build.ts";
import { buildPictures } from "../tools/pictures.ts";
import { book } from "./book.ts";
import { bundle } from "./bundle.ts";
import { forms } from "./forms.ts";
import { growth } from "./growth.ts";
import { runLighthouse } from "./lighthouse.ts";
import { lists } from "./lists.ts";
import { memory } from "./memory.ts";
import { isMet, machine, print, type Report, sentenceOf, writePage } from "./report.ts";
import { serve } from "./serve.ts";
import { ssr } from "./ssr.ts";
import { start } from "./start.ts";
import { taps } from "./taps.ts";
import { years } from "./years.ts";

const BENCHMARKS: Record<string, () => Promise<Report>> = {
  serve,
  ssr,
  forms,
  book,
  start,
  growth,
  memory,
  years,
  lists,
  bundle,
  taps,
  lighthouse: runLighthouse,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(", ")}. There are: ${Object.keys(BENCHMARKS).join(", ")}.`);
  process.exit(1);
}

await buildIfNeeded();
// Before anything is measured: a site makes what is missing behind the requests.
await buildPictures();
console.log(machine());
const reports: Report[] = [];
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n── ${name}`);
  const report = await run();
  print(report);
  reports.push(report);
}
const goals = reports.flatMap((report) => report.goals ?? []);
if (goals.length > 0) {
  console.log(`\n── goals: ${goals.filter(isMet).length} of ${goals.length} met`);
  for (const goal of goals) console.log(`  ${sentenceOf(goal)}`);
}
console.log(`\nDrawn in ${await writePage(reports)}`);
if (reports.some(({ problems = [] }) => problems.length > 0)) process.exitCode = 1;
