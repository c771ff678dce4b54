/** Retention: which rows of a table are deleted after a time. Domains declare their own; `host/start/jobs.ts` has all. */
import { type RawBuilder, sql } from "kysely";
import { removeMailFiles } from "./mail.server.ts";
import type { Tables } from "./schema.ts";
import type { Services } from "./services.ts";
import { type Change, type Lock, transact } from "./transact.server.ts";
import { inPortions, PORTION } from "./worker.server.ts";

export type Retention = {
  table: keyof Tables;
  /** The columns that identify a row; its `id` if omitted. */
  key?: readonly string[];
  /** The condition for old rows, with all exceptions; an index must find them. */
  old: (now: Date) => RawBuilder<unknown>;
  /** The column whose index finds the oldest rows first. */
  orderBy?: string;
  /** The rows stay, and get these values, for example instead of names. */
  set?: Readonly<Record<string, unknown>>;
  lock?: Lock;
  /** Tables whose rows are deleted first, each with its column of the deleted row's id. */
  parts?: Readonly<Partial<Record<keyof Tables, string>>>;
  /** Deletes the rows with everything about them. @returns ids of emails for `removeMailFiles` */
  remove?: (change: Change, ids: string[]) => Promise<string[]>;
};

/** Deletes old rows in portions, so that no request waits for all of them. */
export async function applyRetention(services: Services, ...retentions: readonly Retention[]): Promise<void> {
  for (const retention of retentions) await inPortions(() => applyToPortion(services, retention));
}

async function applyToPortion(services: Services, retention: Retention): Promise<number> {
  const { db } = services;
  const { key = ["id"], orderBy, set, lock, parts, remove } = retention;
  const table = sql.table(retention.table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const old = retention.old(services.now());
  const order = orderBy === undefined ? sql`` : sql`order by ${sql.ref(orderBy)}`;
  const portion = sql<{ id: string }>`select ${columns} from ${table} where ${old} ${order} limit ${PORTION}`;
  if (set !== undefined) {
    const values = sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
    // The condition is repeated because a row may change after the subquery.
    const update = sql`update ${table} set ${values} where ${old} and (${columns}) in (${portion})`;
    return Number((await update.execute(db)).numAffectedRows ?? 0);
  }
  if (lock === undefined && remove === undefined) {
    const deletion = sql`delete from ${table} where (${columns}) in (${portion})`;
    return Number((await deletion.execute(db)).numAffectedRows ?? 0);
  }
  // Checked before the lock, as usually there are no old rows.
  if ((await portion.execute(db)).rows.length === 0) return 0;
  const { count, mails } = await transact(
    services,
    async (change) => {
      const ids = (await portion.execute(change.transaction)).rows.map(({ id }) => id);
      if (ids.length === 0) return { count: 0, mails: [] };
      const deleteFrom = async ([name, column]: [string, string]) =>
        sql`delete from ${sql.table(name)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(change.transaction);
      if (remove !== undefined) return { count: ids.length, mails: await remove(change, ids) };
      for (const part of Object.entries({ ...parts, [retention.table]: "id" })) await deleteFrom(part);
      return { count: ids.length, mails: [] };
    },
    { lock },
  );
  await removeMailFiles(services, mails);
  return count;
}
