/**
 * No regular expression literal of the shipped code backtracks super-linearly (ReDoS): the site runs on one thread,
 * which a quadratic expression holds for 90 ms over a path of 15 KB. Checked by recheck
 * (https://makenowjust-labs.github.io/recheck/), which proves an expression linear or shows an attack string.
 */
import { check } from "recheck";
import { parseSync, Visitor } from "vite";
import { expect, it } from "vitest";
import { filesBelow, textOf } from "./source-imports.ts";

/** A verdict takes some ms with recheck's native program, and up to some seconds where only its JavaScript runs. */
const CHECK_TIMEOUT_MS = 60_000;
const ALL_TIMEOUT_MS = 240_000;

/** Expressions without a proof are tried with random texts, the same in each run, whatever else the machine does. */
const TRIES = { randomSeed: 1, seedingTimeout: null, incubationTimeout: null, attackTimeout: null } as const;

type Expression = { pattern: string; flags: string; place: string };

/** Every regular expression literal of `source` with its line. Throws when the file can't be parsed. */
function expressionsOf(file: string, source: string): Expression[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const expressions: Expression[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const line = source.slice(0, node.start).split("\n").length;
      expressions.push({ pattern: node.regex.pattern, flags: node.regex.flags, place: `${file}:${line}` });
    },
  }).visit(program);
  return expressions;
}

/** A sentence for each expression that is not proven to run in linear time. */
async function findings(expressions: readonly Expression[]): Promise<string[]> {
  const reports: string[] = [];
  for (const [text, same] of Map.groupBy(expressions, ({ pattern, flags }) => `/${pattern}/${flags}`)) {
    const [{ pattern, flags } = { pattern: "", flags: "" }] = same;
    const result = await check(pattern, flags, { timeout: CHECK_TIMEOUT_MS, ...TRIES });
    if (result.status === "safe") continue;
    const why =
      result.status === "vulnerable" ? `${result.complexity.summary}: ${result.attack.pattern}` : "not decided";
    reports.push(`${text} in ${same.map(({ place }) => place).join(", ")}: ${why}`);
  }
  return reports;
}

it(
  "finds a super-linear expression, so that the test below can fail",
  async () => {
    const expressions = expressionsOf(
      "sample.ts",
      "export const cut = (path: string) => path.replace(/(?<=.)\\/+$/, '');",
    );
    expect(await findings(expressions)).toEqual([expect.stringContaining("sample.ts:1: 2nd degree polynomial")]);
  },
  ALL_TIMEOUT_MS,
);

it(
  "has no regular expression that takes more than linear time",
  async () => {
    const files = ["server.ts", ...["host", "app", "bin", "db", "seed"].flatMap(filesBelow)];
    const all = files.flatMap((file) => expressionsOf(file, textOf(file)));
    expect(new Set(all.map(({ pattern }) => pattern)).size).toBeGreaterThan(40);
    expect(await findings(all)).toEqual([]);
  },
  ALL_TIMEOUT_MS,
);
