import { expect, test } from "vitest";
import { readPageKey } from "./cursor.server.ts";

test("other texts are no key", () => {
  for (const text of [null, undefined, "", "x' or 1=1_y", "2026-11-23T06:00:00.000Z", "2026-11-23T06:00:00.000Z_a b"])
    expect(readPageKey(text), text ?? "none").toBeUndefined();
});
