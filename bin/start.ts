/** `npm start`: builds when sources changed, then serves. */
import { buildFirst } from "../tools/spawn.ts";

process.env.NODE_ENV = "production";
buildFirst();
await import("../server.ts");
