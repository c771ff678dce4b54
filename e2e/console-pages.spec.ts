/** The data of every page of the console with many entries and enquiries: each query uses an index. */
import type { CompiledQuery } from "kysely";
import type { DatabaseKind } from "../app/platform/database.server.ts";
import { analyze, consolePaths, fillConsole } from "../test/support/console-pages.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { fullScans, recordQueries } from "../test/support/query-plans.ts";
import { startSiteInProcess } from "../test/support/site-in-process.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { expect, test } from "./fixtures.ts";

for (const kind of ["sqlite", "postgres"] as const satisfies DatabaseKind[]) {
  test(`every page scans no growing table, on ${kind}`, async () => {
    const postgres = kind === "postgres" ? await startPostgres() : undefined;
    let queries = new Map<string, CompiledQuery>();
    const site = await startSiteInProcess(postgres && { DATABASE_URL: postgres.url }, (services) => {
      const recorded = recordQueries(services);
      queries = recorded.queries;
      return recorded.services;
    });
    const { services } = site;
    const { cookie } = await addStaffMember(services, "owner");
    const content = await fillConsole(services, { entries: 200, enquiries: 1000 });
    if (kind === "postgres") await analyze(services.db);
    queries.clear();
    const wrong: string[] = [];
    for (const path of consolePaths(content)) {
      // A page's data runs all its queries and renders nothing; files are read as they are.
      const address = /\.(?:csv|txt|webp)|\/thumbnail$/.test(path) ? path : path.replace(/(?=\?|$)/, ".data");
      const response = await fetch(site.url + address, { headers: { Cookie: cookie }, redirect: "manual" });
      await response.arrayBuffer();
      if (response.status >= 500) wrong.push(`${path}: ${response.status}`);
    }
    expect(queries.size).toBeGreaterThan(50);
    wrong.push(...(await fullScans({ services, kind }, [...queries.values()])));
    expect(wrong).toEqual([]);
    await site.close();
    await postgres?.remove();
  });
}
