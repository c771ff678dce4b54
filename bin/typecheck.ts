/** `npm run typecheck`: generates the routes' types, then checks all types. */
import { run } from "../tools/spawn.ts";

/** Resolves to an exit code: 0 without type errors. */
export async function typecheck(): Promise<number> {
  const types = await run("reactRouter", ["typegen"]);
  return types === 0 ? run("tsc", ["--noEmit"]) : types;
}

if (import.meta.main) process.exit(await typecheck());
