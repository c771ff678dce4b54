/** Runs the process that judges a list, one at a time. */
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../../platform/services.ts";
import type { ImportFacts } from "./judge.ts";
import type { JudgeAnswer, JudgeTask } from "./judge-child.ts";

const HEAP_MB = 96;
const TIMEOUT_MS = 10_000;

/** This module runs from its source, and in the built bundle. */
const CHILD = ["../../..", "../.."]
  .map((root) => join(import.meta.dirname, root, "app", "members", "import", "judge-child.ts"))
  .find(existsSync);

let last: Promise<unknown> = Promise.resolve();

type ListTask = Omit<JudgeTask, "facts"> & { readFacts: () => Promise<ImportFacts> };

/** @returns `too-hard`: the process needed more memory or time than it has */
export function judgeInChild(services: Services, task: ListTask): Promise<JudgeAnswer | { code: "too-hard" }> {
  const next = last.then(() => run(services, task));
  last = next.catch(() => {});
  return next;
}

function run({ log, config }: Services, { readFacts, ...list }: ListTask): Promise<JudgeAnswer | { code: "too-hard" }> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD ?? "", {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
      execArgv: [`--max-old-space-size=${HEAP_MB}`, "--min-semi-space-size=16"],
      // None of the site's settings. With a compile cache, the process starts in half the time.
      env: { NODE_COMPILE_CACHE: join(config.dataDir, "compiled") },
    });
    child.once("message", (answer: JudgeAnswer) => resolve(answer));
    child.once("error", (err) => log.error({ event: "list-not-judged", err }, "the process could not be started"));
    child.once("close", (code, signal) => {
      // Has no effect after an answer: a promise resolves once.
      if (code !== 0) log.warn({ event: "list-not-judged", code, signal }, "a list needed too much memory or time");
      resolve({ code: "too-hard" });
    });
    // The process starts while the facts are read.
    readFacts().then(
      (facts) => child.send({ ...list, facts } satisfies JudgeTask, () => {}),
      (error: unknown) => {
        reject(error);
        child.disconnect();
      },
    );
  });
}
