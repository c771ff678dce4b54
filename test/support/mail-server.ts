/** A real SMTP server in the process of the test, which can fail as mail servers do. */
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type MailServer = {
  url: string;
  /** The accepted mails, as received, oldest first. */
  received: string[];
  /** How many mails were sent to it completely. */
  attempts: () => number;
  close: () => Promise<void>;
};

/** The outcome of a completely sent mail: rejected, left without a response, or accepted (null). */
export type Verdict = Error | "drop" | "stall" | null;

/**
 * Starts the server. `drop` accepts the mail and closes the connection before its response.
 * @param decide returns the verdict on each mail; attempts are counted from 1
 * @param port a free one when 0
 */
export async function startMailServer(
  decide: (attempt: number, mail: string) => Verdict,
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
      const verdict = decide(attempts, mail);
      if (verdict === "stall") return;
      if (verdict === null || verdict === "drop") received.push(mail);
      if (verdict === "drop") cutOff(session.id);
      else callback(verdict);
    });
  };
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], onData });
  const cutOff = (sessionId: string) => {
    // The server has its connections in a set that is not in its types.
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

/** A mail server's error response: 4xx is temporary, 5xx permanent. */
export function mailError(responseCode: number): Error {
  return Object.assign(new Error("not now"), { responseCode });
}
