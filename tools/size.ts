/** `npm run size`: the size of the code by domain. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./spawn.ts";

const FOLDERS = ["app", "bin", "browsers", "db", "demo", "e2e", "host", "seed", "test", "tools"];

const IS_TEST = /^(test|e2e|browsers)\/|\.test\.tsx?$/;

const COLUMNS = {
  production: (path: string) => /^(app|host)\/|^server\.ts$/.test(path) && !IS_TEST.test(path),
  styles: (path: string) => path.endsWith(".css"),
  tests: (path: string) => IS_TEST.test(path),
} as const;

type Size = { lines: number; bytes: number; files: number };

/** A table: a row for each domain and folder; styles are part of the production code. */
export function sizeTable(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(ROOT.length + 1)
          .replaceAll("\\", "/"),
      ),
  ).concat("server.ts");
  const rows = new Map<string, string[]>();
  for (const path of files) {
    const [folder = "", domain = ""] = path.split("/");
    const name = folder === "app" && !domain.includes(".") ? `app/${domain}` : folder;
    rows.set(name, [...(rows.get(name) ?? []), path]);
  }
  const lines = [...[...rows].sort(), ["in all", files] as const]
    .map(([name, paths]) => [name, ...Object.values(COLUMNS).map((isIn) => sizeOf(paths.filter(isIn)))] as const)
    .filter(([, ...sizes]) => sizes.some((size) => size.files > 0))
    .map(([name, ...sizes]) => name.padEnd(18) + sizes.map(cell).join(""));
  const head = Object.keys(COLUMNS).map(
    (name) => `${name}: lines`.padStart(18) + "bytes".padStart(11) + "files".padStart(7),
  );
  return ["".padEnd(18) + head.join(""), ...lines].join("\n");
}

function sizeOf(paths: readonly string[]): Size {
  const texts = paths.map((path) => readFileSync(join(ROOT, path)));
  const lines = texts.map((text) => text.filter((byte) => byte === 0x0a).length);
  return { lines: sum(lines), bytes: sum(texts.map(({ length }) => length)), files: texts.length };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const cell = ({ lines, bytes, files }: Size) =>
  lines.toLocaleString("en").padStart(18) + bytes.toLocaleString("en").padStart(11) + String(files).padStart(7);

if (import.meta.main) console.log(sizeTable());
