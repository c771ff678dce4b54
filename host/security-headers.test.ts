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

  it("lets nothing else in but the map's frame", () => {
    const policy = contentSecurityPolicy("<p>Habari</p>");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-src https://www.openstreetmap.org");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

describe("the headers of every answer", () => {
  it("ask for https only where visitors use https", () => {
    const names = (https: boolean) => securityHeaders(https).map(([name]) => name);
    expect(names(true)).toContain("Strict-Transport-Security");
    expect(names(false)).not.toContain("Strict-Transport-Security");
  });
});
