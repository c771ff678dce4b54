/**
 * The socket side of the site: what a Request can't show is refused here, clients that are slow can't hold it, and it
 * stops without failing anyone.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import type { QuickAnswers } from "../cache/fast-path.ts";
import { SENTENCES } from "../middleware/error-responses.ts";
import { createConnectionKeeper } from "./connection-limits.ts";

/** The limits of one server. A test sets smaller ones. */
export type Limits = {
  /** The headers of a request must be here within this of its first byte, or of the connection. */
  headersMs: number;
  /** The whole request, its body too. */
  requestMs: number;
  /** A kept connection without a request. */
  idleMs: number;
  /** The whole answer must be taken within this: a large picture on a very slow line. */
  answerMs: number;
  /** One more, and the connection that has waited longest on its client is closed. */
  connections: number;
};

const LIMITS: Limits = { headersMs: 10_000, requestMs: 15_000, idleMs: 20_000, answerMs: 120_000, connections: 2000 };

/** Requests that a client may send ahead on one connection. Browsers send none; one more ends the connection. */
const MOST_AHEAD = 8;

/**
 * The longest request target that is read, in bytes: what RFC 9110 section 4.1 recommends that everybody supports. The
 * site's own longest (a form by GET) has a few hundred; trackers of advertisements add one or two thousand.
 */
const MAX_TARGET_BYTES = 8000;

/** How often overdue connections are looked for. */
const LOOK_EVERY_MS = 2000;

/** How long a refused connection is read on, so that the client gets to see the refusal. */
const REFUSED_LINGER_MS = 500;

/** How long the site goes on answering after it is told to stop, so that kept connections end after an answer. */
const LEAVE_MS = 2000;

/** How long a moment is looked for in which nobody waits at the door. */
const DOOR_MS = 3000;

/** How long requests in hand may take after that. */
const FINISH_MS = 4000;

export type SiteServer = {
  server: Server;
  /** From the moment it is told to stop. */
  isStopping: () => boolean;
  /**
   * Ends every kept connection after its next answer, then takes no more, and resolves when all requests in hand are
   * answered, after nine seconds at most.
   * @param atOnce nobody is expected to come while it stops: take no more from now on
   */
  stop: (atOnce?: boolean) => Promise<void>;
};

/** `requestId` is the one that goes into the log and into `X-Request-Id`. */
type Answer = (request: Request, connection: { peerAddress: string; requestId: string }) => Promise<Response>;

export type SiteServerOptions = Partial<Limits> & {
  answerQuickly?: QuickAnswers;
  /** The host of a request by HTTP/1.0 without `Host`, as health checks send it (RFC 9112 section 3.3). */
  defaultHost?: string;
};

/** Makes the server; it listens when told to. `answerQuickly` is tried first, where there is one. */
export function createSiteServer(
  answer: Answer,
  log: Logger,
  { answerQuickly, defaultHost = "localhost", ...limits }: SiteServerOptions = {},
): SiteServer {
  const { headersMs, requestMs, idleMs, answerMs, connections } = { ...LIMITS, ...limits };
  const idleSeconds = Math.floor(idleMs / 1000);
  const keeper = createConnectionKeeper({ most: connections, answerMs });
  let stopping = false;

  /** The id of the request of a connection that was handed to the site, which logs it. */
  const requestIds = new WeakMap<Socket, string>();

  const listener = getRequestListener(
    (request, { incoming: { socket } }) =>
      answer(request, { peerAddress: socket.remoteAddress ?? "", requestId: requestIds.get(socket) ?? randomUUID() }),
    {
      hostname: defaultHost,
      overrideGlobalObjects: false,
      errorHandler(error) {
        const id = randomUUID();
        // Only a target or a Host that is no address comes here; the site itself answers whatever else goes wrong.
        const isMalformed = error instanceof Error && error.name === "RequestError";
        log[isMalformed ? "info" : "error"](
          { event: "bad-request", id, ...(isMalformed ? {} : { err: error }) },
          "refused",
        );
        const sentence = isMalformed ? SENTENCES.malformed : SENTENCES.failed;
        return new Response(sentence, { status: isMalformed ? 400 : 500, headers: { ...PLAIN, "X-Request-Id": id } });
      },
    },
  );

  /** What begins each request that was sent ahead on a connection. */
  const ahead = new WeakMap<Socket, (() => void)[]>();

  /**
   * Begins a request when those before it on its connection are answered. Begun all at once, as the parser hands them
   * over, each would be worked on and hold an answer, however many come in one packet and though nobody reads.
   */
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    if (outgoing.socket === socket) {
      begin(incoming, outgoing);
      return;
    }
    if (socket.destroyed) return;
    const waiting = ahead.get(socket) ?? [];
    ahead.set(socket, waiting);
    if (waiting.push(() => begin(incoming, outgoing)) <= MOST_AHEAD) return;
    log.info({ event: "bad-request", id: randomUUID(), code: "TOO_MANY_AHEAD" }, "refused");
    stopParsing(socket);
    socket.destroy();
  };

  const refuseRequest = (outgoing: ServerResponse, status: number, sentence: string) => {
    const id = randomUUID();
    log.info({ event: "bad-request", id, status }, "refused");
    const rest = { "X-Request-Id": id, "Content-Length": Buffer.byteLength(sentence), Connection: "close" };
    outgoing.writeHead(status, { ...PLAIN, ...rest }).end(sentence);
  };

  /** Waits for the end of a chunked body that must be empty: GET and HEAD have no use for any other. */
  const awaitEmptyBody = (incoming: IncomingMessage, outgoing: ServerResponse, then: () => void) => {
    const onData = () => {
      incoming.off("end", then).pause();
      refuseRequest(outgoing, 413, SENTENCES.tooLarge);
    };
    incoming.once("end", then).once("data", onData);
  };

  const begin = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    if (!socket.writable) return;
    const beginNext = () => ahead.get(socket)?.shift()?.();
    if (!stopping && answerQuickly?.(incoming, outgoing, idleSeconds)) {
      // Most often the system took the whole answer, and there is nothing to keep watch over.
      if (socket.writableLength === 0) {
        keeper.answered(socket);
        beginNext();
        return;
      }
      keeper.began(socket, outgoing);
      outgoing.once("close", beginNext);
      return;
    }
    keeper.began(socket, outgoing);
    outgoing.once("close", beginNext);
    if (stopping) outgoing.setHeader("Connection", "close");
    requestIds.delete(socket);
    if ((incoming.url ?? "").length > MAX_TARGET_BYTES) return refuseRequest(outgoing, 414, SENTENCES.longAddress);
    if (!takeTarget(incoming)) return refuseRequest(outgoing, 400, SENTENCES.malformed);
    const handOver = () => {
      requestIds.set(socket, randomUUID());
      void listener(incoming, outgoing);
    };
    const { method, headers } = incoming;
    if (method === "GET" || method === "HEAD") {
      // Small bodies that nobody needs are left unread.
      if (Number(headers["content-length"] ?? 0) > MOST_ANNOUNCED_BYTES) {
        return refuseRequest(outgoing, 413, SENTENCES.tooLarge);
      }
      if (headers["transfer-encoding"] !== undefined) {
        return awaitEmptyBody(incoming, outgoing, handOver);
      }
    }
    handOver();
  };

  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersMs),
    // A request without a body needs no stream made ready to read one.
    optimizeEmptyRequests: true,
    // It is refused with a sentence, as others are that say nothing of where they go.
    requireHostHeader: false,
  });
  // A backstop above the keeper's own limit, should connections come faster than it can close others.
  server.maxConnections = connections * 2;
  server.on("request", onRequest);
  server.on("connection", keeper.opened);
  server.on("checkContinue", (incoming, outgoing) => {
    // A body that is too large is refused before it is sent.
    if (!(Number(incoming.headers["content-length"] ?? 0) > MOST_ANNOUNCED_BYTES)) outgoing.writeContinue();
    onRequest(incoming, outgoing);
  });
  server.on("checkExpectation", (incoming, outgoing) => {
    keeper.began(incoming.socket, outgoing);
    refuseRequest(outgoing, 417, "This site can't do what that request expects.");
  });
  server.on("connect", (_incoming, socket) => {
    const id = randomUUID();
    log.info({ event: "bad-request", id, status: 405 }, "refused");
    refuse(socket as Socket, 405, SENTENCES.method, id);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, duplex) => {
    // Of a server on TCP it is always a socket.
    const socket = duplex as Socket;
    // A connection without a single byte (opened ahead by a browser, or by a port check) gets no response to no request.
    const isSilent = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
    if (error.code === "ECONNRESET" || !socket.writable || keeper.isAnswering(socket) || isSilent) {
      socket.destroy();
      return;
    }
    // What breaks off within a request's body has that request's line in the log.
    const loggedId = keeper.isReceiving(socket) ? requestIds.get(socket) : undefined;
    const id = loggedId ?? randomUUID();
    const status = CLIENT_ERRORS[error.code ?? ""] ?? 400;
    if (loggedId === undefined) log.info({ event: "bad-request", id, code: error.code, status }, "refused");
    refuse(socket, status, status === 408 ? "That took too long." : "That is no request this site understands.", id);
  });

  async function stop(atOnce = false): Promise<void> {
    stopping = true;
    if (!atOnce && keeper.count() > 0) await keeper.emptied(LEAVE_MS);
    await keeper.doorEmpty(DOOR_MS);
    const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    clearTimeout(late);
    keeper.close();
  }

  return { server, isStopping: () => stopping, stop };
}

const PLAIN = {
  "Content-Type": "text/plain; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

/** What the site's own limit refuses anyway; this only saves the sending. */
const MOST_ANNOUNCED_BYTES = 64 * 1024;

const CLIENT_ERRORS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const REASONS: Record<number, string> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  431: "Request Header Fields Too Large",
};

/**
 * Brings the target of a request into the form the site works with, a path with its query. The absolute form
 * (`GET http://…`, RFC 9112 section 3.2.2) is taken when it names the very host that `Host` does, so that the site is no
 * proxy and every later check sees one host; `OPTIONS *` is about the site as a whole.
 * @returns false when the target is malformed, or HTTP/1.1 came without exactly one `Host`
 */
function takeTarget(incoming: IncomingMessage): boolean {
  const hosts = incoming.rawHeaders.filter((_, index) => index % 2 === 1 && isHostName(incoming.rawHeaders[index - 1]));
  if (hosts.length > 1 || (hosts.length === 0 && incoming.httpVersion !== "1.0")) return false;
  const target = incoming.url ?? "";
  if (target.startsWith("/")) return true;
  if (target === "*" && incoming.method === "OPTIONS") {
    incoming.url = "/";
    return true;
  }
  const scheme = /^https?:\/\//i.exec(target)?.[0];
  if (scheme === undefined) return false;
  const rest = target.slice(scheme.length);
  const end = rest.search(/[/?]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  if (authority.toLowerCase() !== hosts[0]?.toLowerCase()) return false;
  const path = end < 0 ? "" : rest.slice(end);
  incoming.url = path.startsWith("/") ? path : `/${path}`;
  return true;
}

function isHostName(name: string | undefined): boolean {
  return name?.toLowerCase() === "host";
}

/**
 * Leaves the rest of what has come unread. Node would go on to the end of the packet, and keep two objects for each of up
 * to two thousand requests in it until the connection is closed: a hundred such packets at once filled the heap. The
 * parser's place on the socket is not documented; http-server.test.ts notices when it moves.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  // 2 is what Node answers its parser when what follows is another protocol, which is none of the parser's business.
  if (socket.parser) socket.parser.onIncoming = () => 2;
}

/** Answers on a socket that has no request to answer. */
function refuse(socket: Socket, status: number, sentence: string, requestId: string): void {
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    ...Object.entries(PLAIN).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(sentence)}`,
    "Connection: close",
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${lines.join("\r\n")}\r\n\r\n${sentence}`);
  socket.resume();
  setTimeout(() => socket.destroy(), REFUSED_LINGER_MS).unref();
}
