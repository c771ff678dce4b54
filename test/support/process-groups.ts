/** Programs that lead process groups of their own, with all that they start, and end with this process. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
});

export function spawnGroup(command: string, words: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, words, { ...options, detached: true });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/** Signals a program and all that it started, which may outlive it. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
  }
}
