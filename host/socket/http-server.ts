/**
 * The HTTP server: rejects what a Request can't represent, limits slow clients, and shuts down without failing requests.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { UPLOAD_TIMEOUT_MS } from "../../app/pictures/upload.server.ts";
import type { FastPath } from "../cache/fast-path.ts";
import { BODY_LIMIT_BYTES, uploadLimit } from "../middleware/buffer-request.ts";
import { ERROR_MESSAGES } from "../middleware/error-responses.ts";
import { NO_DOCUMENT_POLICY } from "../middleware/security-headers.ts";
import { createConnectionTracker } from "./connection-limits.ts";
import { MAX_TARGET_BYTES, normalizeTarget } from "./request-target.ts";

const LIMITS = {
  /** The headers of a request must arrive within this time of its first byte, or of the connection. */
  headersMs: 10_000,
  /** The body of a request must arrive within this time of its headers. */
  requestMs: 15_000,
  /** A whole upload must arrive within this time, which is the server's general limit. */
  uploadMs: UPLOAD_TIMEOUT_MS,
  /** Keep-alive timeout: an idle connection is closed after this. */
  idleMs: 20_000,
  /** The client must read the whole response within this time: for a large picture on a very slow connection. */
  responseMs: 120_000,
  /** At one more, the connection waiting longest for its client is closed. */
  connections: 2000,
};

export type Limits = typeof LIMITS;

/** Requests that a client may pipeline on one connection. Browsers don't pipeline; one more request closes the connection. */
const MAX_PIPELINED_REQUESTS = 8;

const CHECK_INTERVAL_MS = 2000;

/** How long a rejected connection is still read, so that the client receives the error response before a reset. */
const REFUSED_LINGER_MS = 500;

/** How long a stopping site still serves requests, so that keep-alive connections close after a response. */
const KEEP_ALIVE_DRAIN_MS = 2000;

/** How long to wait for the accept queue to drain before closing the listener. */
const ACCEPT_DRAIN_TIMEOUT_MS = 3000;

const IN_FLIGHT_TIMEOUT_MS = 4000;

/** @property requestId for the log and `X-Request-Id` */
type Handler = (request: Request, connection: { peerAddress: string; requestId: string }) => Promise<Response>;

type SiteServerOptions = Partial<Limits> & {
  tryFastPath?: FastPath;
  /** The host for HTTP/1.0 requests without `Host`, as health checks send them (RFC 9112 section 3.3). */
  defaultHost?: string;
};

/** Creates the server, which doesn't listen yet. `tryFastPath`, if set, is called first for each request. */
export function createSiteServer(
  handler: Handler,
  log: Logger,
  { tryFastPath, defaultHost = "localhost", ...limits }: SiteServerOptions = {},
) {
  const { headersMs, requestMs, uploadMs, idleMs, responseMs, connections } = { ...LIMITS, ...limits };
  const idleSeconds = Math.floor(idleMs / 1000);
  const tracker = createConnectionTracker({ max: connections, responseMs });
  let stopping = false;

  const requestIds = new WeakMap<Socket, string>();

  const listener = getRequestListener(
    (request, { incoming: { socket } }) =>
      handler(request, { peerAddress: socket.remoteAddress ?? "", requestId: requestIds.get(socket) ?? randomUUID() }),
    {
      hostname: defaultHost,
      overrideGlobalObjects: false,
      errorHandler(error) {
        const id = randomUUID();
        // Only a malformed target or Host gets here; the handler itself responds to all other errors.
        const isMalformed = error instanceof Error && error.name === "RequestError";
        log[isMalformed ? "info" : "error"](
          { event: "bad-request", id, ...(isMalformed ? {} : { err: error }) },
          "refused",
        );
        const message = isMalformed ? ERROR_MESSAGES.malformed : ERROR_MESSAGES.failed;
        return new Response(message, {
          status: isMalformed ? 400 : 500,
          headers: { ...PLAIN_TEXT_HEADERS, "X-Request-Id": id },
        });
      },
    },
  );

  const pipelined = new WeakMap<Socket, (() => void)[]>();

  /** Starts a request after earlier requests on its connection, or each would hold a response in memory. */
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    limitBodyTime(incoming);
    if (outgoing.socket === socket) {
      start(incoming, outgoing);
      return;
    }
    if (socket.destroyed) return;
    const waiting = pipelined.get(socket) ?? [];
    pipelined.set(socket, waiting);
    if (waiting.push(() => start(incoming, outgoing)) <= MAX_PIPELINED_REQUESTS) return;
    log.info({ event: "bad-request", id: randomUUID(), code: "TOO_MANY_PIPELINED_REQUESTS" }, "refused");
    stopParsing(socket);
    socket.destroy();
  };

  /** Limits the time of bodies; Node's single limit is for uploads. */
  const limitBodyTime = (incoming: IncomingMessage) => {
    const { headers, method, url = "", socket } = incoming;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    if (uploadLimit(method, url) !== undefined) return;
    const timer = setTimeout(() => {
      const error = Object.assign(new Error("The body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      if (!incoming.complete) server.emit("clientError", error, socket);
    }, requestMs).unref();
    // Closed early when the response is sent before the whole body has arrived.
    incoming.once("close", () => incoming.complete && clearTimeout(timer));
  };

  const rejectRequest = (outgoing: ServerResponse, status: number, message: string) => {
    const id = randomUUID();
    log.info({ event: "bad-request", id, status }, "refused");
    const rest = { "X-Request-Id": id, "Content-Length": Buffer.byteLength(message), Connection: "close" };
    outgoing.writeHead(status, { ...PLAIN_TEXT_HEADERS, ...rest }).end(message);
  };

  /** Waits for the end of a chunked body, which must be empty for GET and HEAD. */
  const awaitEmptyBody = (incoming: IncomingMessage, outgoing: ServerResponse, then: () => void) => {
    const onData = () => {
      incoming.off("end", then).pause();
      rejectRequest(outgoing, 413, ERROR_MESSAGES.tooLarge);
    };
    incoming.once("end", then).once("data", onData);
  };

  const start = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    if (!socket.writable) return;
    const startNext = () => pipelined.get(socket)?.shift()?.();
    if (!stopping && tryFastPath?.(incoming, outgoing, idleSeconds)) {
      // Usually the system has taken the whole response, and there is nothing left to time.
      if (socket.writableLength === 0) {
        tracker.responded(socket);
        startNext();
        return;
      }
      tracker.requestStarted(socket, outgoing);
      outgoing.once("close", startNext);
      return;
    }
    tracker.requestStarted(socket, outgoing);
    outgoing.once("close", startNext);
    if (stopping) outgoing.setHeader("Connection", "close");
    requestIds.delete(socket);
    if ((incoming.url ?? "").length > MAX_TARGET_BYTES) return rejectRequest(outgoing, 414, ERROR_MESSAGES.longAddress);
    if (!normalizeTarget(incoming)) return rejectRequest(outgoing, 400, ERROR_MESSAGES.malformed);
    const handOver = () => {
      requestIds.set(socket, randomUUID());
      void listener(incoming, outgoing);
    };
    const { method, headers } = incoming;
    // The time limit of the response begins after the upload, which may have taken longer.
    if (uploadLimit(method, incoming.url ?? "") !== undefined) {
      incoming.once("end", () => tracker.bodyReceived(socket));
    }
    if (method === "GET" || method === "HEAD") {
      // Small bodies are ignored and left unread.
      if (Number(headers["content-length"] ?? 0) > BODY_LIMIT_BYTES) {
        return rejectRequest(outgoing, 413, ERROR_MESSAGES.tooLarge);
      }
      if (headers["transfer-encoding"] !== undefined) {
        return awaitEmptyBody(incoming, outgoing, handOver);
      }
    }
    handOver();
  };

  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: uploadMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersMs),
    // Requests without a body get no stream for one.
    optimizeEmptyRequests: true,
    // A missing Host is rejected in `normalizeTarget`, with the same message as a malformed one.
    requireHostHeader: false,
  });
  // A second limit above the tracker's, in case connections arrive faster than it can close others.
  server.maxConnections = connections * 2;
  server.on("request", onRequest);
  server.on("connection", tracker.opened);
  server.on("checkContinue", (incoming, outgoing) => {
    // A body that is too large is rejected before it is sent; the handler would reject it too.
    const limit = uploadLimit(incoming.method, incoming.url ?? "") ?? BODY_LIMIT_BYTES;
    if (!(Number(incoming.headers["content-length"] ?? 0) > limit)) outgoing.writeContinue();
    onRequest(incoming, outgoing);
  });
  server.on("checkExpectation", (incoming, outgoing) => {
    tracker.requestStarted(incoming.socket, outgoing);
    rejectRequest(outgoing, 417, ERROR_MESSAGES.expectation);
  });
  server.on("connect", (_incoming, socket) => {
    const id = randomUUID();
    log.info({ event: "bad-request", id, status: 405 }, "refused");
    sendError(socket as Socket, 405, ERROR_MESSAGES.method, id);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, duplex) => {
    // For a server on TCP it is always a socket.
    const socket = duplex as Socket;
    // A connection without a single byte (a browser's preconnect, or a port check) sent no request and gets no response.
    const isSilent = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
    if (error.code === "ECONNRESET" || !socket.writable || tracker.isResponding(socket) || isSilent) {
      socket.destroy();
      return;
    }
    // An error within a request's body is logged by that request's own line.
    const loggedId = tracker.isReceiving(socket) ? requestIds.get(socket) : undefined;
    const id = loggedId ?? randomUUID();
    const status = CLIENT_ERRORS[error.code ?? ""] ?? 400;
    if (loggedId === undefined) log.info({ event: "bad-request", id, code: error.code, status }, "refused");
    sendError(socket, status, status === 408 ? ERROR_MESSAGES.timeout : ERROR_MESSAGES.notHttp, id);
  });

  /**
   * Stops accepting, and resolves when requests are done, within nine seconds. @param atOnce without waiting for
   * keep-alive connections
   */
  async function stop(atOnce = false): Promise<void> {
    stopping = true;
    if (!atOnce && tracker.count() > 0) await tracker.allClosed(KEEP_ALIVE_DRAIN_MS);
    await tracker.acceptQueueEmpty(ACCEPT_DRAIN_TIMEOUT_MS);
    const late = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_TIMEOUT_MS);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    clearTimeout(late);
    tracker.close();
  }

  return { server, isStopping: () => stopping, stop };
}

const PLAIN_TEXT_HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Content-Security-Policy": NO_DOCUMENT_POLICY,
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

const CLIENT_ERRORS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const REASON_PHRASES: Record<number, string> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Content Too Large",
  431: "Request Header Fields Too Large",
};

/**
 * Stops parsing pipelined requests, which could fill the heap. The undocumented parser is covered by
 * http-server.test.ts.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  // 2 is what Node returns to its parser when another protocol follows, so that it stops.
  if (socket.parser) socket.parser.onIncoming = () => 2;
}

/** Sends an error response on a socket whose request could not be parsed. */
function sendError(socket: Socket, status: number, message: string, requestId: string): void {
  const lines = [
    `HTTP/1.1 ${status} ${REASON_PHRASES[status]}`,
    ...Object.entries(PLAIN_TEXT_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(message)}`,
    "Connection: close",
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${lines.join("\r\n")}\r\n\r\n${message}`);
  socket.resume();
  setTimeout(() => socket.destroy(), REFUSED_LINGER_MS).unref();
}
