/**
 * The expected people, for comparison with the stored people: names, numbers, accounts, bookings, and the records to which the ids of
 * merged records lead. It has no rules for matching names and numbers: each action names its person.
 */

export type Typed = { name: string; phone: string };

/** A Kenyan number in the stored format. */
function stored(phone: string): string {
  return phone.replace(/^0/, "+254");
}

/** A person as the desk knows them. */
export class Known {
  readonly id: string;
  name: string;
  phone: string;
  former = new Set<string>();
  account: string | null = null;
  readonly bookings = new Set<string>();
  readonly sessions = new Set<string>();
  /** The accounts that made bookings themselves, by the ids of the bookings. */
  readonly own = new Map<string, string>();
  /** Known to the desk only by bookings. */
  isStranger = false;

  constructor(id: string, { name, phone }: Typed) {
    this.id = id;
    this.name = name;
    this.phone = stored(phone);
  }

  correct({ name, phone }: Typed): void {
    this.former.add(this.phone);
    this.name = name;
    this.phone = stored(phone);
  }
}

export class PeopleOracle {
  /** The bookings of erased people. */
  readonly anonymous: string[] = [];
  readonly #people = new Set<Known>();
  readonly #leads = new Map<string, Known>();

  add(id: string, record: Typed): Known {
    const known = new Known(id, record);
    this.#people.add(known);
    return known;
  }

  strangers(): Known[] {
    return [...this.#people].filter(({ isStranger }) => isStranger);
  }

  /** Merges the second person into the first, with chosen fields of the second. */
  merge(first: Known, second: Known, chosen: ReadonlySet<string>): void {
    first.former = new Set([first.phone, second.phone, ...first.former, ...second.former]);
    if (chosen.has("name")) first.name = second.name;
    if (chosen.has("phone")) first.phone = second.phone;
    first.account ??= second.account;
    for (const id of second.bookings) first.bookings.add(id);
    for (const id of second.sessions) first.sessions.add(id);
    for (const [id, account] of second.own) first.own.set(id, account);
    for (const [id, known] of this.#leads) if (known === second) this.#leads.set(id, first);
    this.#people.delete(second);
    this.lead(second.id, first);
  }

  /** Makes the id of a merged person lead to another person. */
  lead(id: string, known: Known): void {
    this.#leads.set(id, known);
  }

  /** Unlinks an account from a record, with some bookings. @param ownId the id of the account's own person */
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
    this.anonymous.push(...known.bookings);
    this.#people.delete(known);
    for (const [id, into] of this.#leads) if (into === known) this.#leads.delete(id);
  }

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

/** A number in letters, as a unique part of a name. */
export function lettersOf(number: number): string {
  return [...String(number)]
    .map((digit) => "abcdefghij"[Number(digit)])
    .join("")
    .padStart(4, "k");
}
