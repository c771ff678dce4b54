import { expect, it } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";

it("a document's policy allows the map's frame and its server's response; responses require https if visitors use it", () => {
  const policy = contentSecurityPolicy();
  expect(policy).toContain("frame-src 'self' https://www.openstreetmap.org");
  expect(policy).toContain("connect-src 'self' https://www.openstreetmap.org;");
  expect(new Map(securityHeaders(true)).get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  expect(new Map(securityHeaders(false)).has("Strict-Transport-Security")).toBe(false);
});
