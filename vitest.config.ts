import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // The host imports the site's routes by this name, which only a build knows. In its tests it gets routes of their own.
  resolve: {
    alias: {
      "virtual:react-router/server-build": fileURLToPath(new URL("./test/route-fixtures.tsx", import.meta.url)),
    },
  },
  // React runs in production mode below, which has no development JSX.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    environment: "node",
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["node_modules", "build", "data", "e2e"],
    globalSetup: "./test/global-setup.ts",
    // Some libraries loosen their checks when they see NODE_ENV=test; the site is tested as it is served.
    env: { NODE_ENV: "production" },
    // Most tests wait for a database in another process: one worker, the default on two cores, leaves half of them idle.
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
