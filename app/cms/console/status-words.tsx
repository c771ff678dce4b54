import { type StatusView, statusWords } from "./status.ts";

/** A square that fills up, then the words: never the square alone. */
export function StatusWords({ status }: { status: StatusView }) {
  const { words, mark } = statusWords(status);
  return <span className={`state ${mark}`}>{words}</span>;
}
