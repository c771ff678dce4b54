/** Questions about a list. Each concerns all rows with the same text. */
import { MAX_QUESTIONS } from "./limits.ts";
import type { QuestionCode } from "./messages.ts";
import { textKey } from "./values.ts";

export type Question = {
  /** The code and the subject. Answers are stored under it. */
  key: string;
  code: QuestionCode;
  heading: string;
  /** Up to three texts of the list that it is about. */
  texts: string[];
  rows: number;
  options: readonly string[];
  /** Empty: open. */
  answer: string;
  /** Two readings of a day, and how many days have them. */
  days?: { count: number; read: number | undefined; turned: number | undefined };
};

/** `subject`: what the question is about, if not the text. */
export type Asked = Pick<Question, "options" | "days"> & { text?: string; heading?: string; subject?: string };

export type Answers = Readonly<Record<string, string>>;

const TEXTS_SHOWN = 3;

export class Questions {
  readonly #all = new Map<string, Question>();
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** Asks about a row. @returns undefined while the question is open */
  ask(code: QuestionCode, { text = "", heading = "", subject = textKey(text), options, days }: Asked) {
    const key = `${code}:${subject}`;
    const question = this.#all.get(key) ?? {
      ...{ key, code, heading, texts: [], rows: 0, options, ...(days && { days }) },
      answer: options.find((option) => option === this.#answers[key]) ?? "",
    };
    this.#all.set(key, question);
    question.rows += 1;
    if (question.texts.length < TEXTS_SHOWN && !question.texts.includes(text)) question.texts.push(text);
    return question.answer || undefined;
  }

  /** The questions with the most rows come first. */
  all(): Question[] {
    return [...this.#all.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_QUESTIONS);
  }
}
