/** Pages of signed-in visitors and pages for one visitor, compared with a bare page of React Router in alternating runs. */
import { type Load, load, median, missingTools } from "./load.ts";
import type { Report } from "./report.ts";
import { type BenchSite, residentMb, signedInCookie, startServer, startSite } from "./site.ts";

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 8;

/** As sent by browsers over https. */
const ACCEPT_ENCODING = "Accept-Encoding: gzip, deflate, br, zstd";

type Page = { name: string; url: string; server: BenchSite; headers: string[] };

/** The first is the reference. */
async function listPages(bare: BenchSite, site: BenchSite): Promise<Page[]> {
  const cookie = `Cookie: ${await signedInCookie(site.url)}`;
  const onSite = (name: string, path: string, ...headers: string[]): Page => {
    return { name, url: site.url + path, server: site, headers: [ACCEPT_ENCODING, ...headers] };
  };
  return [
    { name: "a bare page of React Router", url: bare.url, server: bare, headers: [ACCEPT_ENCODING] },
    onSite("Schedule of Monday, signed in", "/schedule/monday", cookie),
    onSite("Home, signed in", "/", cookie),
    onSite("Classes, signed in: made for one visitor", "/classes", cookie),
    onSite("Home, with a BMI in the query", "/?weight=70&height=175"),
    onSite("Contact, a class chosen", "/contact?class=boxing"),
  ];
}

async function measure({ url, server, headers }: Page, seconds: number): Promise<Load> {
  return load({ url, pid: server.pid, seconds, connections: CONNECTIONS, headers });
}

/** Problems of the reference: an error page would be measured as if it were the document. */
async function referenceProblems(url: string): Promise<string[]> {
  const response = await fetch(url, { redirect: "manual" });
  const document = await response.text();
  if (response.status !== 200) return [`the bare page responded with ${response.status} instead of 200`];
  return document.includes("<h1>Habari</h1>") ? [] : ["the bare page responded without its heading"];
}

export async function ssr(): Promise<Report> {
  if (missingTools().includes("wrk"))
    return { name: "ssr", tables: [], notes: ["Not run: needs wrk (apt-get install wrk)"] };
  const bare = await startServer("bench/bare-page.ts");
  const site = await startSite();
  try {
    const problems = await referenceProblems(bare.url);
    if (problems.length > 0) return { name: "ssr", tables: [], notes: [], problems };
    const pages = await listPages(bare, site);
    const found = pages.map(() => [] as Load[]);
    for (const page of pages) await measure(page, 2);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, page] of pages.entries()) found[index]?.push(await measure(page, SECONDS));
    }
    const middle = (index: number, value: (one: Load) => number) => median((found[index] ?? []).map(value));
    const failed = (index: number) => (found[index] ?? []).reduce((sum, one) => sum + one.failed, 0);
    if (failed(0) > 0) problems.push(`${failed(0)} requests of the bare page failed under load`);
    const rows = pages.map(({ name, server }, index) => [
      name,
      Math.round(middle(index, ({ perSecond }) => perSecond)),
      (middle(index, ({ perSecond }) => perSecond) / middle(0, ({ perSecond }) => perSecond)).toFixed(2),
      (middle(index, ({ processorUs }) => processorUs) / 1000).toFixed(2),
      (middle(0, ({ processorUs }) => processorUs) / middle(index, ({ processorUs }) => processorUs)).toFixed(2),
      middle(index, ({ p50 }) => p50).toFixed(1),
      middle(index, ({ p99 }) => p99).toFixed(1),
      residentMb(server.pid),
      failed(index),
    ]);
    return {
      name: "ssr",
      tables: [
        {
          title: `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turns, medians`,
          columns: ["", "pages/s", "of bare", "processor ms", "of bare", "p50 ms", "p99 ms", "MB", "failed"],
          rows,
          bars: 1,
        },
      ],
      notes: [
        "Both ratios are 1 for the bare page, 0.5 for half its rate: by the clock, and by processor time, which other work on the machine changes less.",
      ],
      problems,
    };
  } finally {
    await Promise.all([bare.stop(), site.stop()]);
  }
}
