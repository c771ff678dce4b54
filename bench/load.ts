/** Load from `wrk`, and nginx for comparison: one worker that sends the same compressed bytes. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort, processorMicroseconds, waitUntilReady } from "./site.ts";

/** The figures of one run of wrk. */
export type Load = {
  perSecond: number;
  /** Latencies in milliseconds. */
  p50: number;
  p99: number;
  /** Responses other than 2xx and 3xx, and sockets that failed. */
  failed: number;
  /** Processor time of the server for one request, in microseconds. */
  processorUs: number;
};

type LoadOptions = { url: string; pid: number; seconds: number; connections: number; headers?: string[] };

/** Requests one address as often as the server responds. @throws when `wrk` is not installed */
export async function load({ url, pid, seconds, connections, headers = [] }: LoadOptions): Promise<Load> {
  const before = processorMicroseconds(pid);
  const words = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", "10s"];
  const { stdout } = await promisify(execFile)("wrk", [...words, ...headers.flatMap((header) => ["-H", header]), url]);
  const count = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0);
  const sockets = /Socket errors: (.*)/.exec(stdout)?.[1] ?? "";
  const socketErrors = [...sockets.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
    p50: milliseconds(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
    p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0) + socketErrors,
    processorUs: count === 0 ? 0 : (processorMicroseconds(pid) - before) / count,
  };
}

function milliseconds(text = ""): number {
  const value = Number.parseFloat(text);
  return text.endsWith("us") ? value / 1000 : text.endsWith("ms") ? value : value * 1000;
}

/** The median. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

export type Nginx = { url: string; pid: number; stop: () => Promise<void> };

/** Missing tools of these benchmarks, by their Debian package. */
export function missingTools(): string[] {
  return ["wrk", "nginx"].filter((tool) => {
    try {
      execFileSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${tool}`]);
      return false;
    } catch {
      return true;
    }
  });
}

/**
 * nginx at its best: one worker, no log, open files cached.
 * @param files path below the root → bytes; a `.gz` beside a file is sent to clients that accept gzip
 */
export async function startNginx(files: ReadonlyMap<string, Buffer>): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-nginx-"));
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, "www", path)), { recursive: true });
    await writeFile(join(folder, "www", path), bytes);
  }
  const port = await freePort();
  await writeFile(
    join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 100000000;
  open_file_cache max=1000; types { text/html html; text/css css; text/javascript js; image/avif avif; }
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port} backlog=4096; root ${folder}/www; }
}`,
  );
  const path = `${process.env.PATH}:/usr/sbin`;
  const child: ChildProcess = spawn("nginx", ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
    env: { ...process.env, PATH: path },
    stdio: "inherit",
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
