/** Questions about a list. Each concerns all rows with the same text. */
import { MAX_QUESTIONS } from "./limits.ts";
import { textKey } from "./values.ts";

export type QuestionCode =
  | "day-order"
  | "days-turned"
  | "far-day"
  | "day-word"
  | "plan-word"
  | "status-word"
  | "visits-meaning"
  | "visits-missing"
  | "phone-missing"
  | "same-name"
  | "same-phone";

export type ImportQuestion = {
  /** The code and the subject. Answers are stored under it. */
  key: string;
  code: QuestionCode;
  /** The heading of its column. */
  heading: string;
  /** Up to three texts of the list that it concerns. */
  texts: string[];
  rows: number;
  options: readonly string[];
  /** Empty: open. */
  answer: string;
  /** Two readings of the days, as of the first text. */
  days?: { count: number; read: number | undefined; turned: number | undefined; isContradictory: boolean };
};

export type Asked = Pick<ImportQuestion, "options" | "days"> & {
  /** The subject, where it is not the text. */
  key?: string;
  text?: string;
  heading?: string;
};

/** Answers by the key of their question. */
export type Answers = Readonly<Record<string, string>>;

const TEXTS_SHOWN = 3;

export class Questions {
  readonly #all = new Map<string, ImportQuestion>();
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** Asks for a row. @returns undefined while the question is open */
  ask(code: QuestionCode, { key, text = "", heading = "", options, days }: Asked): string | undefined {
    const name = `${code}:${key ?? textKey(text)}`;
    const answer = Object.hasOwn(this.#answers, name) ? (this.#answers[name] ?? "") : "";
    const question = this.#all.get(name) ?? {
      ...{ key: name, code, heading, texts: [], rows: 0, options, ...(days && { days }) },
      answer: options.includes(answer) ? answer : "",
    };
    this.#all.set(name, question);
    question.rows += 1;
    if (question.texts.length < TEXTS_SHOWN && !question.texts.includes(text)) question.texts.push(text);
    return question.answer === "" ? undefined : question.answer;
  }

  /** Questions about days come first, then the questions with the most rows. */
  all(): ImportQuestion[] {
    const place = ({ code }: ImportQuestion) => (["day-order", "days-turned"].includes(code) ? 0 : 1);
    return [...this.#all.values()]
      .toSorted((question, next) => place(question) - place(next) || next.rows - question.rows)
      .slice(0, MAX_QUESTIONS);
  }
}
