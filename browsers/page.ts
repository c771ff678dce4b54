/** A page as a visitor uses it, on any engine's tab: elements are found by role and name, and clicked where they are. */
import { setTimeout as pause } from "node:timers/promises";
import { EngineStuck, type Presses, type Tab } from "./engine.ts";
import { type Aim, type Found, inPage, type Role, type Target } from "./in-page.ts";

const TIMEOUT_MS = 6_000;
const POLL_INTERVAL_MS = 40;
const DRAWING_MS = 250;

type Where = { within?: string };

/** A full name, or a regular expression for part of it, both case-insensitive. */
type Name = string | RegExp;

function target(role: Role, name?: Name, { within }: Where = {}): Target {
  return {
    role,
    ...(typeof name === "string" ? { name } : {}),
    ...(name instanceof RegExp ? { matching: name.source } : {}),
    ...(within === undefined ? {} : { within }),
  };
}

export const link = (name?: Name, where?: Where) => target("link", name, where);
export const button = (name?: Name, where?: Where) => target("button", name, where);
export const heading = (name?: Name, where?: Where) => target("heading", name, where);
export const field = (name?: Name, where?: Where) => target("field", name, where);
export const status = (name?: Name, where?: Where) => target("status", name, where);
export const dialog = (name?: Name) => target("dialog", name);

/** The error of a check that did not see what it expected. */
export class NotSeen extends Error {}

/** @throws NotSeen with the message unless the condition holds */
export function expect(isSo: boolean, sentence: string): void {
  if (!isSo) throw new NotSeen(sentence);
}

export function expectEqual(seen: unknown, expected: unknown, what: string): void {
  const [one, other] = [seen, expected].map((value) => JSON.stringify(value));
  expect(one === other, `${what}: expected ${other}, saw ${one}`);
}

export class Page {
  readonly tab: Tab;
  readonly #origin: string;
  readonly #hasScript: boolean;

  constructor(tab: Tab, origin: string, hasScript: boolean) {
    this.tab = tab;
    this.#origin = origin;
    this.#hasScript = hasScript;
  }

  /** Opens a path of the site; where script is on, waits until React has taken over. */
  async open(path: string): Promise<void> {
    await this.openCold(path);
    await this.hydrated();
  }

  /** Opens a path of the site and leaves its script waiting for the visitor's first move. */
  async openCold(path: string): Promise<void> {
    await this.tab.goto(this.#origin + path);
  }

  /** Starts the waiting script, and waits until React has taken over. Without JavaScript there is nothing to wait for. */
  async hydrated(): Promise<void> {
    if (!this.#hasScript) return;
    await this.until("React takes over", async () => {
      await this.evaluate("void dispatchEvent(new Event('pointermove'))");
      return this.evaluate("document.documentElement.dataset.hydrated === 'true'");
    });
  }

  /** The value of an expression in the page. The caller knows its type. */
  async evaluate<T = unknown>(expression: string): Promise<T> {
    return (await this.tab.evaluate(expression)) as T;
  }

  /**
   * Polls until a condition holds, for six seconds. Errors meanwhile count as not yet: the page may be navigating.
   * @throws NotSeen with `what`, and with the last result of `observe`
   */
  async until(what: string, isSo: () => Promise<unknown>, observe?: () => Promise<unknown>): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    let problem = "";
    for (;;) {
      try {
        if (await isSo()) return;
        problem = "";
      } catch (error) {
        if (error instanceof EngineStuck) throw error;
        problem = error instanceof Error ? error.message : String(error);
      }
      if (Date.now() > deadline) break;
      await pause(POLL_INTERVAL_MS);
    }
    const seen = problem === "" && observe ? await observe().catch(() => "nothing") : problem;
    throw new NotSeen(`not seen: ${what}${seen === "" ? "" : `; seen: ${seen}`}`);
  }

  async find(wanted: Target): Promise<Found[]> {
    return this.evaluate<Found[]>(inPage.find(wanted));
  }

  /** Finds visible elements. */
  async visible(wanted: Target): Promise<Found[]> {
    return (await this.find(wanted)).filter(({ isVisible }) => isVisible);
  }

  /** Waits for the engine to draw changes, as after scrolling. */
  async drawn(): Promise<void> {
    await pause(DRAWING_MS);
  }

  async see(wanted: Target): Promise<Found> {
    let found: Found | undefined;
    await this.until(phrase(wanted), async () => {
      [found] = await this.visible(wanted);
      return found;
    });
    if (found === undefined) throw new NotSeen(`not seen: ${phrase(wanted)}`);
    return found;
  }

  async seeGone(wanted: Target): Promise<void> {
    await this.until(`no more ${phrase(wanted)}`, async () => (await this.visible(wanted)).length === 0);
  }

  async seeCount(wanted: Target, count: number): Promise<void> {
    await this.until(
      `${count} × ${phrase(wanted)}`,
      async () => (await this.visible(wanted)).length === count,
      async () => (await this.visible(wanted)).length,
    );
  }

  /** Clicks a target once it is visible, at rest and uncovered. */
  async click(wanted: Target, presses?: Presses): Promise<void> {
    let last: Aim = null;
    let next: Aim = null;
    await this.until(
      `${phrase(wanted)} that can be pressed`,
      async () => {
        last = next;
        next = await this.evaluate<Aim>(inPage.aim(wanted));
        // Engines click at the place that was drawn last.
        if (next?.hasScrolled) await this.drawn();
        return next !== null && next.coveredBy === null && last?.x === next.x && last.y === next.y;
      },
      async () => (next === null ? "none" : `covered by ${(next as { coveredBy: string | null }).coveredBy}`),
    );
    if (next === null) throw new NotSeen(`not seen: ${phrase(wanted)}`);
    await this.tab.click(next, presses);
  }

  async fill(wanted: Target, text: string): Promise<void> {
    await this.until(phrase(wanted), () => this.evaluate(inPage.focusField(wanted)));
    await this.tab.type(text);
    expectEqual((await this.visible(wanted))[0]?.value, text, `what was typed into ${phrase(wanted)}`);
  }

  /** Path, query and fragment of the address. */
  path(): Promise<string> {
    return this.evaluate<string>("location.pathname + location.search + location.hash");
  }

  async seePath(expected: string): Promise<void> {
    // The old page is at its address until the new one is there.
    await this.until(
      `the address ${expected}`,
      async () => (await this.path()) === expected && (await this.evaluate("document.readyState === 'complete'")),
      () => this.path(),
    );
  }

  /** The text of the page within a selector, with single spaces, in lower case as the display type's capitals vary. */
  text(selector: string): Promise<string> {
    return this.evaluate<string>(
      `(document.querySelector(${JSON.stringify(selector)})?.innerText ?? "").replace(/\\s+/g, " ").toLowerCase()`,
    );
  }

  async seeText(expected: string, selector: string): Promise<void> {
    await this.until(
      `“${expected}” in ${selector}`,
      async () => (await this.text(selector)).includes(expected.toLowerCase()),
      async () => (await this.text(selector)).slice(0, 200),
    );
  }

  scrollTop(): Promise<number> {
    return this.evaluate<number>("Math.round(scrollY)");
  }

  /** Waits until the page is scrolled to a place. */
  async seeScrolled(place: number, tolerance = 0): Promise<void> {
    await this.until(
      `the place at ${place} px`,
      async () => Math.abs((await this.scrollTop()) - place) <= tolerance,
      () => this.scrollTop(),
    );
  }

  async scrollTo(top: number): Promise<void> {
    await this.evaluate(`void scrollTo({ top: ${top}, behavior: "instant" })`);
  }

  /** How far the page can slide sideways, in pixels. */
  sidewaysRoom(): Promise<number> {
    return this.evaluate<number>(
      "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth",
    );
  }

  /** Scrolls through the page, so that lazily loaded pictures come, and back to its top. */
  async scrollThrough(): Promise<void> {
    const [page, window] = await this.evaluate<[number, number]>(
      "[document.documentElement.scrollHeight, innerHeight]",
    );
    for (let top = 0; top < page; top += window) {
      await this.scrollTo(top);
      await pause(30);
    }
    const waiting = "[...document.images].find((image) => !image.complete && image.checkVisibility())";
    await this.until(
      "all pictures",
      async () => {
        await this.evaluate(`void ${waiting}?.scrollIntoView({ block: "center", behavior: "instant" })`);
        return this.evaluate(`${waiting} === undefined`);
      },
      () => this.evaluate(`${waiting}?.outerHTML.slice(0, 200)`),
    );
    await this.scrollTo(0);
  }
}

function phrase({ role, name, matching, href, within }: Target): string {
  const called = name ?? href ?? (matching === undefined ? "" : `/${matching}/`);
  return `${role}${called === "" ? "" : ` “${called}”`}${within === undefined ? "" : ` in ${within}`}`;
}
