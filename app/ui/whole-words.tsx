import type { ReactNode } from "react";

/** A text whose matches stay on one line: browsers break words at their hyphens. @param pattern one group: the word */
export function withWholeWords(text: string, pattern: RegExp): ReactNode {
  return text.split(pattern).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move, and a word may be there twice
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
