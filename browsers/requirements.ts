/** Requirements of `npm run browsers` that npm can't install, and the display for engines without a headless mode. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { signalGroup, spawnGroup } from "../test/support/process-groups.ts";
import type { EngineName } from "./engine.ts";

/** Debian's Firefox. */
export const FIREFOX = "/usr/bin/firefox-esr";
export const WEBKIT_DRIVER = "WebKitWebDriver";

/** Wide enough for the widest window, and high enough for a whole page. */
const SCREEN = "1600x20000x24";

const command = (name: string) => () =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));

/** For each package, whether it is installed. */
const PACKAGES: Record<EngineName, Record<string, () => boolean>> = {
  firefox: { "firefox-esr": () => existsSync(FIREFOX) },
  webkit: {
    "webkit2gtk-driver": command(WEBKIT_DRIVER),
    // Debian's own Python has the package; another Python may come first on the path.
    "gir1.2-webkit2-4.1": () =>
      spawnSync("/usr/bin/python3", ["-c", "import gi; gi.require_version('WebKit2', '4.1')"]).status === 0,
    xvfb: command("Xvfb"),
    openbox: command("openbox"),
  },
};

/** A message with the command that installs what the engines need; undefined when all is installed. */
export function findMissing(engines: readonly EngineName[]): string | undefined {
  const packages = engines.flatMap((engine) => Object.entries(PACKAGES[engine]));
  const missing = packages.flatMap(([name, isInstalled]) => (isInstalled() ? [] : name));
  if (missing.length === 0) return undefined;
  return `Not installed: ${missing.join(", ")}. On Debian: apt-get install -y --no-install-recommends ${missing.join(" ")}`;
}

/** An X display in memory with a window manager, without which no window has the keyboard's focus. */
export async function openDisplay() {
  // Its fourth stream is where it writes the number of its display.
  const server = spawnGroup("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const name = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.on("data", (chunk) => resolve(`:${String(chunk).trim()}`));
    server.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  const manager = spawnGroup("openbox", [], { stdio: "ignore", env: { ...process.env, DISPLAY: name } });
  return {
    name,
    close: () => {
      for (const program of [manager, server]) signalGroup(program, "SIGTERM");
    },
  };
}
