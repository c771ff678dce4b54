import { describe, expect, it } from "vitest";
import { type ManifestRoute, scriptsOf } from "./prefetch.ts";

function manifest(...routes: (Omit<ManifestRoute, "module"> & { imports?: string[] })[]) {
  return Object.fromEntries(routes.map((route) => [route.id, { ...route, module: `/${route.id}.js` }]));
}

const routes = manifest(
  { id: "root", path: "", imports: ["/react.js"] },
  { id: "home", parentId: "root", index: true },
  { id: "classes", parentId: "root", path: "classes", imports: ["/card.js"] },
  { id: "class", parentId: "root", path: "classes/:slug", imports: ["/card.js"] },
  { id: "trainer", parentId: "root", path: "trainers/:trainer" },
  { id: "trainer-classes", parentId: "trainer", path: "classes/:show" },
  { id: "schedule", parentId: "root", path: "schedule" },
  { id: "today", parentId: "schedule", index: true },
  { id: "not-found", parentId: "root", path: "*" },
);

describe("the scripts of a page", () => {
  it.each([
    ["/", ["/root.js", "/react.js", "/home.js"]],
    ["/classes", ["/root.js", "/react.js", "/classes.js", "/card.js"]],
    ["/classes/boxing", ["/root.js", "/react.js", "/class.js", "/card.js"]],
    ["/trainers/amina/classes/boxing", ["/root.js", "/react.js", "/trainer.js", "/trainer-classes.js"]],
    ["/schedule", ["/root.js", "/react.js", "/schedule.js", "/today.js"]],
  ])("are those of its route and its layouts: %s", (path, scripts) => {
    expect(scriptsOf(routes, path)).toEqual(scripts);
  });

  it("are undefined for an unknown page, and without a manifest", () => {
    for (const path of ["/nowhere", "/classes/boxing/more", "/icon.png"])
      expect(scriptsOf(routes, path), path).toBeUndefined();
    expect(scriptsOf({}, "/classes")).toBeUndefined();
  });
});
