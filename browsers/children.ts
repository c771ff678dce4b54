/** Programs that end with this one, whatever ends it. */
import { type ChildProcess, spawn } from "node:child_process";

const running = new Set<ChildProcess>();

process.on("exit", () => {
  for (const child of running) endGroup(child);
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

/**
 * Starts a program as the leader of a process group, since browsers start processes of their own.
 * @param environment variables beside those of this process
 */
export function startChild(
  command: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const child = spawn(command, parameters, {
    // The fourth is where Xvfb writes the number of its display.
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...process.env, ...environment },
    detached: true,
  });
  // A pipe that nobody reads would fill up and stop the program.
  child.stdout?.resume();
  child.stderr?.resume();
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Ends a program and all that it started, with SIGKILL where it may no longer listen. */
export function endGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
