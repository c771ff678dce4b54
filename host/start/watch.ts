import { connect } from "node:tls";
import { findOldBackup } from "../../app/platform/backup-state.server.ts";
import { findLowDiskSpace } from "../../app/platform/data-folder.server.ts";
import { DAY_MS, MINUTE_MS } from "../../app/platform/durations.ts";
import type { Services } from "../../app/platform/services.ts";
import { startWorker, type Worker } from "../../app/platform/worker.server.ts";

const INTERVAL_MS = 10 * MINUTE_MS;

const CERTIFICATE_DAYS = 14;

const CONNECT_TIMEOUT_MS = 10_000;

export function startWatch(services: Services): Worker {
  return startWorker(services, { intervalMs: INTERVAL_MS, failure: "watch-failed", stopWaitMs: 0 }, () =>
    watch(services),
  );
}

/** Checks disk space, backups and the certificate once. */
export async function watch(services: Services): Promise<void> {
  const { config, log, now } = services;
  const free = await findLowDiskSpace(config.dataDir);
  if (free !== undefined)
    log.error({ event: "disk-nearly-full", free, problem: `${free} MB are left.` }, "the disk is nearly full");
  const old = await findOldBackup(services);
  if (old !== undefined) {
    const since = old.last?.toISOString();
    const problem = [since ? `It was made ${since}.` : "There is none.", old.problem].filter(Boolean).join(" ");
    log.error({ event: "backup-old", since, problem }, "the newest backup is more than 26 hours old");
  }
  const end = await certificateEnd(config.publicUrl);
  if (end !== undefined && end.getTime() - now().getTime() < CERTIFICATE_DAYS * DAY_MS) {
    const at = end.toISOString();
    log.error(
      { event: "certificate-ends", at, problem: `It expires ${at}.` },
      "the certificate of PUBLIC_URL expires soon",
    );
  }
}

/** When the certificate of an address expires; undefined without a certificate or a response. */
function certificateEnd(address: string | undefined): Promise<Date | undefined> {
  const url = address === undefined ? undefined : new URL(address);
  if (url?.protocol !== "https:") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const options = {
      host: url.hostname,
      port: Number(url.port || 443),
      servername: url.hostname,
      rejectUnauthorized: false,
    };
    const socket = connect({ ...options, timeout: CONNECT_TIMEOUT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once("error", () => resolve(undefined));
    socket.once("timeout", () => socket.destroy());
    socket.once("close", () => resolve(undefined));
  });
}
