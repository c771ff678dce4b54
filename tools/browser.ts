/** Finds a Chromium for the browser tests, or gets one. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { run } from "./spawn.ts";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function findInstalled(): string | undefined {
  const own = process.env.CHROMIUM;
  if (own !== undefined && own !== "") return own;
  return [...USUAL_PLACES, chromium.executablePath()].find((place) => existsSync(place));
}

/** Debian's package, when this is Debian (or like it) and we may install. */
function installFromDebian(): void {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  console.log("Installing Chromium from Debian's packages …");
  const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update", "-qq"], quiet);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], quiet);
}

/** The path of a Chromium: the one in `CHROMIUM`, an installed one, Debian's package, else Playwright's download. */
export async function findChromium(): Promise<string> {
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  installFromDebian();
  const fromDebian = findInstalled();
  if (fromDebian !== undefined) return fromDebian;
  await run("playwright", ["install", "chromium"]);
  const downloaded = findInstalled();
  if (downloaded === undefined) throw new Error("no Chromium: install it, or set CHROMIUM to its path");
  return downloaded;
}
