/** Enforces the import table of docs/architecture.md: imports point down only. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../tools/spawn.ts";
import { filesBelow, importsOf } from "./source-imports.ts";

const BELOW_FEATURES = ["content", "forms", "time", "ui", "platform"];
const NOT_FEATURES = [...BELOW_FEATURES, "console", "routes", "fonts"];

/** Every other folder of `app/` is a feature. */
const FEATURES = readdirSync(join(ROOT, "app"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NOT_FEATURES.includes(entry.name))
  .map(({ name }) => name);

type Layer = string;

/** The layer of a file: a feature by its own name, a top file of `app/` with the routes it serves. */
function layerOf(path: string): Layer {
  const [top = "", second = "", third] = path.split("/");
  if (top === "server.ts") return "server";
  if (top !== "app") return top;
  if (path === "app/public-page.ts") return "public-page";
  if (path === "app/page-versions.ts") return "page-versions";
  return third === undefined || second === "routes" ? "routes" : second;
}

/** Which layers each layer may import from, besides itself. Packages and Node's own modules are free. */
const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  server: ["host", "platform"],
  host: ["routes", "public-page", "page-versions", ...FEATURES, ...BELOW_FEATURES, "seed"],
  routes: ["console", ...FEATURES, ...BELOW_FEATURES, "public-page"],
  console: [...FEATURES, ...BELOW_FEATURES],
  "public-page": ["content"],
  "page-versions": ["public-page", "content", "time", "platform"],
  ...Object.fromEntries(FEATURES.map((feature) => [feature, BELOW_FEATURES])),
  content: ["forms", "time", "ui", "platform"],
  forms: ["ui", "platform"],
  time: ["platform"],
  ui: [],
  platform: ["db"],
  db: [],
  seed: ["content", "time"],
};

const files = ["server.ts", ...["app", "host", "db", "seed"].flatMap(filesBelow)];
const imports = files.flatMap(importsOf);

describe("the layers", () => {
  it("finds the files", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(100);
  });

  it("imports downwards only", () => {
    const upward = imports.filter(({ from, to }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      return layer !== target && !(MAY_IMPORT[layer] ?? []).includes(target);
    });
    expect(upward).toEqual([]);
  });

  it("begins transactions that write in one place", () => {
    // An export reads in one, at one moment.
    const allowed = ["app/platform/transact.server.ts", "app/enquiries/export.server.ts"];
    const own = files.filter((file) => /\.transaction\(\)/.test(readFileSync(join(ROOT, file), "utf8")));
    expect(own.filter((file) => file.startsWith("app/") && !allowed.includes(file))).toEqual([]);
  });

  it("lets migrations import Kysely and nothing else", () => {
    const others = filesBelow("db").flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/from "([^"]+)"/g)]
        .map(([, target]) => target)
        .filter((target) => target !== "kysely"),
    );
    expect(others).toEqual([]);
  });

  it("keeps server files out of what the browser runs", () => {
    const views = files.filter((file) => file.startsWith("app/") && file.endsWith(".tsx") && !isRouteFile(file));
    const reached = views.flatMap(importsOf).filter(({ to }) => to.endsWith(".server.ts"));
    expect(reached).toEqual([]);
  });

  it("has no folder or file with a meaningless name", () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|lib|common|misc)(\/|\.tsx?$)/.test(file))).toEqual([]);
  });
});

/** Route modules and the root may import server files: React Router strips their loaders and actions for the browser. */
function isRouteFile(file: string): boolean {
  return file.startsWith("app/routes/") || file === "app/root.tsx" || file === "app/entry.server.tsx";
}
