import type { ServerBuild } from "react-router";
import { describe, expect, it } from "vitest";
import type { PublicPage, SearchParamCheck } from "../../app/request/public-page.ts";
import { createRouteTable, decodePath } from "./route-table.ts";

function route(id: string, parentId?: string, path?: string, publicPage?: PublicPage, index = false) {
  return { id, parentId, path, index, module: { default: () => null, ...(publicPage && { handle: { publicPage } }) } };
}

// The parts of a server build that the table reads; the rest of the type is only for React Router.
function tableOf(...routes: ReturnType<typeof route>[]) {
  const byId = Object.fromEntries(routes.map((each) => [each.id, each])) as unknown as ServerBuild["routes"];
  const now = () => NOW;
  return createRouteTable(byId, async (type) => slugs[type] ?? [], now, letter);
}

const NOW = new Date("2026-11-21T09:00:00Z");

const letter: SearchParamCheck = (value, { path, now }) => {
  if (path !== "/letters" || now !== NOW || !["a", "b", "c"].includes(value)) return "invalid";
  return value === "a" ? "ignore" : "keep";
};

const slugs: Record<string, string[]> = { class: ["boxing", "power-lifting"], trainer: ["amina", "otieno"] };

const table = tableOf(
  // React Router's build may list a child before its parent.
  route("trainer-classes", "trainer", "classes/:show", { params: { trainer: "trainer", show: "class" } }),
  route("root", undefined, ""),
  route("home", "root", undefined, { personalSearchParams: ["weight", "height"] }, true),
  route("classes", "root", "classes", { searchParams: { show: ["all"] } }),
  route("class", "root", "classes/:slug", { params: { slug: "class" }, searchParams: { show: ["all"] } }),
  route("schedule", "root", "schedule"),
  route("today", "schedule", undefined, undefined, true),
  route("monday", "schedule", "monday", { dependsOn: ["content", "date"] }),
  route("trainer", "root", "trainers/:trainer"),
  route("trainer-page", "trainer", undefined, { params: { trainer: "trainer" } }, true),
  route("letters", "root", "letters", { searchParams: { letter: "schedule-date", show: ["all"] } }),
  route("account", "root", "account"),
  route("bookings", "account", "bookings/:booking"),
  route("booking", "bookings", "cancel"),
  route("files", "root", "files/*"),
  route("login", "root", "login", { isUnlisted: true }),
  route("unknown", "root", "*", { isUnlisted: true }),
);

function addressOf(path: string) {
  return table.resolve(new URL(path, "http://localhost"));
}

async function keyOf(path: string): Promise<string> {
  const address = await addressOf(path);
  if (address.kind === "public") return address.key;
  return address.kind === "personal" ? "personal" : `${address.kind} at ${address.to}`;
}

describe("the route table", () => {
  it("has a key for each path and declared search parameter, whatever unknown parameters follow", async () => {
    expect(await keyOf("/")).toBe("/");
    expect(await keyOf("/?utm_source=radio&x=1")).toBe("/");
    expect(await keyOf("/schedule/monday")).toBe("/schedule/monday");
    expect(await addressOf("/classes")).toMatchObject({ dependsOn: ["content", "closures"] });
    expect(await addressOf("/schedule/monday")).toMatchObject({ dependsOn: ["content", "date"] });
    expect(await keyOf("/classes?show=all")).toBe("/classes?show=all");
    expect(await keyOf("/classes?show=everything")).toBe("/classes");
    expect(await keyOf("/classes?x=1&show=all&show=none")).toBe("/classes?show=all");
    expect(await keyOf("/classes/boxing?x=1&show=all")).toBe("/classes/boxing?show=all");
  });

  it("asks a check which values of a search parameter have a page; an invalid value redirects a document, and data is read without it", async () => {
    expect(await keyOf("/letters?letter=b")).toBe("/letters?letter=b");
    expect(await keyOf("/letters?x=1&show=all&letter=c")).toBe("/letters?letter=c&show=all");
    expect(await keyOf("/letters.data?letter=b")).toBe("/letters.data?letter=b");
    expect(await keyOf("/letters?letter=a")).toBe("/letters");
    expect(await keyOf("/letters.data?letter=a")).toBe("/letters.data");
    for (const value of ["d", "", "A", "b%20", "b%00", "b'--", "x".repeat(10_000), "%F0%9F%A5%8A"]) {
      expect(await keyOf(`/letters?letter=${value}`), value).toBe("invalid-parameter at /letters");
      expect(await keyOf(`/letters.data?letter=${value}`), value).toBe("/letters.data");
    }
    expect(await keyOf("/letters?letter=d&show=all&x=1")).toBe("invalid-parameter at /letters?show=all");
    // The first value counts, as for the loader.
    expect(await keyOf("/letters?letter=d&letter=b")).toBe("invalid-parameter at /letters");
    expect(await keyOf("/letters?letter=b&letter=d")).toBe("/letters?letter=b");
  });

  it("never caches typed text, nor a page that is not declared public", async () => {
    const bookings = ["boxing", "Made%20Up/cancel", "boxing.data"].map((path) => `/account/bookings/${path}`);
    const typed = ["/?weight=70&height=175", "/?weight=&height=", "/_.data?weight=70"];
    for (const path of [...typed, "/account", "/schedule", "/files/a/b", ...bookings])
      expect(await keyOf(path), path).toBe("personal");
  });

  it("has one key for all unknown paths, and one per page for all slugs that don't exist", async () => {
    const paths = Array.from({ length: 1000 }, (_, number) => `/made-up-${number}?q=${number}`);
    const others = ["/*", "/classes/boxing/more", "/classes%2Fboxing"];
    expect([...new Set(await Promise.all([...paths, ...others].map(keyOf)))]).toEqual(["/page-not-found"]);
    // Parameters of layouts count too.
    for (const path of ["/classes/boxing", "/trainers/amina", "/trainers/otieno/classes/power-lifting"])
      expect(await keyOf(path)).toBe(path);
    const made = Array.from({ length: 1000 }, (_, number) => `/classes/made-up-${number}?q=${number}`);
    expect([...new Set(await Promise.all(made.map(keyOf)))]).toEqual(["/classes/-"]);
    for (const odd of ["-", "..%2Fboxing", "box%20ing", "b%C3%B6xing", "boxing%2F", "__proto__", ":slug", "*", "%0A"])
      expect(await keyOf(`/classes/${odd}`), odd).toBe("/classes/-");
    expect(await keyOf("/CLASSES/Nothing/")).toBe("/classes/-");
    expect(await keyOf("/classes/nothing.data")).toBe("/classes/-.data");
    expect(await keyOf("/trainers/otieno/classes/nothing")).toBe("/trainers/otieno/classes/-");
    expect(await keyOf("/trainers/nobody/classes/boxing")).toBe("/trainers/-/classes/boxing");
  });

  it("caches the data of a page separately and once, however its path is spelt", async () => {
    expect(await keyOf("/_.data")).toBe("/_.data");
    expect(await keyOf("/classes.data?show=all")).toBe("/classes.data?show=all");
    expect(await keyOf("/classes/boxing.data")).toBe("/classes/boxing.data");
    expect(await keyOf("/classes.data?_routes=root")).toBe("personal");
    expect(await keyOf("/nowhere.data")).toBe("/page-not-found.data");
    for (const spelling of ["/CLASSES.data", "/%63lasses.data", "/classes/_.data", "/classes////.data"])
      expect(await keyOf(spelling), spelling).toBe("/classes.data");
    for (const spelling of ["/classes/BOXING.data", "/classes/%62oxing.data", "/Classes/boxing/_.data"])
      expect(await keyOf(spelling), spelling).toBe("/classes/boxing.data");
    expect(await keyOf("/classes///_.data?show=all")).toBe("/classes.data?show=all");
    expect(await keyOf("http://localhost//_.data")).toBe("/_.data");
  });

  it("lists the public pages except unlisted pages, with one for each entry", async () => {
    const ofTrainer = (slug: string) =>
      ["", "/classes/boxing", "/classes/power-lifting"].map((end) => `/trainers/${slug}${end}`);
    expect((await table.listedPaths()).toSorted()).toEqual([
      ...["/", "/classes", "/classes/boxing", "/classes/power-lifting", "/letters", "/schedule/monday"],
      ...[...ofTrainer("amina"), ...ofTrainer("otieno")],
    ]);
  });

  it("redirects other spellings of a known path to the canonical one", async () => {
    expect(await keyOf("/Classes/?show=all")).toBe("moved at /classes?show=all");
    expect(await keyOf("/%63lasses")).toBe("moved at /classes");
    expect(await keyOf("/Account/")).toBe("moved at /account");
    expect(await keyOf(`/classes${"/".repeat(7000)}`)).toBe("moved at /classes");
    for (const spelling of ["/classes/BOXING", "/classes/boxing/", "/classes/%62oxing", "/%43lasses/Boxing//"])
      expect(await keyOf(`${spelling}?show=all`), spelling).toBe("moved at /classes/boxing?show=all");
    expect(await keyOf("/trainers/Amina/Classes/Boxing")).toBe("moved at /trainers/amina/classes/boxing");
    // The parameter of a personal page may be anything, so its spelling is its own.
    expect(await keyOf("/account/Bookings/Ab%2F1/")).toBe("moved at /account/bookings/Ab%2F1");
    expect(await keyOf("http://localhost//classes")).toBe("/page-not-found");
  });

  it("rejects a public page with a path that any request could match", () => {
    const root = route("root", undefined, "");
    for (const path of ["classes/:slug", "classes/*", "classes/:slug?", "classes/:slug.html"]) {
      expect(() => tableOf(root, route("bad", "root", path, {})), path).toThrow(/The public page bad/);
    }
    const splat = route("bad", "root", "classes/*", { params: { "*": "class" } });
    expect(() => tableOf(root, splat)).toThrow(/The public page bad/);
  });
});

it("a path is decoded, unless it is malformed", () => {
  expect(["/a%20b", "/%", "/%E0%A4%A"].map(decodePath)).toEqual(["/a b", undefined, undefined]);
});
