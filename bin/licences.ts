/** `npm run licences`: every package of the lock file with its version, its licence, and whether the running site uses it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../tools/spawn.ts";

/** Licences that only require their notice. */
const PERMISSIVE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
]);

export type Package = { name: string; version: string; licence: string; use: "site" | "development" };

type Locked = { version?: string; license?: string; dev?: boolean; devOptional?: boolean };

/** The packages of `package-lock.json`, by name. Packages for other platforms are included. */
export async function listPackages(): Promise<Package[]> {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    await readFile(join(ROOT, "package-lock.json"), "utf8"),
  );
  const packages = await Promise.all(
    Object.entries(lock.packages)
      .filter(([path]) => path !== "")
      .map(
        async ([path, locked]): Promise<Package> => ({
          name: path.replace(/^.*node_modules\//, ""),
          version: locked.version ?? "",
          licence: locked.license ?? (await licenceOf(path)),
          use: locked.dev === true || locked.devOptional === true ? "development" : "site",
        }),
      ),
  );
  return packages.sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Reads the licence from the package itself, if the lock file has none. */
async function licenceOf(path: string): Promise<string> {
  try {
    const { license } = JSON.parse(await readFile(join(ROOT, path, "package.json"), "utf8"));
    return typeof license === "string" ? license : "unknown";
  } catch {
    return "unknown";
  }
}

/** Whether a licence, or one of its alternatives, is permissive. */
export function isPermissive(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((name) => PERMISSIVE.has(name.trim())));
}

if (import.meta.main) {
  const packages = await listPackages();
  for (const { name, version, licence, use } of packages) console.log([name, version, licence, use].join("\t"));
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${count} ${licence}`);
  const site = packages.filter(({ use }) => use === "site").length;
  console.log(`\n${packages.length} packages, ${site} of them for the site: ${summary.join(", ")}`);
}
