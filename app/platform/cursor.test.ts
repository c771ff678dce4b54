import { expect, test } from "vitest";
import { readPageKey } from "./cursor.server.ts";

test.each([null, undefined, "", "x' or 1=1_y", "2026-11-23T06:00:00.000Z", "2026-11-23T06:00:00.000Z_a b"])(
  "%j is no key",
  (text) => {
    expect(readPageKey(text)).toBeUndefined();
  },
);
