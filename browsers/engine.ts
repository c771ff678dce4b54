/** The interface of browsers for checks, which Firefox and WebKit implement. */

export type EngineName = "firefox" | "webkit";

/** The size of a window's content in CSS pixels. */
export type Size = { width: number; height: number };

/** A point in CSS pixels from the upper left corner of the window's content. */
export type Point = { x: number; y: number };

export type Key = "Enter" | "Escape" | "Tab" | "ArrowLeft" | "ArrowRight";

export type Cookie = { name: string; value: string };

/** The attributes of the site's cookies. */
export const COOKIE_ATTRIBUTES = { path: "/", httpOnly: true, sameSite: "Lax" } as const;

/** Presses of a mouse button, with the milliseconds between them. */
export type Presses = { count: number; gapMs: number };

export interface Tab {
  /** Resolves when the document and what it refers to have loaded. */
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression in the page, also with its script off. Values are those of JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves the mouse to a point and presses its button there. */
  click(at: Point, presses?: Presses): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  resize(size: Size): Promise<void>;
  /** A PNG of the window's content. */
  screenshot(): Promise<Buffer>;
}

export interface Browser {
  /** The engine's version, as the browser says it. */
  version: string;
  tab: Tab;
  cookies(): Promise<Cookie[]>;
  /** Replaces all cookies. A page of the site must be open. */
  setCookies(cookies: readonly Cookie[]): Promise<void>;
  /** Errors and warnings of the console since the last call, and requests that got no response. */
  takeComplaints(): string[];
  close(): Promise<void>;
}

/** Longer than any command takes: browsers now and then never respond to one. */
const COMMAND_TIMEOUT_MS = 45_000;

/** How long a browser may take to end by itself. */
export const CLOSE_TIMEOUT_MS = 3_000;

/** The browser no longer responds; it says nothing about the site. */
export class EngineStuck extends Error {}

/** The response to a command, when it comes in time. @throws EngineStuck after 45 s, or the given milliseconds */
export async function inTime<T>(response: Promise<T>, command: string, timeoutMs = COMMAND_TIMEOUT_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new EngineStuck(`no response to ${command}`)), timeoutMs);
  try {
    return await Promise.race([response, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
