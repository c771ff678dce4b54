/** Starts the site: config → database → services → app → listen, and closes cleanly. */
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { openServices } from "./host/open-services.ts";
import { readStaticAssets } from "./host/static-assets.ts";

/** How long requests in hand may take once the site is told to stop. */
const STOP_WITHIN_MS = 8000;

const opened = await openServices(process.env);
if ("problems" in opened) {
  for (const problem of opened.problems) console.error(`Cannot start: ${problem}`);
  process.exit(1);
}
const { services, close } = opened;
const { config, log } = services;

// Built by `npm run build`; a computed path keeps the type checker from asking for it before it exists.
const builtApp = new URL("./build/server/index.js", import.meta.url).href;
const { createApp }: typeof import("./host/app.ts") = await import(builtApp);

let stopping = false;
const assets = await readStaticAssets(fileURLToPath(new URL("./build/client", import.meta.url)));
const answer = createApp(services, { assets, isStopping: () => stopping });

const server = createServer(
  { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 20_000, connectionsCheckingInterval: 2_000 },
  getRequestListener(
    (request, env) => {
      const { socket } = env.incoming;
      return answer(request, { peerAddress: socket.remoteAddress ?? "" });
    },
    { overrideGlobalObjects: false },
  ),
);
server.maxConnections = 4000;

server.on("error", (error) => {
  console.error(`Cannot listen on ${config.host}:${config.port}: ${error.message}`);
  process.exit(1);
});

server.listen(config.port, config.host, () => {
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : config.port;
  log.info({ event: "listening", host: config.host, port }, "listening");
  console.log(`Nguvu is ready at ${config.publicUrl ?? `http://localhost:${port}`}`);
});

/** Stops taking connections, lets requests in hand finish, then closes the database. A second signal is final. */
async function stop(signal: string): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  log.info({ event: "stopping", signal }, "stopping");
  const late = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(late);
  await close();
  log.info({ event: "stopped" }, "stopped");
  process.exit(0);
}

process.on("SIGTERM", () => void stop("SIGTERM"));
process.on("SIGINT", () => void stop("SIGINT"));
