/** What `knip` looks at: files, exports and packages that nothing uses fail the lint step of `npm test`. */
import type { KnipConfig } from "knip";

export default {
  entry: [
    "server.ts",
    "app/routes/*.{ts,tsx}",
    // Found by the migrator, by their place.
    "db/migrations/*.ts",
    "bin/*.{ts,mjs}",
    "bench/run.ts",
    "browsers/run.ts",
    "test/{crash,fuzz,two-instances}.ts",
  ],
  project: ["**/*.{ts,tsx,mjs}"],
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig;
