/**
 * People whom the desk books by name, as they come again and again: each has a name in several spellings, and a number or none. Says which
 * person each booking has to be of, from what was answered before and from nothing of the site.
 */
import type { Services } from "../../app/platform/services.ts";
import { Difference } from "../timetable/timetable-comparison.ts";

/** What the desk does with a typed person, or with the one it has chosen. */
export type TypedCaller = { name: string; phone: string; isOther?: boolean } | { person: string };

/** Whom the site has to take for the caller: one who was here, the desk has to be asked, or somebody new. */
export type Meant = { person: string } | "asked" | "new";

/** `bookingId`: of a booking that was made or found. */
type Answer = { code: string; bookingId?: string | undefined; ids?: readonly string[] };

/** So many are offered to the desk. */
const MOST_ASKED = 5;
const CALLERS = 18;

/** Two words that no other caller has. */
const wordsOf = (index: number) => [`O'n${letters(index)}`, `Wa-ki${letters(index)}`] as const;
const SPELLINGS: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `${a} ${b}`,
  (a, b) => `${b} ${a.replace("'", "’")}`,
  (a, b) => `${a.replace("'", "")}  ${b.toUpperCase()}`,
  (a, b) => `${a.toLowerCase()}, ${b.replace("-", " ")}`,
];
const PHONES: readonly ((digits: string) => string)[] = [
  (digits) => `0722 0${digits}`,
  (digits) => `+2547220${digits}`,
  (digits) => `254 (0)722 0${digits}`,
  (digits) => `00254-722-0${digits}`,
];

export class RandomCallers {
  readonly #services: Services;
  readonly #random: () => number;
  /** The people of each caller: one of those with a number, and as many of the others as the desk has said. */
  readonly #people = new Map<number, Set<string>>();
  asked = 0;
  found = 0;

  constructor(services: Services, random: () => number) {
    this.#services = services;
    this.#random = random;
  }

  /**
   * The desk types somebody, and answers when it is asked.
   * @param act with the same form each time
   * @throws where another person has the booking than should, or the desk is asked about others
   */
  async book(act: (who: TypedCaller, meant: Meant) => Promise<Answer>): Promise<Answer> {
    const index = this.#below(CALLERS);
    const typed = this.#typed(index);
    const known = this.#people.get(index) ?? new Set<string>();
    const isAsked = typed.phone === "" && known.size > 0;
    const [same] = known;
    const first = await act(typed, isAsked ? "asked" : same === undefined ? "new" : { person: same });
    if (first.code !== "who") {
      if (isAsked && first.bookingId !== undefined)
        throw new Difference("wrong person", `${typed.name} is known, and nobody was asked`);
      return this.#reached(index, first, typed.phone === "" ? undefined : known);
    }
    const ids = first.ids ?? [];
    const isRight = isAsked && ids.length === Math.min(known.size, MOST_ASKED) && ids.every((id) => known.has(id));
    if (!isRight)
      throw new Difference(
        "wrong person",
        `The desk was asked about ${ids} for ${typed.name}, ${typed.phone}: ${[...known]}`,
      );
    this.asked += 1;
    const chosen = ids[this.#below(ids.length)];
    if (chosen === undefined || this.#random() < 0.3) {
      return this.#reached(index, await act({ ...typed, isOther: true }, "new"), undefined);
    }
    return this.#reached(index, await act({ person: chosen }, { person: chosen }), new Set([chosen]));
  }

  /** Somebody is erased: who has the name or the number is new. */
  forget(person: string): void {
    for (const people of this.#people.values()) people.delete(person);
  }

  #typed(index: number): { name: string; phone: string } {
    const [first, second] = wordsOf(index);
    const name = this.#pick(SPELLINGS)(first, second);
    // Every third has no number.
    const digits = String(10_000 + index);
    return { name, phone: index % 3 === 0 ? "" : this.#pick(PHONES)(digits) };
  }

  /** @param expected the people of whom one has to have the booking; empty, or undefined: somebody new */
  async #reached(index: number, answer: Answer, expected: ReadonlySet<string> | undefined): Promise<Answer> {
    if (answer.bookingId === undefined) return answer;
    const { person_id: person } = await this.#services.db
      .selectFrom("bookings")
      .select("person_id")
      .where("id", "=", answer.bookingId)
      .executeTakeFirstOrThrow();
    const known = this.#people.get(index) ?? new Set<string>();
    const others = [...this.#people].filter(([other]) => other !== index).flatMap(([, people]) => [...people]);
    if (person === null || others.includes(person))
      throw new Difference("wrong person", `Caller ${index} was booked as ${person}`);
    const isExpected = expected === undefined || expected.size === 0 ? !known.has(person) : expected.has(person);
    if (!isExpected)
      throw new Difference("wrong person", `Caller ${index} is ${[...(expected ?? [])]}, and was booked as ${person}`);
    if (known.has(person)) this.found += 1;
    this.#people.set(index, known.add(person));
    return answer;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  }
}

/** `aa`, `ab`: words that are no part of each other. */
function letters(index: number): string {
  return [Math.floor(index / 26), index % 26].map((letter) => String.fromCharCode(97 + letter)).join("");
}
