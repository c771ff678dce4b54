/** Resident memory under different kinds of load, each on a new process. Linux only. */
import { load, missingTools } from "./load.ts";
import type { Report } from "./report.ts";
import { residentMb, signedInCookie, startSite } from "./site.ts";

const SECONDS = 90;

/** The memory limit under load. */
const MOST_MB = 200;
const CONNECTIONS = 32;
const SCANNERS = 16;
const SAMPLE_MS = 250;

type Site = Awaited<ReturnType<typeof startSite>>;

const wrk = (path: string, headers: (url: string) => Promise<string[]> | string[]) => async (site: Site) => {
  const options = { pid: site.pid, seconds: SECONDS, connections: CONNECTIONS };
  await load({ ...options, url: site.url + path, headers: await headers(site.url) });
};

/** The requests of a vulnerability scanner: unknown paths, odd queries and forms with passwords, never the same twice. */
async function scan({ url }: Site): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  const form = { Origin: url, "Content-Type": "application/x-www-form-urlencoded" };
  const scanner = async (id: number) => {
    for (let count = 0; performance.now() < end; count += 1) {
      const made = `${id}-${count}`;
      const requests = [
        fetch(`${url}/wp-admin/${made}.php?id=${made}`),
        fetch(`${url}/?weight=${count % 200}&height=${made}`),
        fetch(`${url}/contact?class=${made}`, { headers: { Accept: "text/html", "Accept-Encoding": "br" } }),
        fetch(`${url}/login`, { method: "POST", headers: form, body: `email=${made}@nguvu.example&password=${made}` }),
      ];
      await Promise.all(requests.map(async (request) => (await request).arrayBuffer()));
    }
  };
  await Promise.all(Array.from({ length: SCANNERS }, (_, id) => scanner(id)));
}

const LOADS: readonly { name: string; run: (site: Site) => Promise<void> }[] = [
  { name: "cached Home, gzip", run: wrk("/", () => ["Accept-Encoding: gzip"]) },
  { name: "cached Home, Brotli", run: wrk("/", () => ["Accept-Encoding: br"]) },
  {
    name: "cached Home, signed in, Brotli",
    run: wrk("/", async (url) => ["Accept-Encoding: br", `Cookie: ${await signedInCookie(url)}`]),
  },
  { name: "Home made for one visitor, Brotli", run: wrk("/?weight=70&height=175", () => ["Accept-Encoding: br"]) },
  { name: "a scan: pages, queries and sign-ins", run: scan },
];

/** The maximum memory of a process, sampled four times a second, and its memory a second after the load. */
async function measure(run: (site: Site) => Promise<void>): Promise<[before: number, most: number, after: number]> {
  const site = await startSite();
  try {
    const before = residentMb(site.pid);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, residentMb(site.pid));
    }, SAMPLE_MS);
    await run(site).finally(() => clearInterval(sampling));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return [before, most, residentMb(site.pid)];
  } finally {
    await site.stop();
  }
}

export async function memory(): Promise<Report> {
  if (missingTools().includes("wrk")) {
    return { name: "memory", tables: [], notes: ["Not run: needs wrk (apt-get install wrk)"] };
  }
  const rows: (string | number)[][] = [];
  for (const { name, run } of LOADS) rows.push([name, ...(await measure(run))]);
  return {
    name: "memory",
    tables: [
      {
        title: `resident memory in MB, ${SECONDS} s of each load without a pause`,
        columns: ["", "before", "most", "a second after"],
        rows,
        bars: 2,
      },
    ],
    goals: rows.map(([name, , most]) => ({ what: `memory, ${name}`, found: Number(most), unit: "MB", most: MOST_MB })),
    notes: [`${CONNECTIONS} connections of wrk; the scan has ${SCANNERS} clients with four requests each.`],
  };
}
