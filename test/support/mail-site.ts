import PostalMime, { type Email } from "postal-mime";
import { afterEach, beforeEach } from "vitest";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import { createMailTransport, type MailTransport } from "../../app/platform/mail.server.ts";
import type { NewMail } from "../../app/platform/outbox.server.ts";
import { sendDueMail } from "../../app/platform/outbox-worker.server.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { openTestSiteBeforeEach } from "./test-services.ts";

const MAIL = { to: "zawadi@example.com", subject: "Habari", text: "Karibu\n" };

const newWorkerState = () => ({ failures: 0, pausedUntil: new Date(0), isStuckLogged: false });

/** Opens a site before each test, whose outbox the test empties: into files, or to a mail server in the test's process. */
export function openMailSiteBeforeEach(kind: DatabaseKind) {
  const site = openTestSiteBeforeEach(kind);
  let workerState = newWorkerState();
  let server: MailServer | undefined;
  let transport: MailTransport | undefined;
  beforeEach(() => {
    [workerState, server, transport] = [newWorkerState(), undefined, undefined];
  });
  afterEach(async () => {
    transport?.close();
    await server?.close();
  });
  const connect = (smtpUrl?: string) => createMailTransport({ ...site.services.config, smtpUrl }, site.services.log);

  return Object.assign(site, {
    server: () => {
      if (server === undefined) throw new Error("The test has started no mail server");
      return server;
    },
    /** Starts a server with a new transport; with a given port the existing transport is kept. */
    startServer: async (...[decide, port, answers]: Partial<Parameters<typeof startMailServer>>) => {
      server = await startMailServer(decide ?? (() => null), port, answers);
      if (!port) transport = connect(server.url);
    },
    /** Runs the worker once. */
    sendMail: () => {
      transport ??= connect();
      return sendDueMail(site.services, transport, undefined, workerState);
    },
    /** Queues emails in one transaction. */
    queue: (...mails: Partial<NewMail>[]): Promise<string[]> =>
      transact(site.services, async ({ queueMail }) => {
        const ids: string[] = [];
        for (const mail of mails) ids.push(await queueMail({ ...MAIL, ...mail } as NewMail));
        return ids;
      }),
    outboxRows: () => site.services.db.selectFrom("outbox").selectAll().orderBy("recipient").execute(),
    unsent: () => site.services.db.selectFrom("outbox").selectAll().where("sent_at", "is", null).execute(),
    logLines: (...events: string[]) => site.logged.filter(({ event }) => events.includes(String(event))),
    /** The emails that the server has accepted. */
    received: (): Promise<Email[]> => Promise.all((server?.received ?? []).map((mail) => PostalMime.parse(mail))),
  });
}
