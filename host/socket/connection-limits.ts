/**
 * Keeps count of open connections and of what each waits for. However many come, there is room for the next: the one
 * that has waited longest on its client goes, be it for a request, for the rest of one, or for an answer to be taken.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How often answers that nobody takes are looked for. */
const LOOK_EVERY_MS = 1000;

export type ConnectionKeeper = {
  /** A connection came. */
  opened: (socket: Socket) => void;
  /** The next request came on it, which `outgoing` answers; the ones before are answered. */
  began: (socket: Socket, outgoing: ServerResponse) => void;
  /** A request came on it and was answered at once, to the last byte. */
  answered: (socket: Socket) => void;
  /** Whether an answer is under way to a request that came whole, or has begun to be sent. */
  isAnswering: (socket: Socket) => boolean;
  /** Whether a request is under way that hasn't come whole. */
  isReceiving: (socket: Socket) => boolean;
  count: () => number;
  /** Resolves when no connection is left, or after `withinMs`. */
  emptied: (withinMs: number) => Promise<void>;
  /**
   * Resolves in a turn of the event loop in which no connection waited to be taken, or after `withinMs`. Closing the
   * server right then cuts nobody off; those the system has taken and we have not would be.
   */
  doorEmpty: (withinMs: number) => Promise<void>;
  close: () => void;
};

/** A request that came, and when it did. */
type Answering = { since: number; outgoing: ServerResponse };

/** Whether the site is what the client waits for: all of the request is here, and not all of the answer is made. */
function isWorkedOn({ req, writableEnded }: ServerResponse): boolean {
  return req.complete && !writableEnded;
}

/** @param limits `most` connections, and how long a client may take over one answer */
export function createConnectionKeeper(limits: { most: number; answerMs: number }): ConnectionKeeper {
  /** Each connection's unanswered request, if there is one. In the order of their last answer, or of their coming. */
  const open = new Map<Socket, Answering | undefined>();
  let onEmpty: (() => void) | undefined;
  let cameIn = 0;

  /** Closes the connection that has gone longest without finishing an answer: a request being worked on counts last. */
  const makeRoom = () => {
    let oldest: Socket | undefined;
    for (const [socket, answering] of open) {
      oldest ??= socket;
      if (answering !== undefined && isWorkedOn(answering.outgoing)) continue;
      oldest = socket;
      break;
    }
    oldest?.destroy();
  };

  /** To the end of the order; one that has closed meanwhile stays away. */
  const answered = (socket: Socket) => {
    if (open.delete(socket) && !socket.destroyed) open.set(socket, undefined);
  };

  const look = setInterval(() => {
    const overdue = performance.now() - limits.answerMs;
    for (const [socket, answering] of open) {
      if (answering !== undefined && answering.since < overdue) socket.destroy();
    }
  }, LOOK_EVERY_MS);
  look.unref();

  return {
    opened(socket) {
      cameIn += 1;
      if (open.size >= limits.most) makeRoom();
      open.set(socket, undefined);
      socket.once("close", () => {
        open.delete(socket);
        if (open.size === 0) onEmpty?.();
      });
    },
    began(socket, outgoing) {
      if (!open.has(socket)) return;
      open.set(socket, { since: performance.now(), outgoing });
      outgoing.once("close", () => answered(socket));
    },
    answered,
    isAnswering(socket) {
      const outgoing = open.get(socket)?.outgoing;
      return outgoing !== undefined && (outgoing.req.complete || outgoing.headersSent);
    },
    isReceiving: (socket) => open.get(socket)?.outgoing.req.complete === false,
    count: () => open.size,
    async emptied(withinMs) {
      if (open.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      onEmpty = undefined;
    },
    async doorEmpty(withinMs) {
      const latest = performance.now() + withinMs;
      let before: number;
      // Connections are taken in the middle of a turn, one a turn; from one immediate to the next is a whole turn.
      await nextImmediate();
      do {
        before = cameIn;
        await nextImmediate();
      } while (cameIn !== before && performance.now() < latest);
    },
    close: () => clearInterval(look),
  };
}

function nextImmediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
