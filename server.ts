/** Starts the site: config → database → services → app → listen, and closes cleanly. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HOUR_MS } from "./app/platform/durations.ts";
import { within } from "./app/platform/worker.server.ts";
import { readStaticAssets } from "./host/cache/static-files.ts";
import { createSiteServer } from "./host/socket/http-server.ts";
import { demonstrationNotice, openServices, ownerLinkNotice } from "./host/start/bootstrap.ts";
import { openOwnPictures } from "./host/start/own-pictures.ts";

const builtApp = new URL("./build/server/index.js", import.meta.url);
if (!existsSync(builtApp)) {
  console.error("Cannot start: the site is not built. Run `npm run build` first.");
  process.exit(1);
}
const opened = await openServices(process.env);
if ("problems" in opened) {
  for (const problem of opened.problems) console.error(`Cannot start: ${problem}`);
  process.exit(1);
}
const { services, close, tellOperator } = opened;
const { config, log } = services;

// Built by `npm run build`; a computed path, so that the type checker does not require it to exist.
const { createApp }: typeof import("./host/app.ts") = await import(builtApp.href);

const ownPictures = await openOwnPictures(services);
const assets = await readStaticAssets(fileURLToPath(new URL("./build/client", import.meta.url)), ownPictures);
const app = createApp(services, { assets, isStopping: () => site.isStopping() });
const site = createSiteServer(app.fetch, log, {
  tryFastPath: app.tryFastPath,
  ...(config.publicUrl === undefined ? {} : { defaultHost: new URL(config.publicUrl).host }),
});
const { server } = site;

server.on("error", (error) => {
  console.error(`Cannot listen on ${config.host}:${config.port}: ${error.message}`);
  process.exit(1);
});

/**
 * The delay before missing pictures are made: they take a minute and a half of one core, which the first visitors of a new
 * version need more.
 */
const PICTURES_AFTER_MS = HOUR_MS;

server.listen(config.port, config.host, () => {
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : config.port;
  // With PORT=0, addresses on pages and in mails need the port that the system picked; no request has come before this.
  services.config = { ...config, port };
  log.info({ event: "listening", version: services.version, host: config.host, port }, "listening");
  console.log(`Nguvu ${services.version} is ready at ${config.publicUrl ?? `http://localhost:${port}`}`);
  if (services.demonstration !== undefined) console.log(demonstrationNotice(services, services.demonstration));
  void ownerLinkNotice(services, process.stdout.isTTY).then((notice) => notice && console.log(notice));
  const makeMissing = () => void ownPictures.makeMissing().then((problem) => problem && console.log(problem));
  setTimeout(makeMissing, PICTURES_AFTER_MS).unref();
});

/**
 * Ctrl-C and some supervisors signal a group of processes, so the signal also arrives from the parent process. Repeated
 * signals within this time count as one.
 */
const ONE_SIGNAL_MS = 500;

let stopRequestedAt: number | undefined;

/** Finishes the requests in flight, then closes the database. A second signal exits at once. */
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopRequestedAt !== undefined) {
    if (performance.now() - stopRequestedAt > ONE_SIGNAL_MS) process.exit(1);
    return;
  }
  stopRequestedAt = performance.now();
  log.info({ event: "stopping", signal }, "stopping");
  // Ctrl-C doesn't wait for keep-alive connections.
  await site.stop(signal === "SIGINT");
  await close();
  log.info({ event: "stopped" }, "stopped");
  process.exit(0);
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
/** How long the exit of the process waits for the operator's alert. */
const EXIT_ALERT_MS = 3000;

// The state after such an error is undefined: the process supervisor restarts the site.
process.on("uncaughtException", (error) => {
  log.error({ event: "crashed", err: error }, "exiting after an unexpected error");
  void within(EXIT_ALERT_MS, tellOperator()).finally(() => process.exit(1));
});
