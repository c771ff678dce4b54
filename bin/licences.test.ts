import { expect, it } from "vitest";
import { isPermissive, listPackages } from "./licences.ts";

it("knows a licence that leaves a choice", () => {
  expect(isPermissive("(MIT OR GPL-3.0-only)")).toBe(true);
  expect(isPermissive("MIT AND GPL-3.0-only")).toBe(false);
  expect(isPermissive("unknown")).toBe(false);
});

it("finds nothing under the site whose licence asks for more than its notice", async () => {
  const packages = await listPackages();
  expect(packages.length).toBeGreaterThan(100);
  // Vite's style compiler (MPL-2.0, whose conditions stay with its own files) builds the site and is no part of it.
  const shipped = packages.filter(({ name, use }) => use === "site" && !name.startsWith("lightningcss"));
  expect(shipped.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
});
