/** Tracks connections. At the limit, the connection waiting longest for its client is closed for the next one. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextImmediate } from "node:timers/promises";
import { within } from "../../app/platform/worker.server.ts";

/** How often connections are checked for responses that the client doesn't read. */
const CHECK_INTERVAL_MS = 1000;

/** A request without a complete response, and when it was read. */
type PendingRequest = { since: number; outgoing: ServerResponse };

/** Whether the client is waiting for the site: the request is complete and its response is not. */
function isProcessing({ req, writableEnded }: ServerResponse): boolean {
  return req.complete && !writableEnded;
}

/** @param limits `max` connections, and how long a client may take to read one response */
export function createConnectionTracker(limits: { max: number; responseMs: number }) {
  /** Each connection's pending request, if any. Ordered by the last response, or else by acceptance. */
  const open = new Map<Socket, PendingRequest | undefined>();
  let onEmpty: (() => void) | undefined;
  let accepted = 0;

  /** Closes the connection with the oldest last response; connections with a request in progress come last. */
  const makeRoom = () => {
    let oldest: Socket | undefined;
    for (const [socket, pending] of open) {
      oldest ??= socket;
      if (pending !== undefined && isProcessing(pending.outgoing)) continue;
      oldest = socket;
      break;
    }
    oldest?.destroy();
  };

  const responded = (socket: Socket) => {
    if (open.delete(socket) && !socket.destroyed) open.set(socket, undefined);
  };

  const overdueCheck = setInterval(() => {
    const overdue = performance.now() - limits.responseMs;
    for (const [socket, pending] of open) {
      if (pending !== undefined && pending.since < overdue) socket.destroy();
    }
  }, CHECK_INTERVAL_MS);
  overdueCheck.unref();

  return {
    opened(socket: Socket) {
      accepted += 1;
      if (open.size >= limits.max) makeRoom();
      open.set(socket, undefined);
      socket.once("close", () => {
        open.delete(socket);
        if (open.size === 0) onEmpty?.();
      });
    },
    /** The next request of a connection was read, and `outgoing` is its response; earlier requests have been answered. */
    requestStarted(socket: Socket, outgoing: ServerResponse) {
      if (!open.has(socket)) return;
      open.set(socket, { since: performance.now(), outgoing });
      outgoing.once("close", () => responded(socket));
    },
    /** A request with a long upload has arrived: the time limit of its response begins. */
    bodyReceived(socket: Socket) {
      const pending = open.get(socket);
      if (pending !== undefined) pending.since = performance.now();
    },
    /** A request was read and its complete response handed to the system at once. */
    responded,
    /** Whether a response is pending to a complete request, or has begun to be sent. */
    isResponding(socket: Socket) {
      const outgoing = open.get(socket)?.outgoing;
      return outgoing !== undefined && (outgoing.req.complete || outgoing.headersSent);
    },
    isReceiving: (socket: Socket) => open.get(socket)?.outgoing.req.complete === false,
    count: () => open.size,
    /** Resolves when all connections are closed, or after `withinMs`. */
    async allClosed(withinMs: number) {
      if (open.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onEmpty = resolve;
      await within(withinMs, promise);
      onEmpty = undefined;
    },
    /** Resolves with an empty accept queue, or after `withinMs`, so that closing the listener resets nobody. */
    async acceptQueueEmpty(withinMs: number) {
      const deadline = performance.now() + withinMs;
      let previous: number;
      // The event loop accepts one connection per turn; from one immediate to the next is a whole turn.
      await nextImmediate();
      do {
        previous = accepted;
        await nextImmediate();
      } while (accepted !== previous && performance.now() < deadline);
    },
    close: () => clearInterval(overdueCheck),
  };
}
