/**
 * Alerts for the operator: some log lines are mailed to OPERATOR_EMAIL and posted to ALERT_URL, each kind at most once an hour.
 * An undelivered alert waits in memory until a newer alert of its kind replaces it.
 */
import { randomUUID } from "node:crypto";
import { siteOrigin } from "./config.ts";
import { HOUR_MS, MINUTE_MS } from "./durations.ts";
import { errorCode } from "./errors.ts";
import type { MailTransport } from "./mail.server.ts";
import type { LoggedLine, Services } from "./services.ts";
import { startWorker, type Worker, within } from "./worker.server.ts";

const TROUBLES: Readonly<Record<string, { title: string; text: string }>> = {
  "writes-refused": {
    title: "nothing can be stored",
    text: "The disk is full, broken or read-only. Nobody can sign in, book or send a form. Free some space; no restart is needed.",
  },
  "database-unavailable": {
    title: "the database is unavailable",
    text: "Pages come from memory, and forms are returned. Check that its server is running.",
  },
  "mail-stuck": {
    title: "no email is being sent",
    text: "Email has been waiting for 15 minutes, and none was sent. Check SMTP_URL and the mail server; “Email” in the console has its reply.",
  },
  "backup-failed": {
    title: "a backup failed",
    text: "The last backup was not made, or BACKUP_COMMAND has not copied it. The next backup is made within the hour.",
  },
  "backup-check-failed": {
    title: "the backup check failed",
    text: "The newest off-site copy could not be fetched, or something is wrong with it.",
  },
  "backup-old": {
    title: "the last backup is more than 26 hours old",
    text: "If the machine failed, everything stored since then would be lost.",
  },
  "disk-nearly-full": {
    title: "the disk is nearly full",
    text: "Once it is full, nobody can sign up, book or send a form. Free some space.",
  },
  "certificate-ends": {
    title: "the certificate expires soon",
    text: "Browsers refuse the site once it has expired. Find out why it was not renewed.",
  },
};

const STOPPED_JOB = {
  title: "a job has stopped",
  text: "A background job of the site has failed. It will be tried again; check whether that succeeds.",
};

const OTHER_ERROR = {
  title: "something failed",
  text: "An unexpected error. The log has a line of level 50.",
};

const ERROR_LEVEL = 50;

const POST_TIMEOUT_MS = 10_000;

/** A database outage must not delay its own alert. */
const STORE_WAIT_MS = 2000;

const LAST_ALERTS_MS = 800;

export type Alert = {
  kind: string;
  at: string;
  title: string;
  text: string;
  event: string;
  id?: string;
  problem?: string;
};

export type AlertChannel = { name: string; send: (alert: Alert) => Promise<void> };

type Queued = { pending: Map<string, Alert>; deliveredAt: Map<string, number> };

export type Alerts = Worker & {
  /** Tries to send each waiting alert once. Never throws. */
  flush: () => Promise<void>;
};

/** The kind of trouble that a line of the log is about, with its title and text; undefined for any other line. */
function troubleOf({ level, event, isJob }: LoggedLine): { kind: string; title: string; text: string } | undefined {
  const known = TROUBLES[event];
  if (known !== undefined) return { kind: event, ...known };
  if (isJob) return { kind: "job-failed", ...STOPPED_JOB };
  return level >= ERROR_LEVEL ? { kind: "server-error", ...OTHER_ERROR } : undefined;
}

export function startAlerts(services: Services, channels: readonly AlertChannel[]): Alerts {
  const { events, log, now } = services;
  const queues = new Map(
    channels.map((channel): [AlertChannel, Queued] => [channel, { pending: new Map(), deliveredAt: new Map() }]),
  );
  /** When this instance raised each kind last. */
  const raisedAt = new Map<string, number>();
  const raising = new Set<Promise<void>>();

  function onLogged(line: LoggedLine): void {
    const trouble = troubleOf(line);
    if (trouble === undefined || now().getTime() - (raisedAt.get(trouble.kind) ?? 0) < HOUR_MS) return;
    raisedAt.set(trouble.kind, now().getTime());
    const { event, id, problem } = line;
    const alert = { ...trouble, at: now().toISOString(), event, ...(id && { id }), ...(problem && { problem }) };
    const raised = raise(alert).finally(() => raising.delete(raised));
    raising.add(raised);
  }

  async function raise(alert: Alert): Promise<void> {
    const isFirst = await within(STORE_WAIT_MS, claimAlert(services, alert));
    if (isFirst === false) return;
    for (const { pending } of queues.values()) pending.set(alert.kind, alert);
    events.emit("alertRaised");
  }

  async function deliver(channel: AlertChannel, { pending, deliveredAt }: Queued): Promise<void> {
    for (const [kind, alert] of [...pending]) {
      if (now().getTime() - (deliveredAt.get(kind) ?? 0) < HOUR_MS) continue;
      try {
        await channel.send(alert);
      } catch (error) {
        const code = errorCode(error) || (error instanceof Error ? error.name : "unknown");
        log.warn({ event: "alert-not-sent", kind, by: channel.name, code }, "will try again in a minute");
        continue;
      }
      deliveredAt.set(kind, now().getTime());
      pending.delete(kind);
    }
  }

  const deliverAll = async () => {
    await Promise.all(raising);
    await Promise.all([...queues].map(([channel, queue]) => deliver(channel, queue)));
  };
  let delivering = Promise.resolve();
  // Sequential: two runs at once would send the same alerts.
  const flush = () => {
    delivering = delivering.then(deliverAll);
    return delivering;
  };
  const settings = {
    intervalMs: MINUTE_MS,
    wokenBy: "alertRaised",
    failure: "alerts-not-sent",
    stopWaitMs: LAST_ALERTS_MS,
  } as const;
  events.on("logged", onLogged);
  const worker = startWorker(services, settings, flush);
  return {
    flush,
    stop: () => {
      events.off("logged", onLogged);
      return worker.stop();
    },
  };
}

/** Claims an alert for this instance. @returns false if an instance has raised its kind within the hour */
async function claimAlert({ db, now }: Services, { kind, at }: Alert): Promise<boolean> {
  const hourAgo = new Date(now().getTime() - HOUR_MS).toISOString();
  try {
    const claimed = await db
      .insertInto("alerts")
      .values({ kind, told_at: at })
      .onConflict((conflict) =>
        conflict.column("kind").doUpdateSet({ told_at: at }).where("alerts.told_at", "<=", hourAgo),
      )
      .returning("kind")
      .execute();
    return claimed.length > 0;
  } catch {
    return true;
  }
}

export function alertChannels(services: Services, transport: Pick<MailTransport, "send">): AlertChannel[] {
  const { operatorEmail, alertUrl } = services.config;
  const mail = operatorEmail && {
    name: "mail",
    send: (alert: Alert) => transport.send(mailOf(services, operatorEmail, alert)),
  };
  const post = alertUrl && { name: "post", send: (alert: Alert) => postAlert(services, alertUrl, alert) };
  return [mail, post].filter((channel) => channel !== undefined && channel !== "");
}

function mailOf({ config, version }: Services, recipient: string, { at, title, text, event, id, problem }: Alert) {
  const site = siteOrigin(config);
  const lines = [
    text,
    ...(problem === undefined ? [] : [problem]),
    "",
    `Site: ${site}, version ${version}`,
    `At: ${at}`,
    `Log event: ${event}${id === undefined ? "" : `, request ${id}`}`,
    "",
    "You get at most one email an hour of this kind.",
    "",
  ];
  const messageId = randomUUID();
  return {
    ...{ id: messageId, message_id: `<${messageId}@${config.staffEmail.split("@").at(-1)}>`, created_at: at },
    ...{ recipient, reply_to: "", body_html: null, unsubscribe_url: null },
    subject: `${new URL(site).host}: ${title}`,
    body_text: lines.join("\n"),
  };
}

async function postAlert({ config, version }: Services, url: string, alert: Alert): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ site: siteOrigin(config), version, ...alert }),
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error("ALERT_URL refused the alert"), { code: String(response.status) });
}
