/** Growth of cost with content and visitors. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listEntries } from "../app/cms/entries.server.ts";
import { classType } from "../app/content-types/class.ts";
import { galleryPictureType } from "../app/content-types/pictures.ts";
import { openServices } from "../host/start/bootstrap.ts";
import { publishValues } from "../test/content/content-changes.ts";
import { load, missingTools } from "./load.ts";
import type { Report } from "./report.ts";
import { residentMb, startSite } from "./site.ts";

const CONTENT = [0, 100, 1000];
const CONNECTIONS = [1, 10, 100, 1000];
const SECONDS = 4;

/** Adds copies of the seeded classes and gallery pictures to a data folder. */
async function addContent(folder: string, count: number): Promise<void> {
  const opened = await openServices({ DATA_DIR: folder, PORT: "0" }, "error");
  if ("problems" in opened) throw new Error(opened.problems.join("\n"));
  for (const type of [classType, galleryPictureType]) {
    const entries = await listEntries(opened.services, type);
    for (let number = 0; number < count; number += 1) {
      const { slug, ...values } = entries[number % entries.length] ?? { slug: "" };
      await publishValues(opened.services, type, `${slug}-copy-${number}`, values);
    }
  }
  await opened.close();
}

export async function growth(): Promise<Report> {
  if (missingTools().includes("wrk"))
    return { name: "growth", tables: [], notes: ["Not run: needs wrk (apt-get install wrk)"] };
  const content: (string | number)[][] = [];
  for (const count of CONTENT) {
    const folder = await mkdtemp(join(tmpdir(), "nguvu-bench-growth-"));
    if (count > 0) await addContent(folder, count);
    const site = await startSite({}, folder);
    for (const path of ["/classes", "/gallery/page-1"]) {
      const started = performance.now();
      const page = await (await fetch(site.url + path, { headers: { "Accept-Encoding": "identity" } })).arrayBuffer();
      const rendered = performance.now() - started;
      const found = await load({
        url: site.url + path,
        pid: site.pid,
        seconds: SECONDS,
        connections: 16,
        headers: ["Accept-Encoding: br"],
      });
      const kilobytes = Math.round(page.byteLength / 1024);
      content.push([
        `${path}, ${count} more`,
        kilobytes,
        rendered.toFixed(0),
        Math.round(found.perSecond),
        found.p99.toFixed(2),
        residentMb(site.pid),
      ]);
    }
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }

  const visitors: (string | number)[][] = [];
  const site = await startSite();
  await (await fetch(site.url)).text();
  for (const connections of CONNECTIONS) {
    const found = await load({
      url: site.url,
      pid: site.pid,
      seconds: SECONDS,
      connections,
      headers: ["Accept-Encoding: br"],
    });
    visitors.push([
      connections,
      Math.round(found.perSecond),
      found.p50.toFixed(2),
      found.p99.toFixed(2),
      residentMb(site.pid),
      found.failed,
    ]);
  }
  await site.stop();
  return {
    name: "growth",
    tables: [
      {
        title: "with content: classes and gallery pictures beside the seeded ones",
        columns: ["", "HTML KB", "first response ms", "cached/s", "p99 ms", "MB"],
        rows: content,
        bars: 2,
      },
      {
        title: "with visitors: connections that ask for Home without a pause",
        columns: ["connections", "pages/s", "p50 ms", "p99 ms", "MB", "failed"],
        rows: visitors,
        bars: 1,
      },
    ],
    notes: [],
  };
}
