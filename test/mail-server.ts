/** A real mail server in the process of the test, which can be as bad as mail servers are. */
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type MailServer = {
  url: string;
  /** The mails it took, as they came, oldest first. */
  received: string[];
  /** How many mails were sent to it whole. */
  attempts: () => number;
  close: () => Promise<void>;
};

/** What becomes of a mail that has been sent whole: refused, left without an answer, or taken; null takes it. */
export type Verdict = Error | "drop" | "stall" | null;

/**
 * Starts the server. `drop` takes the mail and breaks the line before its sender hears of it.
 * @param answer decides about each mail; attempts are counted from 1
 * @param port a free one when 0
 */
export async function startMailServer(
  answer: (attempt: number, mail: string) => Verdict,
  port = 0,
): Promise<MailServer> {
  const received: string[] = [];
  let attempts = 0;
  const onData: SMTPServerOptions["onData"] = (stream, session, callback) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      attempts += 1;
      const mail = Buffer.concat(chunks).toString();
      const verdict = answer(attempts, mail);
      if (verdict === "stall") return;
      if (verdict === null || verdict === "drop") received.push(mail);
      if (verdict === "drop") cutOff(session.id);
      else callback(verdict);
    });
  };
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], onData });
  const cutOff = (sessionId: string) => {
    // The server keeps its connections in a set that its types don't mention; a test may look.
    const { connections } = server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> };
    for (const connection of connections) if (connection.id === sessionId) connection._socket.destroy();
  };
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    attempts: () => attempts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What a mail server says no with: 4xx for now, 5xx for ever. */
export function mailRefusal(responseCode: number): Error {
  return Object.assign(new Error("not now"), { responseCode });
}
