import { expect, it } from "vitest";
import { contentSecurityPolicy, scriptHash, securityHeaders } from "./security-headers.ts";

it("a document's policy allows inline scripts by their hashes, the map's frame and its server's response, and nothing else", () => {
  const hash = scriptHash("alert('Hello, world.');");
  expect(hash).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
  expect(contentSecurityPolicy([hash])).toContain(`script-src 'self' ${hash};`);
  expect(contentSecurityPolicy([hash])).not.toMatch(/script-src[^;]*unsafe/);
  const policy = contentSecurityPolicy();
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-src 'self' https://www.openstreetmap.org");
  expect(policy).toContain("connect-src 'self' https://www.openstreetmap.org;");
  expect(policy).toContain("frame-ancestors 'none'");
});

it("every response requires https only if visitors use https", () => {
  expect(new Map(securityHeaders(true)).get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  expect(new Map(securityHeaders(false)).has("Strict-Transport-Security")).toBe(false);
});
