import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLog } from "./log.server.ts";

it("logs an error without quoted values, and with its stack", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const refused = Object.assign(new Error('invalid value "wanjiru@example.com" in /reset?token=abc123'), {
    code: "22P02",
    detail: "Key (email)=(wanjiru@example.com) already exists.",
  });
  log.error({ event: "failed", err: new Error("could not save 'my secret'", { cause: refused }) }, "failed");
  const [line = ""] = lines;
  expect(line).not.toMatch(/wanjiru|abc123|my secret|Key \(email\)/);
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
  const events = lines.map((line) => JSON.parse(line)).map(({ event, id }) => [event, id]);
  expect(events.sort()).toEqual([
    ["a", "one"],
    ["b", "two"],
    ["c", undefined],
  ]);
});
