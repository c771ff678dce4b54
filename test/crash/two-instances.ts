/**
 * `npm run two-instances`: two instances on PostgreSQL behind nginx as in docs/operating.md, under load, while each is
 * restarted in turn. No request may fail. Needs nginx on the machine.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfNeeded } from "../../bin/build.ts";
import { ROOT } from "../../tools/spawn.ts";
import { contactForm, createVisitor, readStamp } from "../support/http-client.ts";
import { type SiteProcess, startSiteProcess } from "../support/site-process.ts";
import { exitWith, newSiteData } from "./stress-command.ts";

const NGINX = process.env.NGINX_PROGRAM ?? "nginx";
const [FRONT, FIRST, SECOND] = [4690, 4691, 4692];
const CLIENTS = 12;
const RESTARTS = 6;
const PUBLIC_URL = `http://127.0.0.1:${FRONT}`;
const PAGES = ["/", "/about", "/classes", "/contact", "/pricing", "/gallery/page-1", "/login", "/nowhere"];

await buildIfNeeded();
const { dataDir: folder, environment, remove } = await newSiteData("postgres");

function startInstance(port: number): Promise<SiteProcess> {
  return startSiteProcess({
    ...environment,
    PORT: String(port),
    DATA_DIR: join(folder, String(port)),
    SECRET: "the secret that both instances share 91c2",
    PUBLIC_URL,
    TRUSTED_PROXIES: "127.0.0.1",
  });
}

/** Starts nginx with the manual's configuration and the ports of this test. */
async function startNginx(): Promise<ChildProcess> {
  const manual = await readFile(join(ROOT, "docs", "operating.md"), "utf8");
  const excerpt = /```nginx\n([\s\S]*?)```/.exec(manual)?.[1] ?? "";
  const site = excerpt
    .replace("127.0.0.1:3001", `127.0.0.1:${FIRST}`)
    .replace("127.0.0.1:3002", `127.0.0.1:${SECOND}`)
    .replace("listen 80;", `listen 127.0.0.1:${FRONT};`)
    .replace("server_name nguvu.example;", "server_name 127.0.0.1;");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/temp;`);
  await mkdir(join(folder, "temp"), { recursive: true });
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
     events { worker_connections 1024; } http { access_log off; ${paths.join(" ")}\n${site}\n}`,
  );
  const child = spawn(NGINX, ["-c", file, "-p", folder], { stdio: "inherit" });
  await new Promise((resolve, reject) => {
    child.once("error", reject);
    setTimeout(resolve, 500);
  });
  return child;
}

const figures = { restarts: 0, pages: 0, forms: 0, slowestMs: 0, slowestStopMs: 0 };
const failures: string[] = [];
let running = true;

async function beClient(number: number, stamp: string): Promise<void> {
  const visitor = createVisitor(PUBLIC_URL);
  for (let turn = 0; running; turn += 1) {
    const path = PAGES[(number + turn) % PAGES.length] ?? "/";
    const isForm = turn % 5 === 0;
    const form = contactForm(stamp, { comment: `From client ${number}, turn ${turn}` });
    const expected = isForm ? 303 : path === "/nowhere" ? 404 : 200;
    const started = performance.now();
    const response = isForm ? visitor.post("/contact", form) : visitor.get(path);
    const outcome = await response.then(
      ({ status }) => status,
      (error: Error) => error.cause ?? error,
    );
    if (typeof outcome === "number") figures[isForm ? "forms" : "pages"] += 1;
    if (outcome !== expected) failures.push(`${isForm ? "POST" : path}: ${outcome}`);
    figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - started));
  }
}

const instances = new Map<number, SiteProcess>();
for (const port of [FIRST, SECOND]) instances.set(port, await startInstance(port));
const nginx = await startNginx();
const stamp = await readStamp(createVisitor(PUBLIC_URL));
await pause(1600);
const clients = Array.from({ length: CLIENTS }, (_, number) => beClient(number, stamp));
for (let restart = 0; restart < RESTARTS; restart += 1) {
  await pause(1500);
  const port = restart % 2 === 0 ? FIRST : SECOND;
  const stopping = performance.now();
  instances.get(port)?.signal("SIGTERM");
  const end = await instances.get(port)?.ended;
  if (end?.code !== 0) failures.push(`an instance exited with ${end?.code ?? end?.signal}`);
  figures.slowestStopMs = Math.max(figures.slowestStopMs, Math.round(performance.now() - stopping));
  instances.set(port, await startInstance(port));
  figures.restarts += 1;
}
await pause(1000);
running = false;
await Promise.all(clients);

nginx.kill("SIGTERM");
for (const instance of instances.values()) instance.signal("SIGTERM");
await Promise.all([...instances.values()].map((instance) => instance.ended));
await remove();
exitWith({ ...figures, failed: failures.length }, failures);
