import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";

describe("a document's policy", () => {
  it("allows each inline script by its hash, and no other", () => {
    const script = 'window.answer = "<b>42</b>";';
    const hash = createHash("sha256").update(script).digest("base64");
    const policy = contentSecurityPolicy(`<script type="module">${script}</script><script src="/a.js"></script>`);
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy.match(/sha256-/g)).toHaveLength(1);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  it("lets nothing else in but the map's frame and its server's response", () => {
    const policy = contentSecurityPolicy("<p>Habari</p>");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-src https://www.openstreetmap.org");
    expect(policy).toContain("connect-src 'self' https://www.openstreetmap.org;");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

describe("the headers of every answer", () => {
  it("forbid guessing of types, framing, and what other sites and this one have no need of", () => {
    expect(Object.fromEntries(securityHeaders(false))).toEqual({
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    });
  });

  it("ask for https only where visitors use https", () => {
    expect(new Map(securityHeaders(true)).get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
    expect(new Map(securityHeaders(false)).has("Strict-Transport-Security")).toBe(false);
  });
});
