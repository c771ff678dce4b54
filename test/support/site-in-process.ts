/** The built site inside the test's own process, behind a real socket, so that a test can change its content. */
import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Services } from "../../app/platform/services.ts";
import { readStaticAssets } from "../../host/cache/static-files.ts";
import { createSiteServer } from "../../host/socket/http-server.ts";
import { openServices } from "../../host/start/bootstrap.ts";
import { openOwnPictures } from "../../host/start/own-pictures.ts";
import { ROOT } from "../../tools/spawn.ts";

export type SiteInProcess = {
  url: string;
  /** The same site, its cache included, behind a socket without the fast path. */
  urlWithoutFastPath: string;
  /** How many requests the fast path has served. */
  fastResponses: () => number;
  /** How many pages are cached. */
  cachedPages: () => number;
  services: Services;
  /** Closes the socket and the database, and removes the data. */
  close: () => Promise<void>;
};

/** The origins of sites that are closed, or are being closed: what a page still loads from them fails. */
export const closedSites = new Set<string>();

/**
 * Starts the site on a free port of this machine. The build must exist.
 * @param environment settings; without `DATABASE_URL` it has a database of its own
 * @param observed makes the services that the site uses from its own, for example to record their queries
 */
export async function startSiteInProcess(
  environment: Record<string, string> = {},
  observed: (services: Services) => Services = (services) => services,
): Promise<SiteInProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-in-process-"));
  const opened = await openServed({ DATA_DIR: dataDir, ...environment });
  const { close } = opened;
  const services = observed(opened.services);
  const { createApp }: typeof import("../../host/app.ts") = await import(
    pathToFileURL(join(ROOT, "build", "server", "index.js")).href
  );
  const ownPictures = await openOwnPictures(services);
  const app = createApp(services, { assets: await readStaticAssets(join(ROOT, "build", "client"), ownPictures) });
  let fastResponses = 0;
  const tryFastPath: typeof app.tryFastPath = (...request) => {
    const isAnswered = app.tryFastPath(...request);
    if (isAnswered) fastResponses += 1;
    return isAnswered;
  };
  const { server } = createSiteServer(app.fetch, services.log, { tryFastPath });
  const { server: slowServer } = createSiteServer(app.fetch, services.log);
  const url = await listen(server);
  // A port may be given again.
  closedSites.delete(url);
  return {
    url,
    urlWithoutFastPath: await listen(slowServer),
    fastResponses: () => fastResponses,
    cachedPages: app.cachedPages,
    services,
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

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening server on TCP has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openServed(environment: Record<string, string>) {
  const opened = await openServices(environment, "silent");
  if ("problems" in opened) throw new Error(opened.problems.join(" "));
  return opened;
}
