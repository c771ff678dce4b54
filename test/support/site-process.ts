/** The real site in a process of its own, which tests can stop and kill. The build must exist. */
import { createInterface } from "node:readline";
import { ROOT } from "../../tools/spawn.ts";
import { signalGroup, spawnGroup } from "./process-groups.ts";

export type SiteProcess = Awaited<ReturnType<typeof startSiteBy>>;

/**
 * Starts `server.ts` on a free port of this machine and waits until it listens.
 * @param environment settings except the port; `DATA_DIR` is required
 * @param within a command that runs the rest of its words, with limits of its own
 * @throws with its output if it ends instead
 */
export async function startSiteProcess(
  environment: Record<string, string>,
  within: readonly string[] = [],
): Promise<SiteProcess> {
  return startSiteBy([...within, process.execPath, "server.ts"], environment);
}

/** Starts the site by any command. `ended` is the command's end, including the end of its output. */
export async function startSiteBy([command = "", ...args]: readonly string[], environment: Record<string, string>) {
  const child = spawnGroup(command, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const port = await new Promise<number>((resolve, reject) => {
    const onLine = (line: string) => {
      printed.push(line);
      const heard = line.includes('"event":"listening"') ? /"port":(\d+)/.exec(line)?.[1] : undefined;
      if (heard !== undefined) resolve(Number(heard));
    };
    for (const input of [child.stdout, child.stderr]) if (input !== null) createInterface({ input }).on("line", onLine);
    void ended.then(({ code, signal }) =>
      reject(new Error(`The site's process exited with ${code ?? signal}:\n${printed.join("\n")}`)),
    );
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    /** Its output so far, line by line: its log and everything else. */
    printed,
    /** Resolves when the process has ended. */
    ended,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Sends a signal to the process and all processes it started, as a terminal does. */
    signalGroup: (signal: NodeJS.Signals) => signalGroup(child, signal),
    /** Ends it as Ctrl-C does, which unlike SIGTERM doesn't wait for keep-alive connections. */
    stop: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** Starts the site by a command that must fail. @returns its exit code and all that it printed */
export function failToStart(command: readonly string[], environment: Record<string, string>): Promise<string> {
  return startSiteBy(command, environment).then(
    () => "It started",
    (error: Error) => error.message,
  );
}
