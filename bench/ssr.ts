/** Pages rendered for each request, beside the same page from the cache. */
import { load, missingTools } from "./load.ts";
import type { Report } from "./report.ts";
import { residentMb, startSite } from "./site.ts";

const SECONDS = 5;
const CONNECTIONS = 8;

/** What a visitor typed makes a page her own: these are never cached. */
const PAGES = [
  ["Home, a BMI asked for", "/?weight=70&height=175"],
  ["Contact, a class chosen", "/contact?class=boxing"],
  ["Sign In, on the way to a page", "/login?next=/account"],
  ["Home, from the cache", "/"],
] as const;

export async function ssr(): Promise<Report> {
  if (missingTools().includes("wrk"))
    return { name: "ssr", tables: [], notes: ["Not run: needs wrk (apt-get install wrk)"] };
  const site = await startSite();
  try {
    const rows: (string | number)[][] = [];
    for (const [name, path] of PAGES) {
      await (await fetch(site.url + path)).text();
      const found = await load({
        url: site.url + path,
        pid: site.pid,
        seconds: SECONDS,
        connections: CONNECTIONS,
        headers: ["Accept-Encoding: br"],
      });
      const { perSecond, p50, p99, failed, processorUs } = found;
      rows.push([
        name,
        Math.round(perSecond),
        p50.toFixed(2),
        p99.toFixed(2),
        (processorUs / 1000).toFixed(2),
        residentMb(site.pid),
        failed,
      ]);
    }
    return {
      name: "ssr",
      tables: [
        {
          title: `${CONNECTIONS} connections, ${SECONDS} s each, Brotli asked for`,
          columns: ["", "pages/s", "p50 ms", "p99 ms", "processor ms", "MB", "failed"],
          rows,
          bars: 1,
        },
      ],
      notes: [],
    };
  } finally {
    await site.stop();
  }
}
