/** WebKitGTK, the engine of Safari and of every iPhone, through WebDriver (https://w3c.github.io/webdriver/). */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../test/support/listen.ts";
import { signalGroup, spawnGroup } from "../test/support/process-groups.ts";
import {
  type Browser,
  CLOSE_TIMEOUT_MS,
  COOKIE_ATTRIBUTES,
  type Cookie,
  EngineStuck,
  inTime,
  type Key,
  type Point,
  type Presses,
  type Size,
  type Tab,
} from "./engine.ts";

const FIRST_SIZE: Size = { width: 390, height: 844 };

const START_TIMEOUT_MS = 15_000;

/** The time that the window manager may take to resize a window. */
const RESIZE_TIMEOUT_MS = 5_000;

/** Wide enough for the widest window, and high enough for the highest. */
const SCREEN = "1600x1400x24";

const DELETE_ATTEMPTS = 10;
const DELETE_PAUSE_MS = 50;

/** WebDriver's name of an element's reference in JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** WebDriver's code points for keys without a character. */
const KEY_CODES: Record<Key, string> = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

/** Sends a command of the session. `path` follows the session's own path. */
type Send = (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) => Promise<unknown>;

/** Starts WebKitWebDriver on a free port and a window on a display of its own. @throws when it doesn't start within 15 s */
export async function launchWebkit(script: boolean): Promise<Browser> {
  const display = await openDisplay();
  const port = await freePort();
  const child = spawnGroup("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: "x11" },
  });
  const complaints: string[] = [];
  const onLine = (line: string) => void (/CONSOLE .*(ERROR|WARN)/.test(line) && complaints.push(line));
  for (const input of [child.stdout, child.stderr]) if (input !== null) createInterface({ input }).on("line", onLine);
  const base = `http://127.0.0.1:${port}`;
  const binary = join(import.meta.dirname, "webkit-window.py");
  const args = [String(FIRST_SIZE.width), String(FIRST_SIZE.height), script ? "script" : "no-script"];
  const session = (await untilListening(() =>
    command(base, "POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args } } },
    }),
  )) as { sessionId: string; capabilities: { browserVersion: string } };
  const send: Send = (method, path, body) => command(base, method, `/session/${session.sessionId}${path}`, body);
  return {
    version: session.capabilities.browserVersion,
    tab: tabOf(send),
    cookies: async () => (await send("GET", "/cookie")) as Cookie[],
    setCookies: async (cookies) => {
      await deleteCookies(send);
      for (const { name, value } of cookies) {
        await send("POST", "/cookie", { cookie: { name, value, ...COOKIE_ATTRIBUTES } });
      }
    },
    takeComplaints: () => complaints.splice(0),
    close: async () => {
      const ended = command(base, "DELETE", `/session/${session.sessionId}`);
      await inTime(ended, "closing", CLOSE_TIMEOUT_MS).catch(() => undefined);
      signalGroup(child, "SIGKILL");
      display.close();
    },
  };
}

/**
 * Opens an X display in memory with a window manager, without which no window has the keyboard's focus. Each window needs a
 * display of its own: only one has the focus, without which WebKit matches no `:focus`.
 */
async function openDisplay() {
  // Its fourth stream is where it writes the number of its display.
  const server = spawnGroup("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const name = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.on("data", (chunk) => resolve(`:${String(chunk).trim()}`));
    server.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  const manager = spawnGroup("openbox", [], { stdio: "ignore", env: { ...process.env, DISPLAY: name } });
  return {
    name,
    close: () => {
      for (const program of [manager, server]) signalGroup(program, "SIGTERM");
    },
  };
}

/** Deletes all cookies. WebKit responds before they are gone, and sometimes needs another command. */
async function deleteCookies(send: Send): Promise<void> {
  for (let attempt = 0; attempt < DELETE_ATTEMPTS; attempt += 1) {
    await send("DELETE", "/cookie");
    await pause(DELETE_PAUSE_MS);
    if (((await send("GET", "/cookie")) as Cookie[]).length === 0) return;
  }
  throw new Error("WebKit doesn't delete its cookies");
}

/** @throws EngineStuck when the window is gone, otherwise the protocol's error and its message */
async function command(base: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const request = fetch(base + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const response = await inTime(request, `${method} ${path}`);
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (value?.error === undefined) return value;
  // WebKit sometimes crashes: the command under way fails without a message, later ones find no session.
  const isGone = value.error === "invalid session id" || (value.error === "unknown error" && value.message === "");
  throw new (isGone ? EngineStuck : Error)(`${value.error}: ${value.message}`);
}

/** Retries until the driver listens. */
async function untilListening<T>(start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

function tabOf(send: Send): Tab {
  const evaluate = (expression: string) => send("POST", "/execute/sync", { script: `return ${expression}`, args: [] });
  const act = async (type: string, actions: object[], parameters: object = {}) => {
    await send("POST", "/actions", { actions: [{ type, id: type, parameters, actions }] });
  };
  return {
    evaluate,
    goto: async (url) => void (await send("POST", "/url", { url })),
    back: async () => void (await send("POST", "/back", {})),
    click: (at, presses = { count: 1, gapMs: 0 }) => act("pointer", pressesAt(at, presses), { pointerType: "mouse" }),
    async type(text) {
      const active = (await send("GET", "/element/active")) as Record<string, string>;
      await send("POST", `/element/${active[ELEMENT]}/value`, { text });
    },
    press: (key) =>
      act(
        "key",
        ["keyDown", "keyUp"].map((type) => ({ type, value: KEY_CODES[key] })),
      ),
    async resize({ width, height }) {
      await send("POST", "/window/rect", { x: 0, y: 0, width, height });
      const deadline = Date.now() + RESIZE_TIMEOUT_MS;
      for (;;) {
        const seen = await evaluate("[innerWidth, innerHeight]");
        if (String(seen) === String([width, height])) return;
        if (Date.now() > deadline) throw new Error(`The window is ${seen}, not ${width} × ${height} pixels`);
        await pause(50);
      }
    },
    screenshot: async () => Buffer.from(String(await send("GET", "/screenshot")), "base64"),
  };
}

/** WebDriver's sequence for a mouse that goes to a point and presses its left button. */
function pressesAt({ x, y }: Point, { count, gapMs }: Presses) {
  return Array.from({ length: count }, (_, index) => [
    index === 0
      ? { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 }
      : { type: "pause", duration: gapMs },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ]).flat();
}
