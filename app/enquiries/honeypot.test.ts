import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { type HoneypotValues, honeypotSchema, isSuspect, pageStamp } from "./honeypot.server.ts";

let site: TestSite;
let stamp: string;
beforeEach(async () => {
  site = await openTestSite("sqlite");
  stamp = pageStamp(site.services);
});
afterEach(() => site.close());

/** Whether a form is suspect that a browser with JavaScript sends some time after its page was rendered. */
function sent(afterMs: number, change: Partial<HoneypotValues> = {}): boolean {
  site.passTime(afterMs);
  return isSuspect(site.services, { subject: "", stamp, elapsed: String(afterMs), ...change });
}

describe("the contact form's honeypot", () => {
  it("lets through a visitor who took a while", () => {
    expect(sent(20_000)).toBe(false);
  });

  it("lets through a visitor whose page was cached for weeks", () => {
    expect(sent(40 * 24 * 3600_000, { elapsed: "9000" })).toBe(false);
  });

  it("lets through a visitor without JavaScript", () => {
    expect(sent(20_000, { elapsed: "" })).toBe(false);
  });

  it("suspects a form with the hidden field filled in", () => {
    expect(sent(20_000, { subject: "https://spam.example" })).toBe(true);
  });

  it("suspects a form sent too soon after the page was opened or rendered", () => {
    expect(sent(20_000, { elapsed: "300" })).toBe(true);
    stamp = pageStamp(site.services);
    expect(sent(300, { elapsed: "" })).toBe(true);
  });

  it.each(["NaN", "soon", "-1", "1e"])("suspects an invalid time: %s", (elapsed) => {
    expect(sent(20_000, { elapsed })).toBe(true);
  });

  it.each(["", ".", "abc", "abc.def", "zzzz.", "__proto__"])("suspects a forged stamp: %j", (forged) => {
    expect(sent(20_000, { stamp: forged })).toBe(true);
  });

  it("suspects a stamp whose moment is not the signed one", () => {
    const [, signed] = stamp.split(".");
    expect(sent(20_000, { stamp: `1.${signed}` })).toBe(true);
  });

  it("has no field whose name browsers or password managers would fill in", () => {
    const autofill =
      /name|mail|phone|tel|address|street|city|zip|post|country|company|org|url|web|site|user|pass|card|code/;
    expect(Object.keys(honeypotSchema.shape).filter((field) => autofill.test(field))).toEqual([]);
  });
});
