/** The mail transport: SMTP, or files when no mail server is set. */
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Selectable } from "kysely";
import type { Logger } from "pino";
import { BRAND, type Config } from "./config.ts";
import { DAY_MS } from "./durations.ts";
import { errorCode } from "./errors.ts";
import { isAboutRecipient, SENDER_REFUSED } from "./mail-messages.ts";
import type { Tables } from "./schema.ts";
import type { Services } from "./services.ts";
import { withoutBidiControls } from "./text.ts";

export type MailToSend = Pick<
  Selectable<Tables["outbox"]>,
  | "id"
  | "created_at"
  | "message_id"
  | "recipient"
  | "reply_to"
  | "subject"
  | "body_text"
  | "body_html"
  | "unsubscribe_url"
>;

export type MailTransport = {
  /** Resolves when the mail server has accepted the mail, or its file is on disk. @throws otherwise */
  send: (mail: MailToSend) => Promise<void>;
  /** Closes the connection to the mail server, also in the middle of an email. */
  close: () => void;
};

/** The limit for each step of the SMTP dialogue, so that a stalled server can't block the worker. */
const STEP_TIMEOUT_MS = 10_000;

export const SEND_TIMEOUT_MS = 60_000;

const IDLE_CONNECTION_MS = 5_000;

type MailOptions = {
  /** How long a mail server may take for one step, and for all steps. */
  stepTimeoutMs?: number;
  sendTimeoutMs?: number;
  senderName?: () => Promise<string>;
};

export function createMailTransport(
  config: Config,
  log: Logger,
  { stepTimeoutMs, sendTimeoutMs, senderName = async () => BRAND }: MailOptions = {},
): MailTransport {
  const from = async () => ({ name: await senderName(), address: config.staffEmail });
  if (config.smtpUrl === undefined) return fileTransport(config, log, from);
  return smtpTransport(config.smtpUrl, from, stepTimeoutMs, sendTimeoutMs);
}

type Sender = () => Promise<{ name: string; address: string }>;

/** Loaded on demand: it takes 25 MB, and a site without a mail server may send no mail for a long time. */
const nodemailer = () => import("nodemailer");

/** Keeps one connection for all mails: mail servers count connections and logins. */
function smtpTransport(
  url: string,
  from: Sender,
  stepTimeoutMs = STEP_TIMEOUT_MS,
  sendTimeoutMs = SEND_TIMEOUT_MS,
): MailTransport {
  // Loading takes up to a second, which would delay the first mail after a start. If it fails, `send` reports it.
  nodemailer().catch(() => {});
  const open = async () => {
    const { createTransport } = await nodemailer();
    const opened = createTransport({
      url,
      pool: true,
      maxConnections: 1,
      // Enough if the server has closed the idle connection.
      maxRequeues: 1,
      idleTimeout: IDLE_CONNECTION_MS,
      connectionTimeout: stepTimeoutMs,
      greetingTimeout: stepTimeoutMs,
      socketTimeout: stepTimeoutMs,
      dnsTimeout: stepTimeoutMs,
    });
    opened.use("stream", keepLinesWhole);
    return opened;
  };
  let pool: Awaited<ReturnType<typeof open>> | undefined;
  return {
    async send(mail) {
      pool ??= await open();
      const signal = AbortSignal.timeout(sendTimeoutMs);
      try {
        await pool.sendMail({ ...(await messageOf(from, mail)), signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        const message = `The mail server took more than ${sendTimeoutMs} ms`;
        throw Object.assign(new Error(message), { code: "ETIMEDOUT" });
      }
    },
    close: () => pool?.close({ force: true }),
  };
}

/** How long sent mail is stored: it quotes what people typed, so no longer than needed for questions about it. */
export const SENT_MAIL_RETENTION_DAYS = 30;

/** Removes mail that was written into the data folder more than 30 days ago. */
export async function removeOldMailFiles({ config, now }: Services): Promise<void> {
  const folder = mailFolder(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const before = now().getTime() - SENT_MAIL_RETENTION_DAYS * DAY_MS;
  for (const name of names) {
    const file = join(folder, name);
    if ((await stat(file)).mtimeMs < before) await rm(file, { force: true });
  }
}

/** Removes the files of these mails from the data folder. Never throws: the rest is removed after 30 days. */
export async function removeMailFiles({ config, log }: Services, ids: readonly string[]): Promise<void> {
  const files = ids.map((id) => join(mailFolder(config), `${id}.eml`));
  try {
    await Promise.all(files.map((file) => rm(file, { force: true })));
  } catch (error) {
    log.warn({ event: "mail-files-not-removed", err: error }, "could not remove the files of deleted mail");
  }
}

export function mailFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "mail");
}

/** Writes `mail/<id>.eml` in the data folder; sending the same mail again replaces the file. */
function fileTransport(config: Config, log: Logger, from: Sender): MailTransport {
  const folder = mailFolder(config);
  return {
    async send(mail) {
      const { createTransport } = await nodemailer();
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      composer.use("stream", keepLinesWhole);
      const { message } = await composer.sendMail(await messageOf(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.id}.eml`);
      const handle = await open(`${file}.part`, "w", 0o600);
      try {
        // A Buffer, because of the option `buffer`; its type allows for a stream too.
        await handle.writeFile(message as Buffer);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.part`, file);
      log.info({ event: "mail-written", mail: mail.id }, "no mail server is set: wrote the mail into the data folder");
    },
    close: () => {},
  };
}

/** The longest line that SMTP allows (RFC 5321, section 4.5.3.1.6: 1000 octets with the line break). */
const LINE_MAX_CHARACTERS = 998;

/** The part of nodemailer's `MimeNode` that the plugin uses: an email, or a part of one. */
type MimePart = { content?: unknown; childNodes: MimePart[]; getTransferEncoding: () => string | false };

/** A nodemailer plugin that sends texts unencoded where possible, so that long links stay whole in `.eml` files. */
function keepLinesWhole({ message }: { message: MimePart }, done: () => void): void {
  // A mail with one text has it in itself, a mail with several in its parts.
  for (const part of [message, ...message.childNodes]) {
    if (canBeSentUnencoded(part.content)) part.getTransferEncoding = () => "7bit";
  }
  done();
}

function canBeSentUnencoded(content: unknown): boolean {
  return (
    typeof content === "string" &&
    /^[\t\n\x20-\x7e]*$/.test(content) &&
    content.split("\n").every((line) => line.length <= LINE_MAX_CHARACTERS)
  );
}

/** The subject without control characters, encoded if a mail program would otherwise change it. */
async function subjectOf({ subject }: MailToSend): Promise<string> {
  const plain = withoutBidiControls(subject.replace(/\p{Cc}+/gu, " "));
  if (!plain.includes("=?")) return plain;
  // The recipient's mail program would decode a subject that looks like an encoded word.
  const { encodeWord } = await import("nodemailer/lib/mime-funcs");
  return encodeWord(plain, "B", 52);
}

/** Why an email could not be sent. `code`: the server's or network's; `reply`: the server's text on one line. */
export type MailFailure = {
  code: string;
  reply: string;
  /** Other mail would fail as well: the server can't be reached, refuses the login, or accepts no mail for now. */
  concernsAllMail: boolean;
};

const MAX_REPLY_CHARACTERS = 300;

const CONNECTION_CODES: readonly string[] = [
  ...["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS", "EPROTOCOL", "EPROXY", "EAUTH", "ENOAUTH"],
  SENDER_REFUSED,
];

/** The reason of an error of `send`. The reply may quote the recipient, so it must not be logged. */
export function mailFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) return { code: "unknown", reply: "", concernsAllMail: false };
  const response = "response" in error && typeof error.response === "string" ? error.response : "";
  const reply = withoutBidiControls(response.replace(/[\p{Cc}\s]+/gu, " "))
    .trim()
    .slice(0, MAX_REPLY_CHARACTERS);
  const code = failureCode(error, reply);
  const isTemporary = code.startsWith("4") && !isAboutRecipient(code);
  return { code, reply, concernsAllMail: isTemporary || CONNECTION_CODES.includes(code) };
}

/** The reply's number and status. A permanent refusal of all mail has nodemailer's code instead. */
function failureCode(error: Error, reply: string): string {
  const [, number = "", status] = /^([45]\d\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(reply) ?? [];
  const ownCode = errorCode(error) || error.name;
  const isTooLarge = number === "552";
  if (number.startsWith("5") && !isTooLarge) {
    if ("command" in error && error.command === "MAIL FROM") return SENDER_REFUSED;
    if (CONNECTION_CODES.includes(ownCode)) return ownCode;
  }
  if (number === "") return ownCode;
  return status === undefined ? number : `${number} ${status}`;
}

async function messageOf(from: Sender, mail: MailToSend) {
  return {
    from: await from(),
    to: { name: "", address: mail.recipient },
    ...(mail.reply_to === "" ? {} : { replyTo: { name: "", address: mail.reply_to } }),
    messageId: mail.message_id,
    date: new Date(mail.created_at),
    subject: await subjectOf(mail),
    text: mail.body_text,
    ...(mail.body_html === null ? {} : { html: mail.body_html }),
    // RFC 3834: prevents out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 8058: the mail program shows its own button, which posts to the address without opening a page. */
function unsubscribeHeaders({ unsubscribe_url: address }: MailToSend): Record<string, string> {
  if (address === null) return {};
  return { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
