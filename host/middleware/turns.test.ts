import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("does one after the other, with a pause for everybody else, and refuses who finds the line full", async () => {
  const inTurn = createTurns(3, 5);
  const done: string[] = [];
  const ended = Promise.withResolvers<void>();
  const first = inTurn(async () => {
    await ended.promise;
    return done.push("first");
  });
  const second = inTurn(async () => {
    done.push("second");
    throw new Error("broken");
  });
  const third = inTurn(async () => done.push("third"));
  expect(inTurn(async () => done.push("fourth"))).toBeUndefined();
  ended.resolve();
  expect(await first).toBe(1);
  setImmediate(() => done.push("everybody else"));
  await expect(second).rejects.toThrow("broken");
  await third;
  expect(done).toEqual(["first", "everybody else", "second", "third"]);
  expect(await inTurn(async () => done.push("later"))).toBe(5);
});
