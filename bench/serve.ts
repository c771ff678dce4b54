/** Cached pages and built files against nginx with the same bytes, in turns, and memory after a minute of it. */
import { type Load, load, median, missingTools, startNginx } from "./load.ts";
import type { Report } from "./report.ts";
import { residentMb, startSite } from "./site.ts";

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;
const GZIP = ["Accept-Encoding: gzip"];

/** Requests one address with the compression that nginx supports too. */
async function bytesAt(url: string): Promise<Buffer> {
  // Node's fetch decompresses bodies, and nginx needs the compressed bytes.
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": "gzip" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    }).on("error", reject);
  });
}

/** The path of the largest compressed file; undefined when there is none. */
async function largestOf(origin: string, paths: Iterable<string>): Promise<string | undefined> {
  const sizes = await Promise.all(
    [...paths].map(async (path) => ({ path, bytes: (await bytesAt(origin + path)).length })),
  );
  return sizes.toSorted((one, other) => other.bytes - one.bytes)[0]?.path;
}

export async function serve(): Promise<Report> {
  const missing = missingTools();
  if (missing.length > 0) {
    return {
      name: "serve",
      tables: [],
      notes: [`Not run: needs ${missing.join(" and ")} (apt-get install wrk nginx)`],
    };
  }
  const site = await startSite();
  const home = await (await fetch(site.url)).text();
  const script = await largestOf(site.url, new Set(home.match(/\/assets\/[^"\s]+\.js/g)));
  const picture = /\/pictures\/hero-portrait\S+?-780\.avif/.exec(home)?.[0];
  const targets = [
    { name: "Home", path: "/", file: "index.html" },
    { name: "Classes", path: "/classes", file: "classes.html" },
    ...(script ? [{ name: "largest script", path: script, file: "" }] : []),
    ...(picture ? [{ name: "hero picture", path: picture, file: "" }] : []),
  ];
  const files = new Map<string, Buffer>();
  for (const { path, file } of targets) {
    const bytes = await bytesAt(site.url + path);
    const name = file || path;
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    files.set(name, bytes);
    if (isPacked) files.set(`${name}.gz`, bytes);
  }
  const nginx = await startNginx(files);
  const before = residentMb(site.pid);
  const rows: (string | number)[][] = [];
  try {
    for (const { name, path, file } of targets) {
      const ours = { url: site.url + path, pid: site.pid, seconds: SECONDS, connections: CONNECTIONS, headers: GZIP };
      const theirs = { ...ours, url: `${nginx.url}/${file || path.slice(1)}`, pid: nginx.pid };
      const rounds: { nginx: Load; site: Load }[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const found = { nginx: await load(theirs), site: await load(ours) };
        // V8 compiles during the first run.
        if (round > 0) rounds.push(found);
      }
      const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
      rows.push([
        name,
        files.get(file || path)?.length ?? 0,
        Math.round(of((round) => round.nginx.perSecond)),
        Math.round(of((round) => round.site.perSecond)),
        of((round) => round.site.perSecond / round.nginx.perSecond).toFixed(2),
        of((round) => round.nginx.p99).toFixed(2),
        of((round) => round.site.p99).toFixed(2),
        of((round) => round.nginx.processorUs).toFixed(1),
        of((round) => round.site.processorUs).toFixed(1),
        rounds.reduce((sum, round) => sum + round.site.failed, 0),
      ]);
    }
    const again = bytesAt(site.url);
    const after = residentMb(site.pid);
    return {
      name: "serve",
      goals: rows.map(([name, , , , ratio]) => ({
        what: `${name}, of nginx`,
        found: Number(ratio),
        unit: "times",
        least: 0.5,
      })),
      tables: [
        {
          title: `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turns after one that doesn't count, medians`,
          columns: [
            "",
            "bytes",
            "nginx/s",
            "site/s",
            "ratio",
            "nginx p99 ms",
            "site p99 ms",
            "nginx µs",
            "site µs",
            "failed",
          ],
          rows,
          bars: 4,
        },
        {
          title: "resident memory",
          columns: ["", "MB"],
          rows: [
            ["before", before],
            [`after ${targets.length * (ROUNDS + 1) * SECONDS} s of load`, after],
          ],
          bars: 1,
        },
      ],
      notes: [
        "µs: processor time of the server for one request. nginx: one worker, gzip_static, open_file_cache, no log.",
        `The site writes a line of its log for each request. Home is ${(await again).length} bytes as gzip.`,
      ],
    };
  } finally {
    await nginx.stop();
    await site.stop();
  }
}
