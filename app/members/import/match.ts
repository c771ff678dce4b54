/** Finds the person whom a row is about: this finds the candidates, and `samePerson` decides. */
import { type ComparedPerson, nameWords, samePerson } from "../../people/person-name.ts";

/** A person with a record, or from an earlier row. Phones include former ones. */
export type KnownPerson = ComparedPerson & {
  /** The id of the record; the line of a row. */
  id: string;
  /** Last days as sold, and as changed by closed days or an end, in order. `isListed`: an earlier row gives the pass. */
  passes: { earliest: number; latest: number; isPeriod: boolean; isListed?: boolean }[];
};

/** The most people compared for one value. A value that more people share identifies nobody. */
const MAX_CANDIDATES = 20;

/** `same`: the one person who matches. `like`: several who match, or people who may. */
export type Match = { same?: KnownPerson | undefined; like: KnownPerson[] };

export class PeopleIndex {
  readonly #byKey = new Map<string, KnownPerson[]>();

  constructor(people: readonly KnownPerson[] = []) {
    for (const person of people) this.add(person);
  }

  add(person: KnownPerson, keys = keysOf(person)): void {
    for (const key of keys) {
      const people = this.#byKey.get(key);
      if (people === undefined) this.#byKey.set(key, [person]);
      else if (people.length < MAX_CANDIDATES) people.push(person);
    }
  }

  /** @param keys the person's, computed once for several indexes */
  match(person: ComparedPerson, keys = keysOf(person)): Match {
    const candidates = new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []));
    const { same = [], ask = [] } = Object.groupBy(candidates, (candidate) => samePerson(person, candidate));
    return same.length === 1 ? { same: same[0], like: [] } : { like: [...same, ...ask] };
  }
}

/** Values shared by people whom `samePerson` may consider the same. Number and name together find somebody among many with one number. */
export function keysOf({ name, phones, mail = "" }: ComparedPerson): string[] {
  // All spellings that count as one name have the same letters.
  const letters = [...nameWords(name).join("")].sort().join("");
  const numbered = phones.map((phone) => `${phone} ${letters}`);
  return [...numbered, ...phones, mail.trim().toLowerCase(), letters].filter((key) => key !== "");
}

/** A match among records as a text, to be compared with a later match: the person, and the last days of their passes. */
export function matchKey({ same, like }: Match): string {
  const recorded = same?.passes.filter(({ isListed }) => isListed !== true) ?? [];
  const days = recorded.map(({ earliest, latest, isPeriod }) => `${earliest} ${latest} ${isPeriod}`);
  return [same?.id ?? "", ...days, ...like.map(({ id }) => id)].join(" ");
}
