import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withBuildLock } from "./build-lock.ts";

/** Records its start, takes this many milliseconds, and records its end. */
const WORKER = `
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
const [, , module, file, diary, name, milliseconds] = process.argv;
const { withBuildLock } = await import(module);
await withBuildLock(async () => {
  appendFileSync(diary, name + " begins\\n");
  console.log("working");
  await pause(Number(milliseconds));
  appendFileSync(diary, name + " ends\\n");
}, file);
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "nguvu-turn-"));
  await writeFile(join(folder, "worker.mjs"), WORKER);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function startWorker(name: string, milliseconds: number): ChildProcess {
  const paths = [join(import.meta.dirname, "build-lock.ts"), join(folder, "turn"), join(folder, "diary")];
  return spawn(process.execPath, [join(folder, "worker.mjs"), ...paths, name, String(milliseconds)]);
}

/** Resolves when the worker has started. */
async function atWork(worker: ChildProcess): Promise<void> {
  for await (const chunk of worker.stdout ?? []) if (String(chunk).includes("working")) return;
}

/** Expects each worker to finish before the next starts, in any order. */
function expectTurns(lines: string[], workers: number): void {
  expect(lines).toHaveLength(workers * 2);
  for (let index = 0; index < lines.length; index += 2) {
    expect(lines[index + 1]).toBe(lines[index]?.replace("begins", "ends"));
  }
}

const diary = async () => (await readFile(join(folder, "diary"), "utf8")).trim().split("\n");

test("one of four processes holds the lock at a time", async () => {
  await Promise.all(["a", "b", "c", "d"].map((name) => once(startWorker(name, 150), "exit")));
  expectTurns(await diary(), 4);
});

test("a killed process releases the lock, and a waiting process doesn't get it earlier", async () => {
  const first = startWorker("first", 60_000);
  await atWork(first);
  const second = startWorker("second", 0);
  await once(second.stdout ?? second, "data");
  expect(await diary()).toEqual(["first begins"]);
  first.kill("SIGKILL");
  await once(second, "exit");
  expect(await diary()).toEqual(["first begins", "second begins", "second ends"]);
});

test("two calls in one process take turns too, and a failed call releases the lock", async () => {
  const lines: string[] = [];
  const work = (name: string, fail: boolean) =>
    withBuildLock(
      async () => {
        lines.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        lines.push(`${name} ends`);
        if (fail) throw new Error("on purpose");
      },
      join(folder, "turn"),
    );
  const outcomes = await Promise.allSettled([work("a", true), work("b", false)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expectTurns(lines, 2);
});
