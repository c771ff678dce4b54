/** `npm run typecheck`: makes the routes' types, then checks everything. */
import { run } from "../tools/spawn.ts";

/** Resolves to an exit code: 0 when every type holds. */
export async function typecheck(): Promise<number> {
  const types = await run("reactRouter", ["typegen"]);
  return types === 0 ? run("tsc", ["--noEmit"]) : types;
}

if (import.meta.main) process.exit(await typecheck());
