/** A real SMTP server in the test's process, which can fail like other mail servers. */
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listen } from "./listen.ts";

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The outcome of a completely received mail: rejected, left without a response, or accepted (null). */
export type Verdict = Error | "drop" | "stall" | null;

/** The server's response before an email is sent: an error, or null. With `login` it requires authentication. */
type Answers = {
  greeting?: () => Error | null;
  login?: () => Error | null;
  sender?: () => Error | null;
  recipient?: (address: string) => Error | null;
};

/**
 * Starts the server. `drop` accepts the mail and closes the connection before its response.
 * @param decide returns the verdict on each mail; attempts are counted from 1
 * @param port a free one when 0
 */
export async function startMailServer(
  decide: (attempt: number, mail: string) => Verdict,
  port = 0,
  { greeting, login, sender, recipient }: Answers = {},
) {
  const received: string[] = [];
  let [attempts, connections, logins] = [0, 0, 0];
  const onData: SMTPServerOptions["onData"] = (stream, session, callback) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      attempts += 1;
      const mail = Buffer.concat(chunks).toString();
      const verdict = decide(attempts, mail);
      if (verdict === "stall") return;
      if (verdict === null || verdict === "drop") received.push(mail);
      if (verdict !== "drop") return callback(verdict);
      for (const connection of open) if (connection.id === session.id) connection._socket.destroy();
    });
  };
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: login === undefined ? ["STARTTLS", "AUTH"] : ["STARTTLS"],
    onConnect: (_, callback) => {
      connections += 1;
      callback(greeting?.());
    },
    onAuth: (_, __, callback) => {
      logins += 1;
      const error = login?.();
      if (error) callback(error);
      else callback(null, { user: "gym" });
    },
    onMailFrom: (_, __, callback) => callback(sender?.()),
    onRcptTo: ({ address }, _, callback) => callback(recipient?.(address)),
    onData,
  });
  // The server keeps its connections in a set that its types lack.
  const open = (server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }).connections;
  server.on("error", () => {});
  const usedPort = await listen(server.server, port);
  return {
    url: `smtp://${login === undefined ? "" : "gym:secret@"}127.0.0.1:${usedPort}`,
    /** The accepted mails, as received, oldest first. */
    received,
    /** The number of mails received completely. */
    attempts: () => attempts,
    connections: () => connections,
    logins: () => logins,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Otherwise closing waits for idle connections.
      for (const connection of open) connection._socket.destroy();
      return closed;
    },
  };
}

/** A mail server's error response: 4xx is temporary, 5xx permanent. @param message begins with the enhanced status, if there is one */
export function mailError(responseCode: number, message = "not now"): Error {
  return Object.assign(new Error(message), { responseCode });
}
