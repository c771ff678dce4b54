import { describe, expect, it } from "vitest";
import { testConfig } from "../../test/support/test-services.ts";
import { type HoneypotValues, honeypotSchema, isSuspect, pageStamp } from "./honeypot.server.ts";

const before = await testConfig({ dataDir: "none" });
const config = { ...before, secret: "another secret for tests, long enough 8d2e1b", otherSecret: before.secret };
const at = (time: number) => ({ config, now: () => new Date(time) });
const STAMP = pageStamp(at(0));
const LONG_MS = 20_000;

type Row = [form: string, afterMs: number, change: Partial<HoneypotValues>];

/** Whether a form is suspect that a browser with JavaScript sends some time after its page was rendered. */
function sent(afterMs: number, change: Partial<HoneypotValues> = {}): boolean {
  return isSuspect(at(afterMs), { subject: "", stamp: STAMP, elapsed: String(afterMs), ...change });
}

describe("the contact form's honeypot", () => {
  it.each<Row>([
    ["a visitor who took a while", LONG_MS, {}],
    ["a visitor whose page was cached for weeks", 40 * 24 * 3600_000, { elapsed: "9000" }],
    ["a visitor without JavaScript", LONG_MS, { elapsed: "" }],
    ["a visitor since before a change of the secret", LONG_MS, { stamp: pageStamp({ ...at(0), config: before }) }],
  ])("lets through %s", (_, afterMs, change) => {
    expect(sent(afterMs, change)).toBe(false);
  });

  it.each<Row>([
    ["the hidden field filled in", LONG_MS, { subject: "https://spam.example" }],
    ["too little time since the page was opened", LONG_MS, { elapsed: "1499" }],
    ["too little time since the page was rendered", 1499, { elapsed: "" }],
    ["a stamp whose moment is not the signed one", LONG_MS, { stamp: STAMP.replace("0.", "1.") }],
    ...["NaN", "soon", "-1", "1e"].map((elapsed): Row => [`the time ${elapsed}`, LONG_MS, { elapsed }]),
    ...["", ".", "abc", "abc.def", "zzzz.", "__proto__"].map(
      (stamp): Row => [`the forged stamp "${stamp}"`, LONG_MS, { stamp }],
    ),
  ])("suspects a form with %s", (_, afterMs, change) => {
    expect(sent(afterMs, change)).toBe(true);
  });

  it("has no field whose name browsers or password managers would fill in", () => {
    const autofill =
      /name|mail|phone|tel|address|street|city|zip|post|country|company|org|url|web|site|user|pass|card|code/;
    expect(Object.keys(honeypotSchema.shape).filter((field) => autofill.test(field))).toEqual([]);
  });
});
