/** Tables of problems: the field, status and sentence of each code, one per domain. */
import type { FormStatus } from "./form-response.server.ts";
import type { Sentence } from "./messages.ts";

/** @property field `form` for a problem of the whole form */
export type ProblemRow = { field: string; status: FormStatus; sentence: Sentence };

export type ProblemTable<Code extends string = string> = Readonly<Record<Code, ProblemRow>>;

/** Makes a table: `problems({ "reason-missing": ["reason", 422, "Please say why."] })`. */
export function problems<Code extends string>(
  rows: Readonly<Record<Code, readonly [field: string, status: FormStatus, sentence: Sentence]>>,
): ProblemTable<Code> {
  const table = Object.entries<(typeof rows)[Code]>(rows).map(([code, [field, status, sentence]]) => [
    code,
    { field, status, sentence },
  ]);
  return Object.fromEntries(table) as ProblemTable<Code>;
}

export function isProblem<Code extends string>(table: ProblemTable<Code>, code: string): code is Code {
  return Object.hasOwn(table, code);
}
