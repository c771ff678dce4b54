import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../tools/spawn.ts";
import { isPermissive, listPackages } from "./licences.ts";

type Locked = { version?: string; integrity?: string; inBundle?: boolean };

type Manifest = Partial<Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>>;

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(ROOT, file), "utf8"));
}

function wanted({ dependencies, devDependencies, optionalDependencies }: Manifest): [string, string][] {
  return [dependencies, devDependencies, optionalDependencies].flatMap((group) => Object.entries(group ?? {}));
}

it("requires one exact version of each package, with a hash in the lock file", async () => {
  const required = wanted(await readJson<Manifest>("package.json"));
  const lock = await readJson<{ packages: Record<string, Locked & Manifest> }>("package-lock.json");
  expect(required.length).toBeGreaterThan(20);
  expect(required.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(required.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
  // The hash of a package covers those that are bundled with it.
  const unvouched = Object.entries(lock.packages).filter(
    ([path, { integrity, inBundle }]) => path !== "" && !inBundle && !integrity,
  );
  expect(unvouched.map(([path]) => path)).toEqual([]);
});

it("has only dependencies whose licences require no more than their notice", async () => {
  const packages = await listPackages();
  expect(packages.length).toBeGreaterThan(100);
  // Vite's style compiler (MPL-2.0, whose conditions stay with its own files) builds the site and is no part of it.
  // libvips (LGPL) is an unmodified shared library that sharp loads, in a process of its own.
  const isException = (name: string) => name.startsWith("lightningcss") || name.startsWith("@img/sharp");
  const shipped = packages.filter(({ name, use }) => use === "site" && !isException(name));
  expect(shipped.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
  expect(["(MIT OR GPL-3.0-only)", "MIT AND GPL-3.0-only", "unknown"].map(isPermissive)).toEqual([true, false, false]);
});
