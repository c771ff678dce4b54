/** `npm start`: builds when sources changed, then serves. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

process.env.NODE_ENV = "production";
// In a process of its own: what cuts pictures and fonts would stay in this one's memory, 30 MB of it, for as long as it
// serves.
const build = spawnSync(process.execPath, [join(import.meta.dirname, "build.ts")], { stdio: "inherit" });
if (build.status !== 0) {
  console.error("Cannot start: the build failed. What it printed above says why.");
  process.exit(1);
}
await import("../server.ts");
