import { execFile, spawn } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createLineWriter } from "./buffered-log-writer.ts";

const MODULE = JSON.stringify(new URL("./buffered-log-writer.ts", import.meta.url).href);

it("writes every line, in order, whatever letters are in it, together or after a moment", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-log-"));
  const file = await open(join(folder, "log"), "w");
  const writer = createLineWriter(file.fd, { together: 1000, withinMs: 20, atMost: 1_000_000 });
  const lines = Array.from({ length: 5000 }, (_, index) => `${index} jambo – habari ya asubuhi €\n`);
  for (const [index, line] of lines.entries()) {
    writer.write(line);
    if (index % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await expect.poll(() => readFile(join(folder, "log"), "utf8")).toBe(lines.join(""));
  writer.write("one more\n");
  await expect.poll(() => readFile(join(folder, "log"), "utf8")).toBe(`${lines.join("")}one more\n`);
  await file.close();
  await rm(folder, { recursive: true, force: true });
});

it("writes what waits when the process ends", async () => {
  const script = `import { createLineWriter } from ${MODULE};
    const writer = createLineWriter(1, { together: 4096, withinMs: 10_000, atMost: 1_000_000 });
    process.on("exit", writer.flushSync);
    writer.write("the last words\\n");
    process.exit(1);`;
  const ended = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(ended.stdout).toBe("the last words\n");
});

it("neither waits nor grows when nobody reads, and goes on with whole lines when somebody does", async () => {
  const script = `import { createLineWriter } from ${MODULE};
    const writer = createLineWriter(1, { together: 4096, withinMs: 20, atMost: 200_000 });
    const line = "x".repeat(99) + "\\n";
    let slowest = 0;
    for (let turn = 0; turn < 200; turn += 1) {
      const began = performance.now();
      for (let count = 0; count < 1000; count += 1) writer.write(line);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    process.stderr.write(JSON.stringify({ slowest, mb: process.memoryUsage().rss / 1048576 }) + "\\n");
    setTimeout(() => { writer.write("the end\\n"); setTimeout(() => {}, 2000); }, 1500);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const measured = await new Promise<string>((resolve) => child.stderr.once("data", (data) => resolve(String(data))));
  const { slowest, mb } = JSON.parse(measured);
  expect(slowest, "milliseconds for a thousand lines").toBeLessThan(500);
  // 20 MB of lines were offered.
  expect(mb).toBeLessThan(150);
  let read = "";
  child.stdout.on("data", (data) => {
    read += data;
  });
  await new Promise((resolve) => child.once("close", resolve));
  const lines = read.trimEnd().split("\n");
  expect(lines.at(-1)).toBe("the end");
  expect(new Set(lines.slice(0, -1))).toEqual(new Set(["x".repeat(99)]));
});
