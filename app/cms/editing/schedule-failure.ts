/** Why a scheduled change failed, as it is stored with it. */
import type { PublishProblem } from "./editing-types.ts";
import { parseJson } from "./stored-body.ts";

/** The problems of a failed schedule as stored. */
export function storeFailure(problems: readonly PublishProblem[]): string {
  return JSON.stringify(problems);
}

/** Reads what `storeFailure` made. */
export function readFailure(stored: string): PublishProblem[] {
  const problems = parseJson(stored);
  // Only `storeFailure` writes the column.
  return Array.isArray(problems) ? (problems as PublishProblem[]) : [];
}
