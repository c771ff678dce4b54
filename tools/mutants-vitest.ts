/** Vitest's settings for `npm run mutants`: the tests of one module, without the databases that others need. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: process.env.MUTANT_TESTS?.split(",") ?? [],
    // As in vitest.config.ts.
    env: { NODE_ENV: "production" },
    // A run has a worker of its own, so a change of one module reaches no other run.
    isolate: false,
    testTimeout: 15_000,
  },
});
