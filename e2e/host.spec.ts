/** Guarantees of the host at the socket: caching, compression, error responses. */
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { expect, TEST_ACCOUNT, test } from "./fixtures.ts";

test("a public page is the same bytes for everybody, compressed, with an ETag for revalidation", async ({
  request,
}) => {
  const first = await request.get("/");
  expect(first.headers()["cache-control"]).toContain("public");
  expect(first.headers()["content-encoding"]).toBe("br");
  expect(first.headers()["content-type"]).toBe("text/html; charset=utf-8");
  const etag = first.headers().etag ?? "";
  expect(etag).not.toBe("");
  const again = await request.get("/", { headers: { "If-None-Match": etag } });
  expect(again.status()).toBe(304);
  const head = await request.head("/");
  expect(head.status()).toBe(200);
  expect((await head.body()).length).toBe(0);
  expect(head.headers().etag).toBe(etag);
});

test("a signed-in visitor's page is private", async ({ page, request }) => {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(TEST_ACCOUNT.email);
  await page.getByLabel("Password", { exact: true }).fill(TEST_ACCOUNT.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/#home");
  for (const path of ["/", "/classes"]) {
    const personal = await page.request.get(path);
    expect(personal.headers()["cache-control"], path).toBe("private, no-store");
    expect(await personal.text(), path).toContain("Your account");
    expect(await (await request.get(path)).text(), path).not.toContain("Your account");
  }
});

test("pages rendered for one visitor are compressed too, except on arrival from another site", async ({
  request,
  baseURL,
}) => {
  const expectEncoding = async (path: string, headers: Record<string, string>, encoding: string | undefined) => {
    const response = await request.get(path, { headers });
    expect(response.headers()["content-encoding"], `${path} ${JSON.stringify(headers)}`).toBe(encoding);
    expect(response.headers().vary).toContain("Accept-Encoding");
    expect(await response.text()).toContain("Nguvu");
  };
  await expectEncoding("/contact?class=boxing", { "Sec-Fetch-Site": "cross-site" }, "br");
  await request.post("/login", { form: TEST_ACCOUNT, headers: { Origin: baseURL ?? "" } });
  await expectEncoding("/classes", {}, "br");
  await expectEncoding("/classes", { "Accept-Encoding": "gzip" }, "gzip");
  await expectEncoding("/classes", { "Accept-Encoding": "identity" }, undefined);
  await expectEncoding("/classes", { "Sec-Fetch-Site": "same-origin" }, "br");
  await expectEncoding("/classes", { "Sec-Fetch-Site": "cross-site" }, undefined);
  await expectEncoding("/classes.data", {}, "br");
});

test("every response has the security headers, even errors", async ({ request }) => {
  const responses = await Promise.all([
    ...["/", "/nowhere", "/healthz", "/favicon.svg", "/account", "/_root.data", "/%00"].map((path) =>
      request.get(path, { maxRedirects: 0 }),
    ),
    request.post("/saved-classes", { headers: { Origin: "https://evil.example" } }),
  ]);
  for (const response of responses) {
    const headers = response.headers();
    expect(headers, response.url()).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    });
    expect(headers["content-security-policy"], response.url()).toContain("default-src 'none'");
    expect(headers["content-security-policy"], response.url()).toContain("frame-ancestors 'none'");
    expect(headers["x-request-id"], response.url()).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("forms from other sites have no effect, with or without an Origin", async ({ request }) => {
  const pages = ["/contact", "/login", "/signup", "/forgot-password", "/reset-password", "/account", "/nowhere"].concat(
    ["/account/password", "/account/delete"],
    ["/sign-out", "/saved-classes", "/account/data", "/schedule", "/gallery", "/healthz", "/favicon.svg"],
  );
  for (const path of pages.flatMap((page) => [page, `${page}.data`])) {
    for (const headers of [
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
      { Origin: "null" },
    ] as Record<string, string>[]) {
      const response = await request.post(path, { headers, form: { email: "a@example.com" }, maxRedirects: 0 });
      expect(response.status(), path).toBe(403);
    }
  }
});

test("bodies past the limit are not read", async ({ request }) => {
  const response = await request.post("/contact", { form: { comment: "x".repeat(70_000) } });
  expect(response.status()).toBe(413);
});

test("unknown methods and malformed addresses are rejected without a crash", async ({ site }) => {
  const { hostname, port } = new URL(site.url);
  const ask = (method: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest({ hostname, port, method, path }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.end();
    });
  for (const [method, path] of [
    ["TRACE", "/"],
    ["PUT", "/"],
    ["DELETE", "/account"],
    ["GET", "/%"],
    ["GET", "/%00"],
    ["GET", "/..%2f..%2fetc/passwd"],
    ["GET", "/assets/../../package.json"],
    ["GET", `/${"a/".repeat(6000)}`],
  ] as const) {
    const status = await ask(method, path);
    expect(status, `${method} ${path.slice(0, 40)}`).toBeGreaterThanOrEqual(400);
    expect(status, `${method} ${path.slice(0, 40)}`).toBeLessThan(500);
  }
});

test("a form sent to a page without a form is rejected with a message", async ({ request }) => {
  for (const path of ["/about", "/nowhere", "/healthz", "/account/data", "/schedule", "/gallery"]) {
    const response = await request.post(path, { form: { a: "b" }, headers: { Accept: "text/html" } });
    expect(response.status(), path).toBe(405);
    expect(await response.text(), path).toContain("This address accepts no forms, so nothing was done.");
  }
});

test("built files are cacheable for a year, and sent compressed", async ({ request, page }) => {
  await page.goto("/");
  const scripts = await page.locator("script[data-imports]").getAttribute("data-imports");
  const response = await request.get(scripts?.split(" ").at(-1) ?? "");
  expect(response.headers()["cache-control"]).toContain("immutable");
  expect(response.headers()["content-encoding"]).toBe("br");
  expect(response.headers()["content-type"]).toContain("text/javascript");
});

test("a picture opened alone is centred by the browser, and runs nothing", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const source = await page.locator('img[src$=".jpg"]').first().getAttribute("src");
  for (const path of [source ?? "", "/share/home.jpg", "/favicon.svg"]) {
    const response = await page.goto(path);
    expect(response?.headers()["content-security-policy"], path).toMatch(/^default-src 'none'; img-src 'self'; /);
    expect(response?.headers()["content-security-policy"], path).not.toContain("script-src");
    if (path.endsWith(".svg")) continue;
    const box = await page.locator("img").boundingBox();
    expect(Math.abs((box?.x ?? 0) * 2 + (box?.width ?? 0) - 1440), path).toBeLessThanOrEqual(1);
    expect(box?.x, path).toBeGreaterThan(0);
  }
});

test("only share pictures may be embedded by other sites", async ({ request }) => {
  for (const [path, policy] of [
    ["/share/home.jpg", "cross-origin"],
    ["/icon-192.png", "same-origin"],
    ["/", "same-origin"],
  ] as const) {
    // The second response is the fast path's, from memory; the third is a 304.
    const etag = (await request.get(path)).headers().etag ?? "";
    for (const headers of [{}, { "If-None-Match": etag }]) {
      expect((await request.get(path, { headers })).headers()["cross-origin-resource-policy"], path).toBe(policy);
    }
  }
});

test("health and readiness checks respond, are never cached, and need no Host with HTTP/1.0", async ({
  request,
  site,
}) => {
  for (const path of ["/healthz", "/readyz"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toBe("no-store");
  }
  for (const line of ["GET /healthz HTTP/1.0", "GET /readyz HTTP/1.0", "HEAD /readyz HTTP/1.0", "OPTIONS / HTTP/1.0"]) {
    const response = await exchange(Number(new URL(site.url).port), `${line}\r\n\r\n`);
    expect(response, line).toMatch(/^HTTP\/1\.1 20[04] /);
    expect(response, line).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
  }
});

test("OPTIONS returns the methods, for a path and for the whole site", async ({ site }) => {
  const { host, port } = new URL(site.url);
  for (const target of ["*", "/", "/about", `${site.url}/about`]) {
    const response = await exchange(
      Number(port),
      `OPTIONS ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(response, target).toMatch(/^HTTP\/1\.1 204 /);
    expect(response, target).toMatch(/^allow: GET, HEAD, POST, OPTIONS\r$/im);
  }
});

/** Sends bytes and reads until the server closes. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

test("made-up addresses don't evict real pages", async ({ site }) => {
  const ask = async (path: string) => {
    const response = await fetch(site.url + path, { headers: { "Accept-Encoding": "br" } });
    return {
      path,
      status: response.status,
      length: Number(response.headers.get("content-length")),
      text: await response.text(),
    };
  };
  const pages = ["/", "/_.data", "/about", "/about.data", "/classes?show=all"];
  const lengths = async () => (await Promise.all(pages.map(ask))).map(({ length }) => length);
  await lengths();
  // The best Brotli replaces the quick one soon after; an evicted page starts with the quick one again.
  let best: number[] = [];
  await expect
    .poll(
      async () => {
        const before = best;
        best = await lengths();
        return String(best) === String(before);
      },
      { intervals: [1500] },
    )
    .toBe(true);
  const inMixedCase = (path: string, number: number) =>
    path.replace(/[a-z]/g, (letter, at: number) => ((number >> (at % 13)) & 1 ? letter.toUpperCase() : letter));
  const kinds = [
    (number: number) => `/made-up-${number}?q=${number}`,
    (number: number) => `/?utm_source=${number}`,
    (number: number) => `/classes?show=${number}`,
    (number: number) => `/made-up-${number}.data`,
    (number: number) => `${inMixedCase("/schedule/wednesday", number)}.data`,
    (number: number) => `${"/".repeat(1 + (number % 90))}${inMixedCase("gallery", number)}//_.data`,
  ];
  // More of each kind than the cache can hold.
  for (let first = 0; first < 2_400; first += 50) {
    const responses = Array.from({ length: 50 }, (_, at) => ask(kinds[at % kinds.length]?.(first + at) ?? "/"));
    for (const { path, status } of await Promise.all(responses)) expect([200, 302, 404], path).toContain(status);
  }
  expect(await lengths()).toEqual(best);
});
