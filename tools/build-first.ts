import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./spawn.ts";

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
