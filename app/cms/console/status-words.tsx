import { type EntryStatus, statusWords } from "./status.ts";

/** A square that fills up, then the words: never the square alone. */
export function StatusWords({ status }: { status: EntryStatus }) {
  const { words, mark } = statusWords(status);
  return <span className={`state ${mark}`}>{words}</span>;
}
