import type { ServerBuild } from "react-router";
import { describe, expect, it } from "vitest";
import { decodePath, listedPaths, pageAddress, readPages } from "./route-table.ts";

function route(id: string, parentId: string | undefined, path: string | undefined, publicPage?: object, index = false) {
  return {
    id,
    parentId,
    path,
    index,
    module: { default: () => null, ...(publicPage ? { handle: { publicPage } } : {}) },
  };
}

// The parts of a server build that the table reads; the rest of the type is React Router's own business.
const routes = {
  root: route("root", undefined, ""),
  home: route("home", "root", undefined, { personalWords: ["weight", "height"] }, true),
  classes: route("classes", "root", "classes", { words: { show: ["all"] } }),
  schedule: route("schedule", "root", "schedule"),
  today: route("today", "schedule", undefined, undefined, true),
  monday: route("monday", "schedule", "monday", {}),
  account: route("account", "root", "account"),
  login: route("login", "root", "login", { isUnlisted: true }),
  unknown: route("unknown", "root", "*", { isUnlisted: true }),
} as unknown as ServerBuild["routes"];

const pages = readPages(routes);

function addressOf(path: string) {
  return pageAddress(pages, new URL(path, "http://localhost"));
}

function keyOf(path: string): string {
  const address = addressOf(path);
  return address.kind === "public" ? address.key : address.kind;
}

describe("the table of pages", () => {
  it("keeps a public page under its path, whatever unknown words follow", () => {
    expect(keyOf("/")).toBe("/");
    expect(keyOf("/?utm_source=radio&x=1")).toBe("/");
    expect(keyOf("/schedule/monday")).toBe("/schedule/monday");
  });

  it("keeps apart what a page declares, with the values it knows", () => {
    expect(keyOf("/classes?show=all")).toBe("/classes?show=all");
    expect(keyOf("/classes?show=everything")).toBe("/classes");
    expect(keyOf("/classes?x=1&show=all&show=none")).toBe("/classes?show=all");
  });

  it("never keeps what a visitor typed, nor a page that did not say it is public", () => {
    expect(keyOf("/?weight=70&height=175")).toBe("personal");
    expect(keyOf("/account")).toBe("personal");
    expect(keyOf("/schedule")).toBe("personal");
  });

  it("keeps one page for all unknown paths", () => {
    const keys = new Set(Array.from({ length: 1000 }, (_, number) => keyOf(`/made-up-${number}?q=${number}`)));
    expect([...keys]).toEqual(["/page-not-found"]);
    expect(keyOf("/*")).toBe("/page-not-found");
  });

  it("keeps the data of a page beside it", () => {
    expect(keyOf("/_.data")).toBe("/_.data");
    expect(keyOf("/classes.data?show=all")).toBe("/classes.data?show=all");
    expect(keyOf("/classes.data?_routes=root")).toBe("personal");
    expect(keyOf("/nowhere.data")).toBe("/page-not-found.data");
  });

  it("keeps the data of a page once, however its path is spelt", () => {
    for (const spelling of ["/CLASSES.data", "/%63lasses.data", "/classes/_.data", "/classes////.data"]) {
      expect(keyOf(spelling), spelling).toBe("/classes.data");
    }
    expect(keyOf("/classes///_.data?show=all")).toBe("/classes.data?show=all");
    expect(keyOf("http://localhost//_.data")).toBe("/_.data");
  });

  it("lists the public pages, but for those that say they are no place to arrive at", () => {
    expect(listedPaths(pages)).toEqual(["/", "/classes", "/schedule/monday"]);
  });

  it("cuts trailing slashes in time linear in the length of the path", () => {
    const started = performance.now();
    for (let count = 0; count < 20; count += 1) keyOf(`http://localhost/${"/".repeat(15_500)}a`);
    // A quadratic cut took 20 times 90 ms.
    expect(performance.now() - started).toBeLessThan(500);
    expect(addressOf(`/classes${"/".repeat(7000)}`)).toEqual({ kind: "moved", to: "/classes" });
  });

  it("moves other spellings of a known path to the one", () => {
    expect(addressOf("/Classes/?show=all")).toEqual({ kind: "moved", to: "/classes?show=all" });
    expect(addressOf("/%63lasses")).toEqual({ kind: "moved", to: "/classes" });
    expect(keyOf("http://localhost//classes")).toBe("/page-not-found");
  });
});

describe("decoding a path", () => {
  it("tells a malformed one", () => {
    expect(decodePath("/%")).toBeUndefined();
    expect(decodePath("/%E0%A4%A")).toBeUndefined();
    expect(decodePath("/a%20b")).toBe("/a b");
  });
});
