/**
 * Firefox through WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which Debian's firefox-esr speaks by itself over
 * a WebSocket. puppeteer-core would bring 33 MB to every installation for the dozen commands used here.
 */
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endGroup, startChild } from "./children.ts";
import {
  type Browser,
  CLOSE_TIMEOUT_MS,
  type Cookie,
  inTime,
  type Key,
  type LaunchOptions,
  type Point,
  type Presses,
  type Size,
  type Tab,
} from "./engine.ts";
import { FIREFOX } from "./requirements.ts";

const START_TIMEOUT_MS = 30_000;

/** WebDriver's code points for keys without a character. */
export const KEY_CODES: Record<Key, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

type Json = Record<string, unknown>;

/** A connection to a BiDi server: commands with a response, and events. */
class Connection {
  #socket: WebSocket;
  #lastId = 0;
  #waiting = new Map<number, PromiseWithResolvers<Json>>();

  constructor(socket: WebSocket, onEvent: (method: string, parameters: Json) => void) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as Json & { id?: number; method?: string };
      const waiting = this.#waiting.get(message.id ?? 0);
      if (waiting === undefined) onEvent(String(message.method), (message.params ?? {}) as Json);
      else if (message.type === "success") waiting.resolve(message.result as Json);
      else waiting.reject(new Error(`${message.error}: ${message.message}`));
      this.#waiting.delete(message.id ?? 0);
    });
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Firefox has closed the connection"));
    });
  }

  /** @throws the protocol's error and its message */
  send(method: string, params: Json = {}): Promise<Json> {
    this.#lastId += 1;
    const waiting = Promise.withResolvers<Json>();
    this.#waiting.set(this.#lastId, waiting);
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params }));
    return inTime(waiting.promise, method);
  }
}

/** Starts Firefox on a profile of its own. @throws when it doesn't start within 30 s */
export async function launchFirefox({ script }: LaunchOptions): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "nguvu-firefox-"));
  const settings = {
    "javascript.enabled": script,
    "datareporting.policy.dataSubmissionEnabled": false,
    // As on a phone: over the page, where they take no room from it.
    "ui.useOverlayScrollbars": 1,
    "network.captive-portal-service.enabled": false,
  };
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${value});`);
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const child = startChild(FIREFOX, [
    "--headless",
    "--no-remote",
    "--profile",
    profile,
    "--remote-debugging-port",
    "0",
  ]);
  const address = await listeningAddress(child);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("Firefox refuses the connection")));
  });
  const complaints: string[] = [];
  const connection = new Connection(socket, (method, parameters) => {
    const complaint = complaintOf(method, parameters);
    if (complaint !== undefined) complaints.push(complaint);
  });
  const session = (await connection.send("session.new", { capabilities: {} })) as {
    capabilities: { browserVersion: string };
  };
  await connection.send("session.subscribe", { events: ["log.entryAdded", "network.fetchError"] });
  const host = "127.0.0.1";
  return {
    version: session.capabilities.browserVersion,
    newTab: async (size) => {
      const { context } = await connection.send("browsingContext.create", { type: "tab" });
      const tab = new FirefoxTab(connection, String(context));
      await tab.resize(size);
      return tab;
    },
    cookies: async () => {
      const { cookies } = (await connection.send("storage.getCookies")) as {
        cookies: (Omit<Cookie, "value"> & { value: { value: string } })[];
      };
      return cookies.map(({ name, value, path, httpOnly, sameSite }) => ({
        name,
        value: value.value,
        path,
        httpOnly,
        sameSite,
      }));
    },
    setCookies: async (cookies) => {
      await connection.send("storage.deleteCookies");
      for (const { value, ...cookie } of cookies) {
        await connection.send("storage.setCookie", {
          cookie: { ...cookie, domain: host, value: { type: "string", value } },
        });
      }
    },
    takeComplaints: () => complaints.splice(0),
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await inTime(connection.send("browser.close"), "closing", CLOSE_TIMEOUT_MS).catch(() => undefined);
      await inTime(ended, "closing", CLOSE_TIMEOUT_MS).catch(() => endGroup(child, "SIGKILL"));
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function listeningAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => {
      endGroup(child);
      reject(new Error(`Firefox doesn't start: ${said}`));
    }, START_TIMEOUT_MS);
    child.stderr?.on("data", (chunk) => {
      said += chunk;
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once("exit", () => reject(new Error(`Firefox ended: ${said}`)));
    child.once("error", reject);
  });
}

function complaintOf(method: string, parameters: Json): string | undefined {
  if (method === "log.entryAdded") {
    const { level, text } = parameters as { level: string; text: string };
    return level === "error" || level === "warn" ? `console ${level}: ${text}` : undefined;
  }
  const { request, errorText } = parameters as { request: { url: string }; errorText: string };
  // A page that is left, or a form sent again, cancels what is still on its way.
  if (errorText === "NS_BINDING_ABORTED") return undefined;
  return `request failed: ${request.url} ${errorText}`;
}

class FirefoxTab implements Tab {
  #connection: Connection;
  #context: string;

  constructor(connection: Connection, context: string) {
    this.#connection = connection;
    this.#context = context;
  }

  #send(method: string, parameters: Json = {}): Promise<Json> {
    return this.#connection.send(method, { context: this.#context, ...parameters });
  }

  async goto(url: string): Promise<void> {
    await this.#send("browsingContext.navigate", { url, wait: "complete" });
  }

  async back(): Promise<void> {
    await this.#send("browsingContext.traverseHistory", { delta: -1 });
  }

  async evaluate(expression: string): Promise<unknown> {
    // As JSON: BiDi's own notation of values would need a reader.
    const { type, result, exceptionDetails } = (await this.#connection.send("script.evaluate", {
      expression: `JSON.stringify(${expression})`,
      target: { context: this.#context },
      awaitPromise: false,
    })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
    if (type === "exception") throw new Error(exceptionDetails?.text);
    return result?.value === undefined ? undefined : JSON.parse(result.value);
  }

  async click({ x, y }: Point, { count, gapMs }: Presses = { count: 1, gapMs: 0 }): Promise<void> {
    await this.#send("input.performActions", {
      actions: [{ type: "pointer", id: "mouse", actions: pressesAt({ x, y }, { count, gapMs }) }],
    });
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#send("input.performActions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  press(key: Key): Promise<void> {
    return this.type(KEY_CODES[key]);
  }

  async resize(viewport: Size): Promise<void> {
    await this.#send("browsingContext.setViewport", { viewport });
  }

  screenshot(): Promise<Buffer> {
    return this.#capture("viewport");
  }

  fullScreenshot(): Promise<Buffer> {
    return this.#capture("document");
  }

  async #capture(origin: "viewport" | "document"): Promise<Buffer> {
    const { data } = await this.#send("browsingContext.captureScreenshot", { origin });
    return Buffer.from(String(data), "base64");
  }

  async close(): Promise<void> {
    await this.#send("browsingContext.close");
  }
}

/** WebDriver's sequence for a mouse that goes to a point and presses its left button. */
export function pressesAt({ x, y }: Point, { count, gapMs }: Presses): Json[] {
  const press = [
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  return Array.from({ length: count }, (_, index) => [
    ...(index === 0
      ? [{ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 }]
      : [{ type: "pause", duration: gapMs }]),
    ...press,
  ]).flat();
}
