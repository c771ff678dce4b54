/** A run of random acts on the site and on a model of it. A seed repeats its choices. */
import { randomNumbers } from "../../tools/random-numbers.ts";

/** The number of acts that a difference reports. */
const REPORTED = 25;

export class RandomRun {
  readonly random: () => number;
  /** The acts so far, with their outcomes. */
  readonly trail: string[] = [];
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.random = randomNumbers(seed);
  }

  /** A whole number from 0 on. */
  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  chance(likelihood: number): boolean {
    return this.random() < likelihood;
  }

  /** @returns undefined from an empty list */
  find<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = this.find(items);
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  }

  /** @throws the difference, with the acts that led to it */
  same(what: string, actual: unknown, expected: unknown): void {
    const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (one !== other) throw this.difference(`${what}: ${one}, expected ${other}`);
  }

  difference(message: string, cause?: unknown): Error {
    return new Error(`seed ${this.#seed}: ${message}\n${this.trail.slice(-REPORTED).join("\n")}`, { cause });
  }
}
