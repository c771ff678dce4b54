/** The built site on a copy of a prepared gym, on which every request begins with the same data and random values. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { SQLITE_FILE } from "../../app/platform/database.server.ts";
import { pollVersions } from "../../host/cache/page-versions.ts";
import { openSite } from "../../host/start/bootstrap.ts";
import { ROOT } from "../../tools/spawn.ts";
import { MOMENT, reseed } from "./frozen.ts";

export const ORIGIN = "http://localhost:3000";

export type Answer = { status: number; location: string | null; cookies: string[]; type: string; body: string };

export type Site = Awaited<ReturnType<typeof openGolden>>;

/** Opens a copy of a gym's folder. */
export async function openGolden(prepared: string) {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-golden-"));
  await cp(prepared, folder, { recursive: true });
  const { createApp }: typeof import("../../host/app.ts") = await import(
    pathToFileURL(join(ROOT, "build", "server", "index.js")).href
  );

  reseed("open");
  const site = await openSite({ DATA_DIR: folder }, { logLevel: "silent", now: () => MOMENT });
  if ("problems" in site) throw new Error(site.problems.join(" "));
  const { services } = site;
  const source = new DatabaseSync(join(prepared, SQLITE_FILE), { readOnly: true });
  let app = createApp(services);
  let changes = await countChanges();

  async function countChanges(): Promise<number> {
    const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(services.db);
    return rows[0]?.changes ?? 0;
  }

  return {
    services,
    /** Begins anew on a fresh copy where anything was written: nothing of what happened stays in memory either. */
    async reset() {
      if ((await countChanges()) === changes) return;
      await backup(source, join(folder, SQLITE_FILE));
      services.content = { ...services.content, version: 0 };
      services.timetable = { version: 0, places: 0 };
      app = createApp(services);
      await pollVersions(services);
      changes = await countChanges();
    },
    async send(key: string, path: string, cookie: string, body?: URLSearchParams | FormData): Promise<Answer> {
      reseed(key);
      const headers = { cookie, Origin: ORIGIN };
      const request = new Request(ORIGIN + path, { headers, ...(body && { method: "POST", body }) });
      const response = await app.fetch(request, { peerAddress: "198.18.7.7" });
      return {
        status: response.status,
        location: response.headers.get("Location"),
        cookies: response.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""),
        type: response.headers.get("Content-Type") ?? "",
        body: await response.text(),
      };
    },
    /** The number of rows of each table. */
    async countRows(): Promise<Map<string, number>> {
      const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
        services.db,
      );
      const counts = rows.map(
        ({ name }) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`,
      );
      const counted = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
        services.db,
      );
      return new Map(counted.rows.map(({ name, count }) => [name, count]));
    },
    async close() {
      source.close();
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}
