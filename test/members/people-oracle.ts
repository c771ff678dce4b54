/**
 * Who is who, kept by the acts alone, for comparison with what is stored: names, numbers, accounts, whose bookings are whose, and where
 * the addresses of merged records lead. It knows none of the rules by which names and numbers are compared: whoever acts says who is meant.
 */

export type Said = { name: string; phone: string };

/** A Kenyan number as it is stored. */
function stored(phone: string): string {
  return phone.replace(/^0/, "+254");
}

/** A person as the desk knows them. */
export class Known {
  readonly id: string;
  name: string;
  phone: string;
  /** The numbers they had before. */
  former = new Set<string>();
  account: string | null = null;
  readonly bookings = new Set<string>();
  /** The class sessions that they have booked. */
  readonly sessions = new Set<string>();
  /** What an account has booked itself, by the ids of the bookings. */
  readonly own = new Map<string, string>();
  /** Somebody whom the desk has booked by name alone. */
  isStranger = false;

  constructor(id: string, { name, phone }: Said) {
    this.id = id;
    this.name = name;
    this.phone = stored(phone);
  }

  correct({ name, phone }: Said): void {
    this.former.add(this.phone);
    this.name = name;
    this.phone = stored(phone);
  }
}

/** Somebody who is not stored yet. */
export function nobodyYet(record: Said): Known {
  return new Known("", record);
}

export class PeopleOracle {
  /** The bookings of people who were erased. */
  readonly nobodys: string[] = [];
  readonly #people = new Set<Known>();
  readonly #leads = new Map<string, Known>();

  add(id: string, record: Said): Known {
    const known = new Known(id, record);
    this.#people.add(known);
    return known;
  }

  addStranger(id: string, record: Said): Known {
    const known = this.add(id, record);
    known.isStranger = true;
    return known;
  }

  strangers(): Known[] {
    return [...this.#people].filter(({ isStranger }) => isStranger);
  }

  /** Two are one: the first, with what was chosen of the second. */
  merge(first: Known, second: Known, chosen: ReadonlySet<string>): void {
    const phones = new Set([first.phone, second.phone, ...first.former, ...second.former]);
    if (chosen.has("name")) first.name = second.name;
    if (chosen.has("phone")) first.phone = second.phone;
    first.former = phones;
    first.account ??= second.account;
    for (const id of second.bookings) first.bookings.add(id);
    for (const id of second.sessions) first.sessions.add(id);
    for (const [id, account] of second.own) first.own.set(id, account);
    for (const [id, known] of this.#leads) if (known === second) this.#leads.set(id, first);
    this.#people.delete(second);
    this.lead(second.id, first);
  }

  /** The id of somebody who was merged leads to another one. */
  lead(id: string, known: Known): void {
    this.#leads.set(id, known);
  }

  /** An account is taken off a record, and takes some bookings along. @param ownId of its own person */
  leave(known: Known, ownId: string, taken: readonly string[]): void {
    const own = this.add(ownId, { name: "", phone: "" });
    own.account = known.account;
    known.account = null;
    known.own.clear();
    for (const id of taken) {
      known.bookings.delete(id);
      own.bookings.add(id);
    }
  }

  erase(known: Known): void {
    this.nobodys.push(...known.bookings);
    this.#people.delete(known);
    for (const [id, into] of this.#leads) if (into === known) this.#leads.delete(id);
  }

  /** What is stored of everybody. */
  rows(): unknown[] {
    return [...this.#people].map(({ id, name, phone, account, former, bookings }) => [
      ...[id, name, phone, account],
      [...former].filter((number) => number !== phone).sort(),
      [...bookings].sort(),
    ]);
  }

  leads(): string[][] {
    return [...this.#leads].map(([id, known]) => [id, known.id]);
  }
}

/** A name as somebody else writes it: other capitals and apostrophes, and its words turned round. */
export function spelled(name: string, random: () => number): string {
  const [first = "", ...others] = name.split(" ");
  const parts = random() < 0.5 ? [...others, first] : [first, ...others];
  const apostrophe = ["'", "’", "ʼ", "`", "´", ""][Math.floor(random() * 6)] ?? "";
  const text = parts.join(random() < 0.3 ? "  " : " ").replaceAll(/['’]/g, apostrophe);
  return random() < 0.3 ? text.toUpperCase() : text;
}

/** A stored Kenyan number as somebody writes it. */
export function dialled(phone: string, random: () => number): string {
  const digits = phone.slice("+254".length);
  const ways = [`0${digits}`, `+254${digits}`, `254${digits}`, digits, `+254 0${digits}`, `+254 (0)${digits}`];
  ways.push(`00254 ${digits}`, `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`);
  return ways[Math.floor(random() * ways.length)] ?? phone;
}

/** A number as letters, so that it is a word of a name that no other has. */
export function lettersOf(number: number): string {
  return [...String(number)]
    .map((digit) => "abcdefghij"[Number(digit)])
    .join("")
    .padStart(4, "k");
}
