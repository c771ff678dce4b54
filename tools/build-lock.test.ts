import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { withBuildLock } from "./build-lock.ts";

/** Records its start, works until it is killed if it is the first, and records its end. */
const WORKER = `
import { appendFileSync } from "node:fs";
const [, , module, file, diary, name] = process.argv;
const { withBuildLock } = await import(module);
await withBuildLock(async () => {
  appendFileSync(diary, name + " begins\\n");
  if (name === "first") await new Promise((resolve) => setTimeout(resolve, 60_000));
  appendFileSync(diary, name + " ends\\n");
}, file);
`;

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, "worker.mjs"), WORKER);
});

function startWorker(name: string): ChildProcess {
  const paths = [join(import.meta.dirname, "build-lock.ts"), join(folder, "turn"), join(folder, "diary")];
  return spawn(process.execPath, [join(folder, "worker.mjs"), ...paths, name]);
}

const diary = async () => (await readFile(join(folder, "diary"), "utf8").catch(() => "")).trim().split("\n");

test("a killed process releases the lock, and a waiting process doesn't get it earlier", async () => {
  const first = startWorker("first");
  await expect.poll(diary, { timeout: 10_000 }).toEqual(["first begins"]);
  const second = startWorker("second");
  await once(second.stdout ?? second, "data");
  expect(await diary()).toEqual(["first begins"]);
  first.kill("SIGKILL");
  await once(second, "exit");
  expect(await diary()).toEqual(["first begins", "second begins", "second ends"]);
});

test("two calls in one process take turns too, and a failed call releases the lock", async () => {
  const lines: string[] = [];
  const work = (name: string, fail: boolean) => {
    const turn = async () => {
      lines.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      lines.push(`${name} ends`);
      if (fail) throw new Error("on purpose");
    };
    return withBuildLock(turn, join(folder, "turn"));
  };
  const outcomes = await Promise.allSettled([work("a", true), work("b", false)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(lines.map((line) => line.slice(0, 1)).join("")).toMatch(/^(aabb|bbaa)$/);
});
