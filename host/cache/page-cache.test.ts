import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type CacheablePage, createPageCache } from "./page-cache.ts";

const log = pino({ level: "silent" });
const NO_HEADERS = { acceptEncoding: null, ifNoneMatch: null };

function get(headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { headers });
}

function page(text: string, init?: ResponseInit): () => Promise<Response> {
  return async () => new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" }, ...init });
}

/** A page that depends only on content, like most pages. */
function at(key: string): CacheablePage {
  return { key, dependsOn: ["content"] };
}

/** Creates a cache with the versions it reads, for tests to increase. */
function versionedCache() {
  const versions = { content: 1, timetable: 1, places: 1, closures: 1, date: 20_000, hour: 480_000 };
  return { versions, cache: createPageCache((name) => versions[name], log) };
}

describe("the page cache", () => {
  it("renders once for concurrent requests", async () => {
    const cache = createPageCache(() => 1, log);
    const render = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Response("habari");
    });
    const responses = await Promise.all(Array.from({ length: 50 }, () => cache.respond(get(), at("/"), render)));
    for (const response of responses) expect(await response.text()).toBe("habari");
    await cache.respond(get(), at("/"), render);
    expect(render).toHaveBeenCalledOnce();
    const both = [at("/both"), { ...at("/both"), isForSignedIn: true }];
    const texts = both.map(async (each, index) => (await cache.respond(get(), each, page(`${index}`))).text());
    expect(await Promise.all(texts), "one for signed-out visitors, one for signed-in").toEqual(["0", "1"]);
  });

  it("stores the signed-in page separately, out of reach of the fast path and other caches", async () => {
    const cache = createPageCache(() => 1, log);
    const signedIn = { ...at("/"), isForSignedIn: true };
    for (let time = 0; time < 2; time += 1) {
      const own = await cache.respond(get(), signedIn, page("signed in"));
      expect(await own.text()).toBe("signed in");
      expect(own.headers.get("cache-control")).toBe("private, no-store");
      expect(own.headers.get("cdn-cache-control")).toBeNull();
      expect(cache.find("/", NO_HEADERS)).toBeUndefined();
    }
    const shared = await cache.respond(get(), at("/"), page("public"));
    expect(Object.fromEntries(shared.headers)).toMatchObject({
      vary: "Accept-Encoding, Cookie",
      "cache-control": "public, max-age=0, s-maxage=10",
      "cdn-cache-control": "public, max-age=10, stale-while-revalidate=60",
    });
    expect(await shared.text()).toBe("public");
    expect(cache.find("/", NO_HEADERS)?.body?.toString()).toBe("public");
    expect(cache.size()).toBe(2);
  });

  it("drops a page when one of its own versions changes, and no other page, but shows it stale if a new page can't be rendered", async () => {
    const { versions, cache } = versionedCache();
    const pages = [
      { key: "/content", dependsOn: ["content"] },
      { key: "/date", dependsOn: ["date"] },
      { key: "/both", dependsOn: ["content", "date"] },
      { key: "/neither", dependsOn: [] },
    ] as const;
    const texts = (text: string) =>
      Promise.all(pages.map(async (each) => (await cache.respond(get(), each, page(text))).text()));
    const lookup = () => pages.map(({ key }) => cache.find(key, NO_HEADERS) !== undefined);
    expect(await texts("first")).toEqual(["first", "first", "first", "first"]);
    versions.date += 1;
    expect(lookup()).toEqual([true, false, false, true]);
    expect(await texts("second")).toEqual(["first", "second", "second", "first"]);
    versions.content += 1;
    expect(lookup()).toEqual([false, true, false, true]);
    expect(await texts("third")).toEqual(["third", "second", "third", "first"]);
    versions.content += 1;
    const stale = await cache.respond(get(), pages[0], () => Promise.reject(new Error("no database")));
    expect(await stale.text()).toBe("third");
  });

  it("compresses a page best once it is requested again, and a page that changes often only after a while", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    let version = 1;
    const cache = createPageCache(() => version, log, { recentMs: 1000 });
    const text = Array.from({ length: 4000 }, (_, index) => (index * 7919).toString(36)).join(" ");
    const size = (key: string) => cache.find(key, { acceptEncoding: "br", ifNoneMatch: null })?.body?.length ?? 0;
    await cache.respond(get(), at("/"), page(text));
    const quick = size("/");
    await expect.poll(() => size("/")).toBeLessThan(quick);
    const best = size("/");
    version = 2;
    await cache.respond(get(), at("/"), page(text));
    expect(size("/")).toBe(quick);
    await cache.respond(get(), at("/new"), page(text));
    await expect.poll(() => size("/new")).toBe(best);
    expect(size("/")).toBe(quick);
    vi.advanceTimersByTime(1000);
    await expect.poll(() => size("/")).toBe(best);
  });

  it.each(["content", "date"] as const)("stores no render that races a change of %s", async (changed) => {
    const { versions, cache } = versionedCache();
    const both = { key: "/", dependsOn: ["content", "date"] } as const;
    const { promise: held, resolve: release } = Promise.withResolvers<Response>();
    const before = cache.respond(get(), both, () => held);
    versions[changed] += 1;
    expect(await (await cache.respond(get(), both, page("new"))).text()).toBe("new");
    release(new Response("old"));
    expect(await (await before).text()).toBe("old");
    expect(await (await cache.respond(get(), both, page("newest"))).text()).toBe("new");

    // A render during which the version changes is stale when it is stored, with no other request in between.
    const alone = { key: "/alone", dependsOn: ["content", "date"] } as const;
    await cache.respond(get(), alone, async () => {
      versions[changed] += 1;
      return new Response("old");
    });
    expect(await (await cache.respond(get(), alone, page("new"))).text()).toBe("new");
  });

  it("caches the not-found page, but no failure, no redirect and no cookie, and at most 300 pages", async () => {
    const cache = createPageCache(() => 1, log);
    await cache.respond(get(), at("/broken"), page("sorry", { status: 500 }));
    await cache.respond(get(), at("/moved"), page("", { status: 302 }));
    await cache.respond(get(), at("/own"), page("yours", { headers: { "Set-Cookie": "session=1" } }));
    expect(cache.size()).toBe(0);
    await expect(cache.respond(get(), at("/"), () => Promise.reject(new Error("no database")))).rejects.toThrow();
    expect(await (await cache.respond(get(), at("/"), page("habari"))).text()).toBe("habari");
    const missing = await cache.respond(get(), at("/page-not-found"), page("nothing", { status: 404 }));
    expect(missing.status).toBe(404);
    const again = get({ "If-None-Match": missing.headers.get("etag") ?? "" });
    expect((await cache.respond(again, at("/page-not-found"), page("nothing", { status: 404 }))).status).toBe(404);
    expect(cache.size()).toBe(2);
    for (let number = 0; number < 400; number += 1) await cache.respond(get(), at(`/${number}`), page("x"));
    expect(cache.size()).toBe(300);
  });
});
