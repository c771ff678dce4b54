/** Records the modules of each client script, for `npm run bench:bundle` and the budget's test. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { ROOT } from "./spawn.ts";

/** Script file → module → its bytes there, minified but not compressed. */
export type BundleRecord = Record<string, Record<string, number>>;

export const BUNDLE_RECORD = join(ROOT, "build", "client-modules.json");

export function recordBundle(): Plugin {
  return {
    name: "record-bundle",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async generateBundle(_options, bundle) {
      const record: BundleRecord = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        record[chunk.fileName] = Object.fromEntries(
          Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id.replace(ROOT, ""), renderedLength]),
        );
      }
      await mkdir(dirname(BUNDLE_RECORD), { recursive: true });
      await writeFile(BUNDLE_RECORD, JSON.stringify(record));
    },
  };
}
