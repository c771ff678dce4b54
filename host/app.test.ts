/** Pages with parameters through the whole host: cached and uncached, signed out and signed in. */
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { findEntry, findSingleEntry } from "../app/cms/entries.server.ts";
import { classType } from "../app/content-types/class.ts";
import { settingsType } from "../app/content-types/settings.ts";
import { openDatabase } from "../app/platform/database.server.ts";
import { DAY_MS } from "../app/platform/durations.ts";
import { seedGym } from "../test/bookings/booking-gym.ts";
import { publishValues, removeWithAll } from "../test/content/content-changes.ts";
import { openGymBeforeAll } from "../test/support/open-gym.ts";
import { loads } from "../test/support/route-fixtures.tsx";
import { addStaffMember } from "../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../test/support/test-services.ts";
import { BARAKA, enter } from "../test/support/visitors.ts";
import { type App, createApp } from "./app.ts";

describe("pages with parameters", () => {
  const site = openTestSiteBeforeEach("sqlite");
  let app: App;
  let cookie: string;
  let otherCookie: string;
  beforeEach(async () => {
    await seedGym(site.services);
    app = createApp(site.services);
    ({ cookie } = await enter(site.services));
    ({ cookie: otherCookie } = await enter(site.services, BARAKA));
    loads.clear();
  });

  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await app.fetch(new Request(`http://localhost${path}`, { headers }), { peerAddress: "192.0.2.1" });
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get("location"),
      cacheControl: response.headers.get("cache-control") ?? "",
      robots: response.headers.get("x-robots-tag"),
      retryAfter: response.headers.get("retry-after"),
      text,
      main: /<main>.*<\/main>/s.exec(text)?.[0],
    };
  }

  test("the health check shows the version only to this machine", async () => {
    const check = async (peerAddress: string, host = "localhost:3000", headers: Record<string, string> = {}) => {
      const response = await app.fetch(new Request(`http://${host}/healthz`, { headers }), { peerAddress });
      expect(response.headers.get("cache-control")).toBe("no-store");
      return `${response.status} ${await response.text()}`;
    };
    for (const peer of ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"])
      expect(await check(peer), peer).toBe("200 ok 0.0.0 (tests)");
    for (const peer of ["192.0.2.1", "10.0.0.1", "::ffff:192.0.2.1", "::2", ""])
      expect(await check(peer), peer).toBe("200 ok");
    for (const host of ["nguvu.example", "127.0.0.1:3000", "localhost.evil.example"])
      expect(await check("127.0.0.1", host), host).toBe("200 ok");
    for (const name of ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"])
      expect(await check("127.0.0.1", "localhost", { [name]: "127.0.0.1" }), name).toBe("200 ok");
    expect(await get("/readyz")).toMatchObject({ status: 200, cacheControl: "no-store", text: "ready" });
  });

  test("security.txt has the contact and its expiry, only on a real site", async () => {
    const path = "/.well-known/security.txt";
    expect((await get(path)).status).toBe(404);
    const settings = { publicUrl: "http://localhost", staffEmail: "desk@gym.example" };
    app = createApp({ ...site.services, config: { ...site.services.config, ...settings } });
    const expires = async () => {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text).toContain("Contact: mailto:desk@gym.example?subject=Security\n");
      expect(text).toContain(`Canonical: http://localhost${path}\n`);
      return Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
    };
    const first = await expires();
    const days = (first - site.services.now().getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(181);
    site.passTime(DAY_MS);
    expect(await expires()).toBe(first + DAY_MS);
  });

  test("the manifest has the gym's name from the settings, from the next request on", async () => {
    const manifest = async () => JSON.parse((await get("/manifest.webmanifest")).text);
    expect(await manifest()).toMatchObject({ name: "Nguvu Fitness", short_name: "NGUVU", start_url: "/" });
    const { slug, ...settings } = await findSingleEntry(site.services, settingsType);
    const publishNames = (names: object) => publishValues(site.services, settingsType, slug, { ...settings, ...names });
    await publishNames({ name: "Ki-Fit Gym" });
    expect(await manifest()).toMatchObject({ name: "Ki-Fit Gym", short_name: "KI-FIT" });
    await publishNames({ name: "The Iron House", logoWord: "Iron House" });
    expect(await manifest()).toMatchObject({ name: "The Iron House", short_name: "IRON HOUSE" });
  });

  /** The page signed out, twice, and signed in: what visitors see of it must not differ. */
  async function getThrice(path: string) {
    const first = await get(path);
    expect(await get(path), path).toEqual(first);
    const { status, location, main } = first;
    expect(await get(path, { Cookie: cookie }), path).toMatchObject({ status, location, main });
    return first;
  }

  test("a known slug is rendered once for all signed-out visitors, and looks the same signed in", async () => {
    const cacheControl = expect.stringContaining("public");
    const page = { status: 200, main: expect.stringContaining("<h1>Boxing</h1>"), cacheControl, robots: null };
    expect(await getThrice("/classes/boxing")).toMatchObject(page);
    expect(loads.get("class")).toBe(2);
    expect((await getThrice("/classes/boxing.data")).status).toBe(200);
    expect((await get("/classes/boxing")).text).toContain("Sign In");
  });

  test("all signed-in visitors share a page without personal content, and no outside cache stores it", async () => {
    const page = { status: 200, cacheControl: "private, no-store", text: expect.stringMatching(/Account/) };
    for (const own of [cookie, otherCookie, cookie]) {
      const response = await get("/classes/boxing", { Cookie: own, "Accept-Language": "sw" });
      expect(response).toMatchObject({ ...page, main: expect.stringContaining("<h1>Boxing</h1>") });
      expect(response.text).not.toContain("@nguvu.example");
    }
    expect(loads.get("class")).toBe(1);
    expect((await get("/classes/boxing")).text).toContain("Sign In");
    await site.services.db.deleteFrom("sessions").execute();
    expect((await get("/classes/boxing", { Cookie: cookie })).text).toContain("Sign In");
  });

  test("a public page that shows the visitor is rendered for each visitor, and fails unless it is declared so", async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await get("/greeting")).main).toContain("visitor");
      expect((await get("/greeting", { Cookie: cookie })).main).toContain("amani@nguvu.example");
      expect((await get("/greeting", { Cookie: otherCookie })).main).toContain("baraka@nguvu.example");
      expect((await get("/undeclared-greeting")).main).toContain("visitor");
      expect((await get("/undeclared-greeting", { Cookie: cookie })).status).toBe(500);
    }
  });

  test("another spelling of a known slug redirects to the canonical one, and a malformed path is a bad request", async () => {
    const moved = { status: 308, location: "/classes/boxing?token=secret" };
    expect(await getThrice("/Classes/%62OXING//?token=secret")).toMatchObject(moved);
    expect((await get("/classes/%E0%A4%A")).status).toBe(400);
    // The log has no query, which may have a token or typed text.
    await get("/classes/boxing?token=secret");
    expect(site.logged).toContainEqual(expect.objectContaining({ event: "request", path: "/classes/boxing" }));
    expect(JSON.stringify(site.logged)).not.toContain("secret");
  });

  test("a guarded layout's pages redirect to the sign-in page, and are served to signed-in visitors", async () => {
    const path = "/account/lists/2026-strength";
    const redirect = { status: 302, location: `/login?next=${path}` };
    for (let time = 0; time < 2; time += 1) expect(await get(path)).toMatchObject(redirect);
    const own = await get(path, { Cookie: cookie });
    expect(own).toMatchObject({ status: 200, cacheControl: "private, no-store", robots: "noindex" });
    for (const part of ["Saved by <!-- -->amani@nguvu.example", "2026-strength"]) expect(own.text).toContain(part);
    expect(await get(path)).toMatchObject(redirect);
    // With JavaScript, which requests only the data.
    expect((await get(`${path}.data`)).text).toContain(`"/login?next=${path}"`);
    expect((await get("/Account/Lists/2026-Strength/", { Cookie: cookie })).location).toBe(
      "/account/lists/2026-Strength",
    );
  });

  test("a slug has a page from the moment its entry is created until it is deleted; invented slugs share one", async () => {
    expect((await getThrice("/classes/chess-boxing")).status).toBe(404);
    const pages = app.cachedPages();
    for (const made of ["/classes/made-up", "/classes/made-up-2?q=2"]) expect((await get(made)).status).toBe(404);
    expect(app.cachedPages()).toBe(pages);
    const { slug: _, ...values } = (await findEntry(site.services, classType, "boxing")) ?? { slug: "" };
    await publishValues(site.services, classType, "chess-boxing", { ...values, title: "Chess Boxing" });
    expect((await getThrice("/classes/chess-boxing")).main).toContain("Chess Boxing");
    expect((await get("/sitemap.xml")).text).toMatch(/\/classes\/chess-boxing<\/loc><lastmod>20\d\d-/);
    await removeWithAll(site.services, classType, "chess-boxing");
    expect((await getThrice("/classes/chess-boxing")).status).toBe(404);
    expect((await get("/sitemap.xml")).text).not.toContain("chess-boxing");
  });

  test("a page rendered from older content is sent, but not cached", async () => {
    await get("/classes/boxing");
    site.services.content.version += 1;
    const config = { ...site.services.config, databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
    const away = await openDatabase(config, site.services.log);
    onTestFinished(away.close);
    app = createApp({ ...site.services, db: away.db });
    for (const headers of [{}, { Cookie: cookie }])
      expect(await get("/classes/boxing", headers)).toMatchObject({
        status: 200,
        text: expect.stringContaining("Sign In"),
      });
    expect(app.cachedPages()).toBe(0);
  });

  test("while the database is unavailable and no slug was read yet, the response is a 503 that is not cached", async () => {
    await site.services.db.destroy();
    const unavailable = { status: 503, cacheControl: "no-store", retryAfter: "5" };
    for (const headers of [{}, { Accept: "text/html" }])
      expect(await get("/classes/boxing", headers)).toMatchObject(unavailable);
    // Requests at one moment share a failed response.
    expect(await Promise.all([get("/sitemap.xml"), get("/sitemap.xml")])).toMatchObject([unavailable, unavailable]);
    // Not the sign-in page.
    expect(await get("/account/lists/2026-strength", { Cookie: cookie })).toMatchObject(unavailable);
    expect(app.cachedPages()).toBe(0);
  });
});

describe("the console's addresses, and those of others", () => {
  const { services } = openGymBeforeAll("sqlite", { now: "2026-11-22T09:00:00.000Z" });
  let app: App;
  beforeAll(() => {
    app = createApp(services);
  });

  const ask = (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://localhost${path}`, init), { peerAddress: "192.0.2.1" });

  test.each<[number, string, RequestInit]>([
    [405, "/staff/people", { method: "PUT" }],
    [204, "/staff/people", { method: "OPTIONS" }],
    [405, "/staff/people", { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } }],
    [405, "/STAFF/p%65ople", { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } }],
    [403, "/staff/people", { method: "POST", headers: { Origin: "https://elsewhere.example" } }],
    [400, "/staff/%00", {}],
    [405, "/staff.data", { method: "PUT" }],
  ])("a %s of %s sends no referrer", async (status, path, init) => {
    const response = await ask(path, init);
    expect([response.status, response.headers.get("Referrer-Policy")]).toEqual([status, "no-referrer"]);
  });

  test("only a page with a preview can be framed by the console", async () => {
    const { cookie } = await addStaffMember(services, "owner");
    const preview = (path: string, sent = cookie) => ask(`${path}?preview=class/boxing`, { headers: { Cookie: sent } });
    const framing = async (path: string, sent = cookie) => (await preview(path, sent)).headers.get("X-Frame-Options");
    expect(await framing("/classes/boxing")).toBe("SAMEORIGIN");
    expect((await preview("/classes/boxing")).headers.get("X-Robots-Tag")).toBe("noindex");
    const waiting = await addStaffMember(services, "owner", { secondStep: "waiting" });
    const desk = await addStaffMember(services, "desk");
    for (const other of [waiting.cookie, desk.cookie, ""]) expect(await framing("/classes/boxing", other)).toBe("DENY");
    expect(await framing("/account/lists/2026-strength")).toBe("DENY");
  });

  test("forms of people who are signed out are returned one after the other, with pauses, and only ten wait", async () => {
    const began = performance.now();
    const form = { method: "POST", body: new URLSearchParams(), headers: { "Sec-Fetch-Site": "same-origin" } };
    const responses = await Promise.all(Array.from({ length: 11 }, () => ask("/staff/sign-in-again", form)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toEqual([...Array<number>(10).fill(statuses[0] ?? 0), 503]);
    expect(statuses[0]).not.toBe(503);
    expect(await responses.at(-1)?.text()).toContain("your browser sends the form again");
    expect(performance.now() - began).toBeGreaterThan(9 * 50);
  });

  test.each([
    ["/classes/boxing", 100, 405],
    ["/classes/boxing", 101, 413],
    ["/nowhere", 101, 413],
    ["/staff/content/slot", 1000, 405],
    ["/staff/content/slot", 1001, 413],
    ["/staff/content/slot.data", 1001, 413],
    ["/STAFF/sign-in-again", 1001, 413],
  ])("a form to %s with %i fields gets a %i", async (path, count, status) => {
    const body = new URLSearchParams(Array.from({ length: count }, (_, field) => [`f${field}`, ""]));
    const response = await ask(path, { method: "POST", body, headers: { "Sec-Fetch-Site": "same-origin" } });
    const text = await response.text();
    expect([response.status, /has more fields/.test(text)]).toEqual([status, status === 413]);
  });
});
