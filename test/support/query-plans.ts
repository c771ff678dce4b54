/** Records queries, and checks whether the database has an index for each. */
import { CompiledQuery, createQueryId, type QueryId, type RootOperationNode, SelectQueryNode, TableNode } from "kysely";
import type { Tables } from "../../app/platform/schema.ts";
import type { Services } from "../../app/platform/services.ts";
import type { TestSite } from "./test-services.ts";

/** Services whose distinct queries are recorded. */
export function recordQueries(services: Services): { services: Services; queries: Map<string, CompiledQuery> } {
  const queries = new Map<string, CompiledQuery>();
  const record = (node: RootOperationNode) => {
    const query = services.db.getExecutor().compileQuery(node, createQueryId());
    queries.set(query.sql, query);
    return node;
  };
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => record(node),
    transformResult: async ({ result }) => result,
  });
  return { services: { ...services, db }, queries };
}

/** Services that count the rows returned by queries of a table; rows of joined tables aren't counted. */
export function countRows(services: Services, table: keyof Tables): { services: Services; read: { rows: number } } {
  const read = { rows: 0 };
  const ofTable = new WeakSet<QueryId>();
  const db = services.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const from = SelectQueryNode.is(node) ? node.from?.froms[0] : undefined;
      if (from !== undefined && TableNode.is(from) && from.table.identifier.name === table) ofTable.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (ofTable.has(queryId)) read.rows += result.rows.length;
      return result;
    },
  });
  return { services: { ...services, db }, read };
}

/** Tables that always stay small, so that reading them completely is fine. */
const SMALL_TABLES = [
  ...["content_version", "schedule_state", "seeded_types", "shown_recovery_codes", "staff", "staff_invitations"],
  ...["first_steps", "backup_state", "sealed_secret", "alerts"],
  // Periods are created by hand, and deleted a year after their last day.
  "weekly_slots",
  // A row for each seller.
  "sellers",
  // These have a row for each extension by a closed day.
  ...["given_days", "given_closed_days", "members_state", "sales_state"],
];

/** Queries for the existence of any row, which end at the first row. */
const IS_ANY_THERE = /^select \S+ as "found" from "\w+" limit \?$/;

/** Indexes that counts of all rows read instead of the table. */
const COUNTS = ["enquiries_state"];

/**
 * Finds queries for which the database would read a whole growing table.
 * @returns each query with the line of its plan
 */
export async function fullScans(
  { services, kind }: Pick<TestSite, "services" | "kind">,
  queries: Iterable<CompiledQuery>,
): Promise<string[]> {
  const scans: string[] = [];
  for (const query of queries) {
    if (/^insert/i.test(query.sql) || IS_ANY_THERE.test(query.sql)) continue;
    const steps = (await planOf({ services, kind }, query)).map((step) => step.trim());
    const match = steps.filter(kind === "sqlite" ? isSqliteScan(query.sql) : isPostgresScan);
    scans.push(...match.map((step) => `${query.sql}\n  ${step}`));
  }
  return scans;
}

/** The lines of a query's plan. Sequential scans are off where possible, as PostgreSQL prefers them to an index for few rows. */
export async function planOf(
  { services: { db }, kind }: Pick<TestSite, "services" | "kind">,
  { sql, parameters }: CompiledQuery,
): Promise<string[]> {
  if (kind === "sqlite") {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    return (await db.executeQuery<{ detail: string }>(explain)).rows.map(({ detail }) => detail);
  }
  return db.transaction().execute(async (transaction) => {
    await transaction.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
    const explain = CompiledQuery.raw(`explain ${sql}`, [...parameters]);
    const { rows } = await transaction.executeQuery<{ "QUERY PLAN": string }>(explain);
    return rows.map((row) => row["QUERY PLAN"]);
  });
}

const isSqliteScan = (sql: string) => (step: string) =>
  step.startsWith("SCAN ") &&
  !/^SCAN (CONSTANT ROW|\()/.test(step) &&
  !SMALL_TABLES.some((table) => step.startsWith(`SCAN ${table}`)) &&
  !COUNTS.some((index) => step.endsWith(`USING COVERING INDEX ${index}`)) &&
  // A page in index order ends at its limit.
  !(step.includes(" USING INDEX ") && /\blimit \?/.test(sql));

const isPostgresScan = (step: string) =>
  step.includes("Seq Scan on") && !SMALL_TABLES.some((table) => step.includes(table));
