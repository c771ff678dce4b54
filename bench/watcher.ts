/**
 * The waits of others while a site works: a separate thread requests a page every few milliseconds. A request that is due while the
 * previous one waits counts with the remaining wait, so a site that blocks for a second is counted two hundred times.
 */
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const EVERY_MS = 5;

/** Sorted waits of requests in milliseconds. */
export type Waits = { p50: number; p99: number; longest: number };

export type Watcher = {
  /** Watches while work runs. */
  during: <T>(work: () => Promise<T>) => Promise<{ result: T; waits: Waits }>;
  stop: () => Promise<void>;
};

/** Starts the thread. @param url a cached page */
export async function startWatcher(url: string): Promise<Watcher> {
  const thread = new Worker(new URL(import.meta.url), { workerData: url });
  const failed = new Promise<never>((_, reject) => thread.once("error", reject));
  // Awaited only while watching.
  failed.catch(() => {});
  return {
    async during(work) {
      const times = new Promise<number[]>((resolve) => thread.once("message", resolve));
      thread.postMessage("begin");
      try {
        const result = await work();
        thread.postMessage("end");
        return { result, waits: waitsOf(await Promise.race([times, failed])) };
      } catch (error) {
        thread.postMessage("end");
        throw error;
      }
    },
    stop: async () => void (await thread.terminate()),
  };
}

/** The median, the 99th percentile and the longest of times in milliseconds. */
export function waitsOf(times: readonly number[]): Waits {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), longest: at(1) };
}

/**
 * Requests a page every few milliseconds, and returns the waits of all requests that were due. A wait begins when its request was
 * due, as the watched process may block during the pause before it. Timers add up to a millisecond.
 */
export async function waitsWhile(isRunning: () => boolean, ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let due = performance.now();
  while (isRunning()) {
    await ask();
    for (const answered = performance.now(); due < answered; due += EVERY_MS) times.push(answered - due);
    await pause(Math.max(due - performance.now(), 0));
  }
  return times;
}

let isWatching = false;

async function watch(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => response.resume().once("end", resolve).once("error", reject)).once(
        "error",
        reject,
      );
    });
  const times = await waitsWhile(() => isWatching, ask);
  agent.destroy();
  return times;
}

if (!isMainThread && parentPort !== null && typeof workerData === "string") {
  const port = parentPort;
  port.on("message", async (word: "begin" | "end") => {
    isWatching = word === "begin";
    if (word === "begin") port.postMessage(await watch(workerData));
  });
}
