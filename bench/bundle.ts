/** The sizes of the browser's scripts, and of the scripts that each page loads on interaction. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { BUNDLE_RECORD, type BundleRecord } from "../tools/bundle-record.ts";
import { ROOT } from "../tools/spawn.ts";
import type { Report } from "./report.ts";
import { startSite } from "./site.ts";

const LARGEST_MODULES = 5;
const PATHS = ["/", "/classes", "/schedule/monday", "/gallery/page-1", "/contact", "/login"];

async function compressedBytes(file: string): Promise<number> {
  return (await stat(join(ROOT, "build", "client", `${file}.br`))).size;
}

export async function bundle(): Promise<Report> {
  // Written by the build, in this form.
  const record = JSON.parse(await readFile(BUNDLE_RECORD, "utf8")) as BundleRecord;
  const chunks: { row: (string | number)[]; bytes: number }[] = [];
  for (const [file, modules] of Object.entries(record)) {
    const bytes = await compressedBytes(file);
    const largest = Object.entries(modules)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, LARGEST_MODULES)
      .map(([name, size]) => `${name.replace(/^.*node_modules\//, "")} ${Math.ceil(size / 1024)}`);
    chunks.push({ row: [file.replace("assets/", ""), bytes, largest.join(", ")], bytes });
  }
  const site = await startSite();
  const pages: (string | number)[][] = [];
  for (const path of PATHS) {
    const html = await (await fetch(site.url + path)).text();
    const files = [...new Set((/data-imports="([^"]*)"/.exec(html)?.[1] ?? "").split(" "))];
    let bytes = 0;
    for (const file of files) bytes += await compressedBytes(file);
    pages.push([path, files.length, bytes]);
  }
  await site.stop();
  return {
    name: "bundle",
    tables: [
      { title: "scripts per page, Brotli bytes", columns: ["", "files", "bytes"], rows: pages, bars: 2 },
      {
        title: "scripts and the largest modules in each (KB before minifying)",
        columns: ["script", "Brotli bytes", "modules"],
        rows: chunks.toSorted((one, other) => other.bytes - one.bytes).map(({ row }) => row),
        bars: 1,
      },
    ],
    notes: [],
  };
}
