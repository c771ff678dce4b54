/** Each kind of trouble reaches the operator by email and by POST, at most once an hour. */
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:tls";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { alertChannels, startAlerts } from "../../app/platform/alerts.server.ts";
import { recordBackup } from "../../app/platform/backup-state.server.ts";
import type { Config } from "../../app/platform/config.ts";
import { HOUR_MS, MINUTE_MS } from "../../app/platform/durations.ts";
import { createMailTransport } from "../../app/platform/mail.server.ts";
import { sendDueMail } from "../../app/platform/outbox-worker.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { startWorker } from "../../app/platform/worker.server.ts";
import { listen } from "../../test/support/listen.ts";
import { type MailServer, startMailServer } from "../../test/support/mail-server.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { startBackups } from "./backups.ts";
import { openServices, openSite } from "./bootstrap.ts";
import { watch } from "./watch.ts";

/** A certificate for `localhost` that expires on 7 December 2026, only for this test. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgglKdLnh9L3ngCBQ6
zpz6Rs11osYDI+/TWFy2vtfa2u+hRANCAARYuX6OTrOGPpm3pNHEjaGt0iSUYQ9C
2K3ftbQWZPhFYrYbVEiu7iI3Vc6fwCV2TT2RopnquE76ou71iCNnZlWl
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfjCCASOgAwIBAgIULHTVGmgLcQB8jqsgV9Q3AR9k6+QwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyNzA4NDkwMVoXDTI2MTIwNzA4
NDkwMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEWLl+jk6zhj6Zt6TRxI2hrdIklGEPQtit37W0FmT4RWK2G1RIru4iN1XO
n8Aldk09kaKZ6rhO+qLu9YgjZ2ZVpaNTMFEwHQYDVR0OBBYEFOJaqcpSaStsNe+Y
Rz1JCNL+oSuGMB8GA1UdIwQYMBaAFOJaqcpSaStsNe+YRz1JCNL+oSuGMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMBY0DrV8IwOYAQV7OJzmgCd
POsZZLRgxqFBk1p6GdrNAiEA25Ft+CcAiIk6hSWqqbPJGQMgXGzY2rhjGdzBhGk4
xvA=
-----END CERTIFICATE-----
`;

/** As a library passes it on. */
const FULL = new Error("not stored", { cause: Object.assign(new Error("full"), { code: "53100" }) });

/** A server that accepts posted alerts. */
async function startSink(status: (kind: string) => number) {
  const posted: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const alert = JSON.parse(body);
      if (status(alert.kind) < 300) posted.push(alert);
      response.writeHead(status(alert.kind)).end();
    });
  });
  return { posted, url: `http://127.0.0.1:${await listen(server)}/alerts`, close: () => void server.close() };
}

describe.each(ENGINES)("the operator is alerted, on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  let mailServer: MailServer;
  let sink: Awaited<ReturnType<typeof startSink>>;
  let sinkStatus: number;
  let services: Services;

  beforeEach(async () => {
    sinkStatus = 200;
    mailServer = await startMailServer(() => null);
    onTestFinished(mailServer.close);
    sink = await startSink((kind) => (kind === "writes-refused" ? 200 : sinkStatus));
    onTestFinished(sink.close);
    services = site.services;
    services = withSettings({ operatorEmail: "operator@example.com", alertUrl: sink.url, smtpUrl: mailServer.url });
  });

  const withSettings = (settings: Partial<Config>) => ({ ...services, config: { ...services.config, ...settings } });

  function start(instance = services, timeouts: Parameters<typeof createMailTransport>[2] = {}) {
    const transport = createMailTransport(instance.config, instance.log, timeouts);
    const alerts = startAlerts(instance, alertChannels(instance, transport));
    onTestFinished(async () => {
      await alerts.stop();
      transport.close();
    });
    return alerts;
  }

  const kinds = () => sink.posted.map((alert) => alert.kind);

  async function sentKinds(alerts: ReturnType<typeof startAlerts>): Promise<(string | undefined)[]> {
    await alerts.flush();
    await expect.poll(() => mailServer.received.length).toBe(sink.posted.length);
    return kinds();
  }

  test("of every kind of trouble, once an hour", async () => {
    const alerts = start();
    const causes: Record<string, () => unknown> = {
      "server-error": () => services.log.error({ event: "request", id: "7", status: 500 }, "request"),
      "writes-refused": () => void services.databaseState.noteFailure(FULL),
      "job-failed": () => {
        const work = () => Promise.reject(new Error("on purpose"));
        return startWorker(services, { intervalMs: HOUR_MS, failure: "booking-jobs-failed" }, work).stop();
      },
      "mail-stuck": async () => {
        const mail = { to: "zawadi@example.com", subject: "Habari", text: "Habari" };
        await transact(services, ({ queueMail }) => queueMail(mail));
        site.passTime(16 * MINUTE_MS);
        const refusal = Object.assign(new Error("No"), { code: "ECONNECTION" });
        await sendDueMail(services, { send: () => Promise.reject(refusal) });
      },
      "backup-failed": async () => {
        const backups = startBackups(withSettings({ backupCommand: "false {}", dataDir: "/nowhere" }));
        await expect.poll(() => site.logged.map(({ event }) => event)).toContain("backup-failed");
        await backups.stop();
      },
      "backup-check-failed": async () => {
        await recordBackup(services, { away_at: services.now().toISOString(), check_problem: "It is damaged." });
        const backups = startBackups(withSettings({ backupCommand: "false {}", backupCheckCommand: "false {}" }));
        await expect.poll(() => site.logged.map(({ event }) => event)).toContain("backup-check-failed");
        await backups.stop();
      },
      "backup-old": async () => {
        const made_at = new Date(services.now().getTime() - 27 * HOUR_MS).toISOString();
        await recordBackup(services, { made_at, problem: "No power." });
        await watch(services);
        await recordBackup(services, { made_at: services.now().toISOString() });
      },
      "disk-nearly-full": () => watch(withSettings({ dataDir: "/proc" })),
      "certificate-ends": async () => {
        const server = createTlsServer({ key: KEY, cert: CERTIFICATE });
        onTestFinished(() => void server.close());
        const secure = withSettings({ publicUrl: `https://localhost:${await listen(server)}` });
        const at = (day: string) => ({ ...secure, now: () => new Date(day) });
        const lines = () => site.logged.filter(({ event }) => event === "certificate-ends").length;
        const before = lines();
        await watch(at("2026-11-22"));
        expect(lines()).toBe(before);
        await watch(at("2026-11-24"));
      },
    };
    const expected: string[] = [];
    for (const [name, cause] of Object.entries(causes)) {
      await cause();
      expected.push(name);
      expect(await sentKinds(alerts), name).toEqual(expected);
      await cause();
      expect(await sentKinds(alerts), name).toEqual(expected);
    }
    const sender = { site: "http://localhost:3000", version: "0.0.0 (tests)" };
    expect(sink.posted[0]).toMatchObject({ title: "something failed", event: "request", id: "7", ...sender });
    expect(sink.posted[5]).toMatchObject({ problem: "It is damaged." });
    expect(sink.posted[6]).toMatchObject({ problem: expect.stringMatching(/^It was made 2026-.+\. No power\.$/) });
    expect(mailServer.received[1]).toMatch(/^To: operator@example\.com/m);
    expect(mailServer.received[1]).toMatch(/^Subject: localhost:3000: nothing can be stored/m);

    site.passTime(HOUR_MS);
    // A backup that is due, and ended by a stop.
    await startBackups(withSettings({ backupCommand: "false {}" })).stop();
    services.log.error({ event: "form-failed" }, "a form could not be saved");
    expect(await sentKinds(alerts)).toEqual([...expected, "server-error"]);
  }, 30_000);

  test("by only one of two instances, and not again after a restart", async () => {
    const second = await site.secondInstance();
    const [a, b] = [start(), start({ ...second.services, config: services.config })];
    services.log.error({ event: "form-failed" }, "on purpose");
    second.services.log.error({ event: "form-failed" }, "on purpose");
    await b.flush();
    expect(await sentKinds(a)).toEqual(["server-error"]);
    await a.stop();
    const again = start();
    services.log.error({ event: "form-failed" }, "on purpose");
    expect(await sentKinds(again)).toEqual(["server-error"]);
  });

  test("as soon as the channel works again, still once an hour, and even if this can't be stored", async () => {
    const alerts = start();
    sinkStatus = 404;
    services.log.error({ event: "form-failed" }, "on purpose");
    await alerts.flush();
    expect(mailServer.received).toHaveLength(1);
    site.passTime(HOUR_MS);
    services.log.error({ event: "form-failed" }, "on purpose");
    services.databaseState.noteFailure(FULL);
    await alerts.flush();
    expect(mailServer.received).toHaveLength(3);
    expect(kinds(), "not held up by the other").toEqual(["writes-refused"]);
    site.passTime(HOUR_MS - MINUTE_MS);
    sinkStatus = 204;
    await alerts.flush();
    expect(kinds()).toEqual(["writes-refused", "server-error"]);
    site.passTime(MINUTE_MS);
    services.log.error({ event: "form-failed" }, "on purpose");
    await alerts.flush();
    expect(kinds(), "an hour after it was raised, a minute after it arrived").toHaveLength(2);
    site.passTime(HOUR_MS);
    await services.db.schema.dropTable("alerts").execute();
    services.log.error({ event: "form-failed" }, "on purpose");
    await alerts.flush();
    expect(kinds()).toEqual(["writes-refused", "server-error", "server-error"]);
  });

  test("even during a database outage, and with a silent mail server", async () => {
    const silent = await startMailServer(() => "stall");
    onTestFinished(silent.close);
    const away = { ...withSettings({ smtpUrl: silent.url }), db: (await site.secondInstance()).services.db };
    await away.db.destroy();
    const alerts = start(away, { stepTimeoutMs: 200, sendTimeoutMs: 500 });
    services.log.warn({ event: "database-unavailable" }, "on purpose");
    await alerts.flush();
    expect(kinds()).toEqual(["database-unavailable"]);
    expect(site.logged).toContainEqual(expect.objectContaining({ event: "alert-not-sent", by: "mail" }));
  });
});

test("a started site makes backups, checks their age, and alerts its operator", async () => {
  const sink = await startSink(() => 200);
  onTestFinished(sink.close);
  const settings = { DATA_DIR: await temporaryFolder(), BACKUP_COMMAND: "false {}", ALERT_URL: sink.url };
  // The process that makes the backup reads the site's own environment.
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const prepared = await openSite(settings, { logLevel: "silent", now: () => new Date() });
  if ("problems" in prepared) throw new Error(prepared.problems.join());
  const away_at = new Date(Date.now() - 27 * HOUR_MS).toISOString();
  await recordBackup(prepared.services, { away_at });
  await prepared.close();
  const started = await openServices(settings, "error");
  if ("problems" in started) throw new Error(started.problems.join());
  await expect.poll(() => sink.posted.map(({ kind }) => kind).sort()).toEqual(["backup-failed", "backup-old"]);
  expect(sink.posted.find(({ kind }) => kind === "backup-failed")?.problem).toMatch(/^BACKUP_COMMAND exited with 1/);
  await started.close();
});
