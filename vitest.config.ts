import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // The host imports the site's routes by this name, which only a build knows. In its tests it gets routes of their own.
  resolve: {
    alias: {
      "virtual:react-router/server-build": fileURLToPath(new URL("./test/support/route-fixtures.tsx", import.meta.url)),
    },
  },
  // React runs in production mode below, which has no development JSX.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    environment: "node",
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["node_modules", "build", "data", "demo-data", "e2e"],
    globalSetup: "./test/support/global-setup.ts",
    // Some libraries loosen their checks when they see NODE_ENV=test; the site is tested as it is served.
    env: { NODE_ENV: "production" },
    // Modules are loaded once a worker and not once a file, which takes a third of the run's processor time. What must be
    // one a site belongs to its services, so files share nothing by it.
    isolate: false,
    // Most tests wait for a database in another process: of one worker, the default on two cores, half the time.
    maxWorkers: 3,
    // Limits for a test that hangs, not for a slow machine.
    testTimeout: 15_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
