/** Shorthands for imports, and all rows of the tables that an import may change, for tests. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  findImport,
  judgementOf,
  seenOf,
  setImportSettings,
  storeList,
} from "../../app/members/import/imports.server.ts";
import type { ImportSettings } from "../../app/members/import/judge.ts";
import type { ListSource } from "../../app/members/import/read-rows.ts";
import { runImport } from "../../app/members/import/run-import.server.ts";
import { undoImport } from "../../app/members/import/undo-import.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { asTexts, OWNER, tablesOfRecords } from "./members-gym.ts";

export async function sendList(
  services: Services,
  list: string | ListSource,
  answers: ImportSettings["answers"] = {},
): Promise<string> {
  const source = typeof list === "string" ? { bytes: Buffer.from(list) } : list;
  const outcome = await storeList(services, OWNER, { formId: randomUUID(), source });
  if (!("id" in outcome)) throw new Error(`The list was refused: ${outcome.code}`);
  if (Object.keys(answers).length > 0) await setImportSettings(services, outcome.id, { columns: [], answers });
  return outcome.id;
}

export async function readImport(services: Services, id: string) {
  const stored = await findImport(services.db, id);
  if (stored === undefined) throw new Error("There is no such import");
  const judgement = await judgementOf(services, stored);
  if ("code" in judgement) throw new Error(judgement.code);
  return { stored, judgement, seen: seenOf(stored, judgement) };
}

/** Imports a list, as from a current page. */
export async function importSent(services: Services, id: string) {
  return runImport(services, OWNER, id, (await readImport(services, id)).seen);
}

export const undoSent = (services: Services, id: string) => undoImport(services, OWNER, id);

/** All rows of tables that an import writes to, or that refer to people, without the versions of records, which count changes. */
export async function memberRows(services: Services): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of [...(await tablesOfRecords(services)), "people", "pass_mails", "imports"]) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(services.db);
    found[table] = asTexts(rows, "version");
  }
  return found;
}
