import { AsyncLocalStorage } from "node:async_hooks";
import { execFile, spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createLog } from "./log.server.ts";

it("logs an error without quoted values, and with its stack", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const refused = Object.assign(new Error('invalid "wanjiru@example.com" in /reset?token=abc123 of otieno@x.example'), {
    code: "22P02",
    detail: "Key (email)=(wanjiru@example.com) already exists.",
  });
  log.error({ event: "failed", err: new Error("could not save 'my secret'", { cause: refused }) }, "failed");
  const [line = ""] = lines;
  expect(line).not.toMatch(/wanjiru|otieno|abc123|my secret|Key \(email\)/);
  expect(JSON.parse(line).err).toMatchObject({ message: "could not save '…'", cause: { code: "22P02" } });
  expect(JSON.parse(line).err.stack[0]).toContain("log.test.ts");
  expect(line.trim().split("\n")).toHaveLength(1);
});

it("adds the request id to a line, in asynchronous work too", async () => {
  const lines: string[] = [];
  const requestId = new AsyncLocalStorage<string>();
  const log = createLog("info", { write: (line) => void lines.push(line) }, requestId);
  const work = async (event: string) => {
    await pause(1);
    log.info({ event }, "done");
  };
  await Promise.all([requestId.run("one", () => work("a")), requestId.run("two", () => work("b")), work("c")]);
  const events = lines.map((line) => JSON.parse(line)).map(({ event, id = "none" }) => `${event} ${id}`);
  expect(events.sort()).toEqual(["a one", "b two", "c none"]);
});

const MODULE = JSON.stringify(new URL("./log.server.ts", import.meta.url).href);
const RUN = ["--input-type=module", "--eval"];

it.concurrent.each([
  ["exits", "process.exit(1)"],
  ["crashes", 'setTimeout(() => { throw new Error("crash"); }, 1)'],
])("writes buffered lines when the process %s", async (_, end) => {
  const script = `import { createLog } from ${MODULE};
    createLog().info("the last words");
    ${end};`;
  const run = promisify(execFile)(process.execPath, [...RUN, script]);
  const ended = await run.catch((failed: { stdout: string }) => failed);
  expect(JSON.parse(ended.stdout).msg).toBe("the last words");
});

/** Starts a process that logs a line and exits with 7. @returns its exit code, or the signal */
async function endAfterLogging(stdout: "pipe" | number, { before = "", last = "" }): Promise<number | string> {
  const script = `import { writeSync } from "node:fs";
    import { createLog } from ${MODULE};
    const log = createLog();
    ${before}
    process.once("message", () => {
      ${last}
      log.info("the last words");
      process.exit(7);
    });
    process.send("started");`;
  const child = spawn(process.execPath, [...RUN, script], {
    stdio: ["ignore", stdout, "inherit", "ipc"],
    timeout: 14_000,
    killSignal: "SIGKILL",
  });
  child.once("message", () => child.send("end"));
  return new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal ?? "")));
}

it.concurrent("lets the process exit when its reader stops reading", async () => {
  // Standard output doesn't block after its first use. Filled twice, as its reader buffers some of it.
  const fill = 'process.stdout; try { for (;;) writeSync(1, "x".repeat(1000)); } catch {}';
  expect(await endAfterLogging("pipe", { before: fill, last: fill })).toBe(7);
});

it.runIf(existsSync("/dev/full"))(
  "lets the process go on and end when the disk is full",
  { concurrent: true },
  async () => {
    const full = openSync("/dev/full", "w");
    const batch = 'log.info("x".repeat(5000)); await new Promise((resolve) => setTimeout(resolve, 300));';
    const ended = await endAfterLogging(full, { before: batch });
    closeSync(full);
    expect(ended).toBe(7);
  },
);

it.concurrent("neither blocks nor grows while nobody reads, and continues with complete lines afterwards", async () => {
  const script = `import { createLog } from ${MODULE};
    const log = createLog();
    const text = "x".repeat(900);
    for (let turn = 0; turn < 200; turn += 1) {
      for (let count = 0; count < 500; count += 1) log.info(text);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    process.stderr.write(String(process.memoryUsage().rss / 1048576) + "\\n");
    setTimeout(() => { log.info("the end"); setTimeout(() => {}, 2000); }, 1500);`;
  const child = spawn(process.execPath, [...RUN, script], { stdio: ["ignore", "pipe", "pipe"] });
  const measured = await new Promise<string>((resolve) => child.stderr.once("data", (data) => resolve(String(data))));
  // 90 MB of lines were written.
  expect(Number(measured)).toBeLessThan(150);
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  const texts = lines.map((line) => JSON.parse(line).msg);
  expect(texts.at(-1)).toBe("the end");
  expect(new Set(texts.slice(0, -1))).toEqual(new Set(["x".repeat(900)]));
});
