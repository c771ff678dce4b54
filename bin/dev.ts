/** `npm run dev`: the same site with hot reloading. */
import { createServer as createHttpServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer } from "vite";
import { readStaticAssets } from "../host/cache/static-files.ts";
import { openServices } from "../host/start/bootstrap.ts";
import { openOwnPictures } from "../host/start/own-pictures.ts";
import { reportMissingPictures } from "../tools/content-pictures.ts";
import { updatePictureTable } from "../tools/pictures.ts";
import { ROOT } from "../tools/spawn.ts";

const table = await updatePictureTable();
await reportMissingPictures();
const opened = await openServices(process.env, "warn");
if ("problems" in opened) {
  for (const problem of opened.problems) console.error(`Cannot start: ${problem}`);
  process.exit(1);
}
const { services } = opened;
const { host, port } = services.config;

// The files of the build come from Vite.
const assets = await readStaticAssets(undefined, await openOwnPictures(services, { table }));

const http = createHttpServer();
const vite = await createServer({
  root: ROOT,
  appType: "custom",
  server: { middlewareMode: true, hmr: { server: http } },
});

http.on(
  "request",
  (incoming, outgoing) =>
    void vite.middlewares(incoming, outgoing, async () => {
      // Loaded again for each request: Vite returns the current module. Its type is the host's own.
      const { createApp } = (await vite.ssrLoadModule("./host/app.ts")) as typeof import("../host/app.ts");
      // A new app per request, so nothing is cached between requests.
      const { fetch: response } = createApp(services, { assets });
      const peerAddress = incoming.socket.remoteAddress ?? "";
      await getRequestListener((request) => response(request, { peerAddress }))(incoming, outgoing);
    }),
);
http.on("error", (error) => {
  console.error(`Cannot listen on ${host}:${port}: ${error.message}`);
  process.exit(1);
});
http.listen(port, host, () => {
  const bound = http.address();
  if (typeof bound === "object" && bound !== null) services.config = { ...services.config, port: bound.port };
  console.log(`Nguvu (development) is at http://localhost:${services.config.port}`);
});
