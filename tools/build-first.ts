import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./spawn.ts";

/**
 * Builds the site when sources changed, for a command that serves it then. In a process of its own: what cuts pictures and fonts would
 * stay in this one's memory, 30 MB of it, for as long as it serves. Ends this process where the build fails.
 */
export function buildFirst(): void {
  const build = spawnSync(process.execPath, [join(ROOT, "bin", "build.ts")], { stdio: "inherit" });
  if (build.status === 0) return;
  console.error("Cannot start: the build failed. What it printed above says why.");
  process.exit(1);
}
