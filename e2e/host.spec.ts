/** Guarantees of the host at the socket: caching, compression, error responses. */
import { expect, TEST_ACCOUNT, test } from "./fixtures.ts";

test("pages for one visitor are compressed too, with their data", async ({ request, baseURL }) => {
  await request.post("/login", { form: TEST_ACCOUNT, headers: { Origin: baseURL ?? "" } });
  for (const path of ["/contact?class=boxing", "/classes", "/classes.data"])
    expect((await request.get(path)).headers(), path).toMatchObject({ "content-encoding": "br" });
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

test("built files are cacheable for a year, and sent compressed", async ({ request }) => {
  const [, scripts = ""] = / data-imports="([^"]*)"/.exec(await (await request.get("/")).text()) ?? [];
  const response = await request.get(scripts.split(" ").at(-1) ?? "");
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
