/** The imports between the project's own source files, for the tests of their order. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { ROOT } from "../../tools/spawn.ts";

/** An import of one file of the project by another; paths from the project's root. */
export type Import = { from: string; to: string };

const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)"(\.[^"]+)"/g;

/** The source files below a folder, without tests. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

/** The imports of a file. React Router's generated types (`./+types/…`), styles and fonts are left out. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(IMPORT)]
    .map(([, target = ""]) => ({ from: file, to: normalize(join(dirname(file), target)) }))
    .filter(({ to }) => !to.includes("+types/") && /\.tsx?$/.test(to));
}
