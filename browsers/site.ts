/** The running site behind a relay that sees every request, whichever engine sends it, and can delay scripts. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../test/support/listen.ts";
import { startSiteProcess } from "../test/support/site-process.ts";

type SeenResponse = { method: string; path: string; status: number };

export type RelayedSite = Awaited<ReturnType<typeof startRelayedSite>>;

/** A page of the relay without scripts or a policy, for times when no page of the site should be open. */
export const BLANK_PATH = "/blank-page-of-the-relay";

/** Starts the built site on a database of its own. The relay's address is its `PUBLIC_URL`, so mailed links lead there. */
export async function startRelayedSite() {
  let sitePort = 0;
  let scriptDelayMs = 0;
  let client = 1;
  let responses: SeenResponse[] = [];
  const relay = createServer(async (incoming, outgoing) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    if (path === BLANK_PATH) {
      outgoing.writeHead(200, { "content-type": "text/html" }).end('<!doctype html><link rel="icon" href="data:,">');
      return;
    }
    if (path.includes(".js") && scriptDelayMs > 0) await pause(scriptDelayMs);
    const forwarded = { ...headers, "x-forwarded-for": `10.0.${client >> 8}.${client & 255}` };
    const outbound = request({ host: "127.0.0.1", port: sitePort, method, path, headers: forwarded }, (response) => {
      const status = response.statusCode ?? 0;
      responses.push({ method, path, status });
      outgoing.writeHead(status, response.rawHeaders);
      response.pipe(outgoing);
    });
    outbound.on("error", () => outgoing.destroy());
    incoming.pipe(outbound);
  });
  const url = `http://127.0.0.1:${await listen(relay)}`;
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-browsers-"));
  const environment = { DATA_DIR: dataDir, PUBLIC_URL: url };
  const site = await startSiteProcess({ ...environment, TRUSTED_PROXIES: "127.0.0.1" });
  sitePort = site.port;
  return {
    url,
    /** The settings of its data, for `test/support/staff.ts`. */
    environment,
    /** Responses since the last call. */
    takeResponses: () => {
      const taken = responses;
      responses = [];
      return taken;
    },
    /** Delays each script file by this time. */
    delayScripts: (milliseconds: number) => {
      scriptDelayMs = milliseconds;
    },
    /** Refuses every connection, as without a network, or accepts them again. */
    setReachable: async (isReachable: boolean) => {
      if (isReachable === relay.listening) return;
      if (isReachable) {
        await listen(relay, Number(new URL(url).port));
      } else {
        relay.close();
        relay.closeAllConnections();
      }
    },
    /** From now on requests come from another client address, whose rate limits are unused. */
    changeClientAddress: () => {
      client += 1;
    },
    close: async () => {
      relay.close();
      relay.closeAllConnections();
      site.signal("SIGTERM");
      await site.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
