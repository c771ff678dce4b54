import type { PictureCondition } from "../library-picture.ts";

const WORDS: Readonly<Record<Exclude<PictureCondition, "complete">, { words: string; look: string }>> = {
  making: { words: "Being made ready", look: "waiting" },
  failed: { words: "Could not be made ready", look: "alert" },
  withdrawn: { words: "Consent withdrawn, files deleted", look: "off" },
  "subjects-missing": { words: "Not finished: who is to be seen?", look: "waiting" },
  "consent-missing": { words: "Waits for consent", look: "waiting" },
  "words-missing": { words: "Not finished: words are missing", look: "waiting" },
};

/** What a picture still lacks, or where it is: a mark, and its words. */
export function ConditionWord({ condition, places }: { condition: PictureCondition; places: number }) {
  if (condition !== "complete") {
    const { words, look } = WORDS[condition];
    return <span className={`state ${look}`}>{words}</span>;
  }
  if (places === 0) return <span className="state off">Ready, not on the site</span>;
  return <span className="state on">{places === 1 ? "On the site" : `On the site, in ${places} places`}</span>;
}
