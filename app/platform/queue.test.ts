import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { createQueue } from "./queue.server.ts";

it("runs one task at a time with a pause for other requests, and refuses tasks when it is full", async () => {
  const enqueue = createQueue(3, () => pause(5));
  const done: string[] = [];
  const ended = Promise.withResolvers<void>();
  const first = enqueue(async () => {
    await ended.promise;
    return done.push("first");
  });
  const second = enqueue(async () => {
    done.push("second");
    throw new Error("broken");
  });
  const third = enqueue(async () => done.push("third"));
  expect(enqueue(async () => done.push("fourth"))).toBeUndefined();
  ended.resolve();
  expect(await first).toBe(1);
  setImmediate(() => done.push("everybody else"));
  await expect(second).rejects.toThrow("broken");
  await third;
  expect(done).toEqual(["first", "everybody else", "second", "third"]);
  expect(await enqueue(async () => done.push("later"))).toBe(5);
});
