/** `npm start`: builds when sources changed, then serves. */
import { buildIfNeeded } from "./build.ts";

process.env.NODE_ENV = "production";
try {
  await buildIfNeeded();
} catch (error) {
  console.error(`Cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
await import("../server.ts");
