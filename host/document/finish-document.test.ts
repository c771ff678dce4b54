import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createDocumentFinisher } from "./finish-document.ts";

const MODULE = 'import "/assets/entry.js";';
const PRELOADS = '<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>';
const SHEET = '<link rel="stylesheet" href="/assets/site.css"/>';

const finish = createDocumentFinisher(async (path) =>
  path === "/assets/site.css" ? "a{content:'—'}.red{color:red}" : undefined,
);

async function finished(html: string, options?: Parameters<typeof finish>[1]) {
  const { bytes, policy } = await finish(Buffer.from(html), options);
  return { html: bytes.toString(), policy };
}

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("a finished document", () => {
  it("has its used styles inline, and a link to the sheet that is not fetched yet", async () => {
    expect((await finished(`<head>${SHEET}<title>Chakula — lishe</title></head>`)).html).toBe(
      `<head><style>a{content:'—'}</style><link rel="stylesheet" href="/assets/site.css" type="inlined"/><title>Chakula — lishe</title></head>`,
    );
  });

  it("has a waiting module script with its imports, and the script that starts it", async () => {
    const { html, policy } = await finished(
      `<head>${PRELOADS}</head><body><p>Habari</p><script type="module" async="">${MODULE}</script></body>`,
    );
    expect(html).toContain(
      `<head></head><body><p>Habari</p><script type="text/waiting-module" data-imports="/assets/a.js /assets/b.js">${MODULE}</script><script>`,
    );
    const starter = /<\/script><script>(.*)<\/script><\/body>$/s.exec(html)?.[1] ?? "";
    expect(starter).toContain("addEventListener");
    expect(policy).toContain(`script-src 'self' ${hashOf(MODULE)} ${hashOf(starter)};`);
  });

  it("has a script that starts at once if its page needs it, and all styles", async () => {
    const html = `<head>${PRELOADS}</head><body><script type="module" async="">${MODULE}</script></body>`;
    const policy = expect.stringContaining(`script-src 'self' ${hashOf(MODULE)};`);
    expect(await finished(html, { startsAtOnce: true })).toEqual({ html, policy });
    const styled = await finished(SHEET, { startsAtOnce: true });
    expect(styled.html).toContain("<style>a{content:'—'}.red{color:red}</style>");
  });

  it("allows each inline script once by its hash, no others, and has no hash for data scripts", async () => {
    const data = '<script type="application/ld+json">{"name":"Nguvu"}</script>';
    const script = 'window.answer = "<b>42</b> — <link rel=";';
    const { html, policy } = await finished(
      `<script>${script}</script>${SHEET}${data}<script src="/a.js"></script><script>${script}</script>`,
    );
    expect(policy).toContain(`script-src 'self' ${hashOf(script)};`);
    expect(policy.match(/sha256-/g)).toHaveLength(1);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(html).toContain("<style>");
    expect(html).toContain(data);
  });

  it("keeps links to unknown style sheets, tags inside a script, tags without an end, and all links without sheets", async () => {
    const other = '<link rel="stylesheet" href="/other.css"/><link rel="icon" href="/favicon.ico"/>';
    const inside = `<script>const a = '${SHEET}${PRELOADS}';</script>`;
    for (const html of [other, inside, "<script>1", '<link rel="stylesheet"', ""])
      expect((await finished(html)).html).toBe(html);
    expect((await createDocumentFinisher()(Buffer.from(SHEET))).bytes.toString()).toBe(SHEET);
  });
});
