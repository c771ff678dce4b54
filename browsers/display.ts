/** The display for engines without a headless mode. */
import { signalGroup, spawnGroup } from "../test/support/process-groups.ts";

/** Wide enough for the widest window, and high enough for the highest. */
const SCREEN = "1600x1400x24";

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
