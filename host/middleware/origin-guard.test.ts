import { describe, expect, it } from "vitest";
import { isAllowedByOrigin, isOwnHost } from "./origin-guard.ts";

const OWN = "https://nguvu.example";

function allowed(method: string, headers: Record<string, string>, path = "/contact"): boolean {
  return isAllowedByOrigin({ method, path }, new Headers(headers), OWN);
}

describe("the origin guard", () => {
  it.each<[string, string, Record<string, string>, boolean]>([
    ["a safe method", "GET", { "sec-fetch-site": "cross-site" }, true],
    ["a safe method with an origin", "HEAD", { origin: "https://evil.example" }, true],
    ["a form of the site's own page", "POST", { "sec-fetch-site": "same-origin", origin: OWN }, true],
    ["such a form of an older browser", "POST", { origin: OWN }, true],
    ["a client that is no browser and has no cookies", "POST", {}, true],
    ["another site's form", "POST", { "sec-fetch-site": "cross-site", origin: OWN }, false],
    ["a sibling host's form", "POST", { "sec-fetch-site": "same-site" }, false],
    ["another site's form of an older browser", "POST", { origin: "https://evil.example" }, false],
    ["a form without an origin", "POST", { origin: "null" }, false],
    ["the site's own form by http", "DELETE", { origin: "http://nguvu.example" }, false],
  ])("decides about %s: %s with %j is accepted: %s", (_, method, headers, expected) => {
    expect(allowed(method, headers)).toBe(expected);
  });

  it("lets web mail programs switch emails off, and nothing else", () => {
    const elsewhere = { "sec-fetch-site": "cross-site", origin: "https://mail.example" };
    expect(allowed("POST", elsewhere, "/reminders/off")).toBe(true);
    expect(allowed("POST", elsewhere, "/membership/mails")).toBe(true);
    for (const path of [
      ...["/reminders/off/", "/reminders/off.data", "/reminders/offer", "/reminders", "/reminders%2Foff"],
      ...["/Reminders/off", "/x/reminders/off", "/account/bookings", "/membership/mails/", "/account/membership"],
    ]) {
      expect(allowed("POST", elsewhere, path), path).toBe(false);
    }
    expect(allowed("DELETE", elsewhere, "/reminders/off")).toBe(false);
  });
});

it.each<[string | undefined, boolean, ...string[]]>([
  [undefined, true, "http://localhost:3000/", "http://192.0.2.7/"],
  ["http://localhost:4600", true, "http://localhost:4600/"],
  [OWN, true, "http://nguvu.example/about", "http://nguvu.example:443/about"],
  [OWN, false, "http://evil.example/about", "http://nguvu.example.evil.example/", "http://nguvu.example:8080/"],
  // Health checks may name any host.
  [OWN, true, "http://10.0.0.7:3000/healthz", "http://10.0.0.7:3000/readyz"],
])("with the PUBLIC_URL %s the host is the site's own: %s, of %s", (publicUrl, expected, ...addresses) => {
  for (const address of addresses) expect(isOwnHost(new URL(address), publicUrl), address).toBe(expected);
});
