/** Differences of two records, each printed once with the requests that have it. */
import type { Records } from "./people.ts";

const CONTEXT = 1;
const MAX_KEYS = 4;

/** @returns how many requests differ */
export function printDifferences(before: Records, after: Records): number {
  const keysByDifference = new Map<string, string[]>();
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (old === now) continue;
    const difference =
      old === undefined
        ? "+ (a new request)"
        : now === undefined
          ? "- (nobody has this form any more)"
          : differenceOf(old, now);
    keysByDifference.set(difference, [...(keysByDifference.get(difference) ?? []), key]);
  }
  let count = 0;
  for (const [difference, keys] of [...keysByDifference].sort((a, b) => b[1].length - a[1].length)) {
    count += keys.length;
    console.log(
      `\n${keys.length} × ${keys.slice(0, MAX_KEYS).join("\n    ")}${keys.length > MAX_KEYS ? "\n    …" : ""}`,
    );
    console.log(difference);
  }
  const total = Object.keys(before).length;
  console.log(`\n${count} of ${total} requests differ, in ${keysByDifference.size} ways.`);
  return count;
}

/** Lines that were removed and added, with a line around them. */
function differenceOf(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = linesBetween(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const around = (lines: string[]) => lines.map((line) => `    ${line}`);
  return [
    ...around(old.slice(Math.max(0, start - CONTEXT), start)),
    ...middle,
    ...around(old.slice(old.length - end, old.length - end + CONTEXT)),
  ].join("\n");
}

/** By their longest common subsequence. */
function linesBetween(old: string[], now: string[]): string[] {
  if (old.length * now.length > 4_000_000)
    return [...old.map((line) => `  - ${line}`), ...now.map((line) => `  + ${line}`)];
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const length =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      (lengths[row] as Uint16Array)[column] = length;
    }
  const lines: string[] = [];
  let [row, column, unchanged] = [0, 0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      if (unchanged === 0) lines.push(`    ${old[row]}`);
      else if (unchanged === 1) lines.push("    …");
      unchanged += 1;
      row += 1;
      column += 1;
    } else {
      unchanged = 0;
      if (column >= now.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) {
        lines.push(`  - ${old[row]}`);
        row += 1;
      } else {
        lines.push(`  + ${now[column]}`);
        column += 1;
      }
    }
  }
  return lines;
}
