/**
 * People whom the desk books by name repeatedly, in several spellings, with a number or without. Predicts the person of each
 * booking from earlier outcomes, without the site's code.
 */
import type { Services } from "../../app/platform/services.ts";
import { dialled, lettersOf, spelled } from "../members/people-oracle.ts";
import type { RandomRun } from "../support/random-run.ts";

/** A name and number that the desk typed, or the person it chose. */
export type TypedCaller = { name: string; phone: string; isOther?: boolean } | { person: string };

/** The expected result: a known person, a question to the desk, or a new person. */
export type ExpectedPerson = { person: string } | "asked" | "new";

/** `bookingId`: of a booking that was made or found. */
type Answer = { code: string; bookingId?: string | undefined; ids?: readonly string[] };

/** The most people offered to the desk. */
const MAX_OFFERED = 5;
const CALLERS = 18;

export class RandomCallers {
  readonly #run: RandomRun & { services: Services };
  /** The people of each caller: one if the caller has a number, else as many as the desk added. */
  readonly #people = new Map<number, Set<string>>();

  constructor(run: RandomRun & { services: Services }) {
    this.#run = run;
  }

  /**
   * Books a random caller, and answers if the desk is asked who it is.
   * @param act submits the form
   * @throws when the wrong person is booked, or the desk is asked about the wrong people
   */
  async book(act: (who: TypedCaller, expected: ExpectedPerson) => Promise<Answer>): Promise<Answer> {
    const index = this.#run.below(CALLERS);
    const typed = this.#typed(index);
    const known = this.#people.get(index) ?? new Set<string>();
    const isAsked = typed.phone === "" && known.size > 0;
    const [same] = known;
    const first = await act(typed, isAsked ? "asked" : same === undefined ? "new" : { person: same });
    if (first.code !== "who") {
      if (isAsked && first.bookingId !== undefined) throw new Error(`${typed.name} is known, and nobody was asked`);
      return this.#checkPerson(index, first, typed.phone === "" ? undefined : known);
    }
    const ids = first.ids ?? [];
    const isRight = isAsked && ids.length === Math.min(known.size, MAX_OFFERED) && ids.every((id) => known.has(id));
    if (!isRight) throw new Error(`The desk was asked about ${ids} for ${typed.name}, ${typed.phone}: ${[...known]}`);
    const chosen = this.#run.find(ids);
    if (chosen === undefined || this.#run.chance(0.3)) {
      return this.#checkPerson(index, await act({ ...typed, isOther: true }, "new"), undefined);
    }
    return this.#checkPerson(index, await act({ person: chosen }, { person: chosen }), new Set([chosen]));
  }

  /** Forgets an erased person: the next caller with the name or number is new. */
  forget(person: string): void {
    for (const people of this.#people.values()) people.delete(person);
  }

  #typed(index: number): { name: string; phone: string } {
    const unique = lettersOf(index);
    const name = spelled(`O'n${unique} Wa-ki${unique}`, this.#run.random);
    // Every third caller has no number.
    return { name, phone: index % 3 === 0 ? "" : dialled(`+2547220${10_000 + index}`, this.#run.random) };
  }

  /** @param expected one of these people must have the booking; empty or undefined: a new person */
  async #checkPerson(index: number, answer: Answer, expected: ReadonlySet<string> | undefined): Promise<Answer> {
    if (answer.bookingId === undefined) return answer;
    const { person_id: person } = await this.#run.services.db
      .selectFrom("bookings")
      .select("person_id")
      .where("id", "=", answer.bookingId)
      .executeTakeFirstOrThrow();
    const known = this.#people.get(index) ?? new Set<string>();
    const others = [...this.#people].filter(([other]) => other !== index).flatMap(([, people]) => [...people]);
    if (person === null || others.includes(person)) throw new Error(`Caller ${index} was booked as ${person}`);
    const isExpected = expected === undefined || expected.size === 0 ? !known.has(person) : expected.has(person);
    if (!isExpected) throw new Error(`Caller ${index} is ${[...(expected ?? [])]}, and was booked as ${person}`);
    this.#people.set(index, known.add(person));
    return answer;
  }
}
