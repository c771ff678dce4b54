import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether this process can create files in a folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The entry points of packages' command-line programs, which run in the current version of Node. */
const PROGRAMS = {
  biome: "@biomejs/biome/bin/biome",
  knip: "knip/bin/knip.js",
  playwright: "@playwright/test/cli.js",
  reactRouter: "@react-router/dev/bin.cjs",
  secretlint: "secretlint/bin/secretlint.js",
  tsc: "typescript/bin/tsc",
  vitest: "vitest/vitest.mjs",
} as const;

/** Runs a package's program in the project's folder with its output shown; resolves to its exit code. */
export function run(
  program: keyof typeof PROGRAMS,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, "node_modules", PROGRAMS[program]), ...words], {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...environment },
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/**
 * Builds the site if sources have changed, for a command that then serves it. In a separate process, as the build tools would keep
 * 30 MB of this one's memory. Exits if the build fails.
 */
export function buildFirst(): void {
  const build = spawnSync(process.execPath, [join(ROOT, "bin", "build.ts")], { stdio: "inherit" });
  if (build.status === 0) return;
  console.error("Cannot start: the build failed; its output is above.");
  process.exit(1);
}
