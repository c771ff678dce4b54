/** The project's own source files and the imports between them, for tests of the sources. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { ROOT } from "../../tools/spawn.ts";

/** An import of one file of the project by another; paths from the project's root. */
export type Import = { from: string; to: string };

const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)"(\.[^"]+)"/g;

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** The source files below a folder, without tests. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

/** The imports of a file. React Router's generated types (`./+types/…`), styles and fonts are left out. */
export function importsOf(file: string): Import[] {
  return [...textOf(file).matchAll(IMPORT)]
    .map(([, target = ""]) => ({ from: file, to: normalize(join(dirname(file), target)) }))
    .filter(({ to }) => !to.includes("+types/") && /\.tsx?$/.test(to));
}
