/** Reads and judges one list in a process with little memory and time, so that a hostile list harms only this process. */
import { type ImportFacts, type ImportSettings, judge } from "./judge.ts";
import { type ListProblem, type ListSource, readRows, type SourceRow } from "./read-rows.ts";

/** A list as it was sent, or its stored rows as JSON. */
export type JudgeTask = { source: ListSource | { rows: string }; settings: ImportSettings; facts: ImportFacts };

/** `rows` and `judgement` are JSON, which the site stores as it is. */
export type JudgeAnswer = { rows: string; judgement: string; count: number } | { code: ListProblem };

function answer({ source, settings, facts }: JudgeTask): JudgeAnswer {
  const read = "rows" in source ? { rows: JSON.parse(source.rows) as SourceRow[] } : readRows(source);
  if ("code" in read) return read;
  const judgement = judge(read.rows, settings, facts);
  const count = read.rows.length - judgement.counts.heading;
  return { rows: JSON.stringify(read.rows), judgement: JSON.stringify(judgement), count };
}

process.once("message", (task: JudgeTask) => process.send?.(answer(task), () => process.exit(0)));
