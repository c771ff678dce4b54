import type { DatabaseKind } from "../../app/platform/database.server.ts";
import { createMailTransport, type MailTransport } from "../../app/platform/mail.server.ts";
import { sendDueMail } from "../../app/platform/outbox-worker.server.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { openTestSite } from "./test-services.ts";

export type MailSite = Awaited<ReturnType<typeof openMailSite>>;

/** A test site with a mail server in the test's process; the test runs the outbox worker. */
export async function openMailSite(kind: DatabaseKind) {
  const site = await openTestSite(kind);
  const workerState = { failures: 0, pausedUntil: new Date(0), isStuckLogged: false };
  let server: MailServer | undefined;
  let transport: MailTransport | undefined;
  return {
    ...site,
    server: () => {
      if (server === undefined) throw new Error("The test has started no mail server");
      return server;
    },
    /** Starts a server with a new transport; with a given port the existing transport is kept. */
    startServer: async (...[decide, port, answers]: Parameters<typeof startMailServer>) => {
      server = await startMailServer(decide, port, answers);
      if (port) return;
      transport = createMailTransport({ ...site.services.config, smtpUrl: server.url }, site.services.log);
    },
    /** Runs the worker once. */
    sendMail: async () => {
      if (transport !== undefined) await sendDueMail(site.services, transport, undefined, workerState);
    },
    close: async () => {
      transport?.close();
      await server?.close();
      await site.close();
    },
  };
}
