import { describe, expect, it } from "vitest";
import { isAllowedByOrigin } from "./origin-guard.ts";

const OWN = "https://nguvu.example";

function allowed(method: string, headers: Record<string, string>, path = "/contact"): boolean {
  return isAllowedByOrigin({ method, path }, new Headers(headers), OWN);
}

describe("the origin guard", () => {
  it("accepts every safe method", () => {
    expect(allowed("GET", { "sec-fetch-site": "cross-site" })).toBe(true);
    expect(allowed("HEAD", { origin: "https://evil.example" })).toBe(true);
  });

  it("accepts forms of the site's own pages, with and without JavaScript", () => {
    expect(allowed("POST", { "sec-fetch-site": "same-origin", origin: "https://nguvu.example" })).toBe(true);
    expect(allowed("POST", { origin: "https://nguvu.example" })).toBe(true);
  });

  it("refuses requests that another site, or a sibling host, makes a browser send", () => {
    expect(allowed("POST", { "sec-fetch-site": "cross-site", origin: "https://nguvu.example" })).toBe(false);
    expect(allowed("POST", { "sec-fetch-site": "same-site" })).toBe(false);
    expect(allowed("POST", { origin: "https://evil.example" })).toBe(false);
    expect(allowed("POST", { origin: "null" })).toBe(false);
    expect(allowed("DELETE", { origin: "http://nguvu.example" })).toBe(false);
  });

  it("lets web mail programs switch emails off, and nothing else", () => {
    const elsewhere = { "sec-fetch-site": "cross-site", origin: "https://mail.example" };
    expect(allowed("POST", elsewhere, "/reminders/off")).toBe(true);
    expect(allowed("POST", elsewhere, "/membership/mails")).toBe(true);
    for (const path of [
      "/reminders/off/",
      "/reminders/off.data",
      "/reminders/offer",
      "/reminders",
      "/reminders%2Foff",
      "/Reminders/off",
      "/x/reminders/off",
      "/account/bookings",
      "/membership/mails/",
      "/account/membership",
    ]) {
      expect(allowed("POST", elsewhere, path), path).toBe(false);
    }
    expect(allowed("DELETE", elsewhere, "/reminders/off")).toBe(false);
  });

  it("accepts clients that are not browsers and have no cookies", () => {
    expect(allowed("POST", {})).toBe(true);
  });
});
