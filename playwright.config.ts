import { defineConfig } from "@playwright/test";

// Sites in the tests' own processes render as the real one: React's development build takes several times as long.
process.env.NODE_ENV = "production";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  // One more than two cores: a third of the tests wait for a mail server, a disk or the end of a process.
  workers: 3,
  // Limits for a test that hangs, not for a slow machine: the screens, in three tests, take one and a half minutes on two cores.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results/browser",
  // Node itself reads TypeScript and the built site. Playwright's transform would take each worker seconds.
  build: { external: ["**/build/server/**", "**/*.ts"] },
  forbidOnly: process.env.CI !== undefined,
  use: {
    // Sheets that slide are drawn many times. What moves is tested with motion, where its test says so.
    reducedMotion: "reduce",
    // A new browser context costs a second of processor time; one that is used again is emptied between two tests.
    reuseContext: true,
    locale: "en-KE",
    timezoneId: "Africa/Nairobi",
    screenshot: "only-on-failure",
    actionTimeout: 10_000,
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // No test needs another server; a machine with a slow resolver would wait for it.
        "--host-resolver-rules=MAP *.openstreetmap.org ~NOTFOUND",
        // Chromium's shell knows no kind of network, and would load pictures far below the view as on an unknown one.
        "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",
      ],
    },
  },
});
