/** The built site in the test's own process, behind a real socket, so that a test can change its content. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ImageEncoder } from "../../app/platform/image-encoder.ts";
import type { Services } from "../../app/platform/services.ts";
import { readStaticAssets } from "../../host/cache/static-files.ts";
import { createSiteServer } from "../../host/socket/http-server.ts";
import { openServices } from "../../host/start/bootstrap.ts";
import { openOwnPictures } from "../../host/start/own-pictures.ts";
import { ROOT } from "../../tools/spawn.ts";
import { listen } from "./listen.ts";
import { copyNewSite } from "./prepared-gym.ts";

export type SiteInProcess = Awaited<ReturnType<typeof startSiteInProcess>>;

/** The application of the build, which must exist. */
export async function importBuiltApp(): Promise<typeof import("../../host/app.ts")> {
  return import(pathToFileURL(join(ROOT, "build", "server", "index.js")).href);
}

/** The origins of sites that are closed or closing: pages' requests to them fail. */
export const closedSites = new Set<string>();

/** An encoder that makes no site pictures, as without `sharp`: their photos are sent instead. */
function withoutSitePictures(encoder: ImageEncoder): ImageEncoder {
  return {
    ...encoder,
    async makeOwnFiles(next, made) {
      for (let task = next(); task !== undefined; task = next()) await made(task, "no-encoder");
      return true;
    },
  };
}

/**
 * Starts the site on a free port of this machine. The build must exist.
 * @param environment settings; without `DATABASE_URL` the site has a database of its own
 * @param observed wraps the site's services, for example to record queries
 * @param options.makesPictures for tests of site pictures, each of which takes a tenth of a second of processor time
 */
export async function startSiteInProcess(
  environment: Record<string, string> = {},
  observed: (services: Services) => Services = (services) => services,
  { makesPictures = false } = {},
) {
  const hasOwnDatabase = environment.DATABASE_URL === undefined;
  const dataDir = await (hasOwnDatabase ? copyNewSite() : mkdtemp(join(tmpdir(), "nguvu-in-process-")));
  const opened = await openServices({ DATA_DIR: dataDir, ...environment }, "silent");
  if ("problems" in opened) throw new Error(opened.problems.join(" "));
  const { close } = opened;
  const services = observed(opened.services);
  const { createApp } = await importBuiltApp();
  const imageEncoder = makesPictures ? services.imageEncoder : withoutSitePictures(services.imageEncoder);
  const ownPictures = await openOwnPictures({ ...services, imageEncoder });
  const app = createApp(services, { assets: await readStaticAssets(join(ROOT, "build", "client"), ownPictures) });
  let fastResponses = 0;
  const tryFastPath: typeof app.tryFastPath = (...request) => {
    const isAnswered = app.tryFastPath(...request);
    if (isAnswered) fastResponses += 1;
    return isAnswered;
  };
  const { server } = createSiteServer(app.fetch, services.log, { tryFastPath });
  const { server: slowServer } = createSiteServer(app.fetch, services.log);
  const url = `http://127.0.0.1:${await listen(server)}`;
  // A later site may get the same port.
  closedSites.delete(url);
  return {
    url,
    /** The same site with the same cache, behind a socket without the fast path. */
    urlWithoutFastPath: `http://127.0.0.1:${await listen(slowServer)}`,
    /** The number of requests served by the fast path. */
    fastResponses: () => fastResponses,
    services,
    /** Closes the socket and the database, and removes the data. */
    async close() {
      closedSites.add(url);
      for (const each of [server, slowServer]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
