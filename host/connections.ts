/**
 * Keeps count of open connections and of what each waits for. However many come, there is room for the next: the one
 * that has waited longest on its client goes.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How often answers that nobody takes are looked for. */
const LOOK_EVERY_MS = 1000;

export type ConnectionKeeper = {
  /** A connection came. */
  opened: (socket: Socket) => void;
  /** A request came on it, which `outgoing` answers. */
  began: (socket: Socket, outgoing: ServerResponse) => void;
  /** A request came on it and was answered at once, to the last byte. */
  answered: (socket: Socket) => void;
  /** Whether an answer is under way. */
  isAnswering: (socket: Socket) => boolean;
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

/** @param limits `most` connections, and how long a client may take over one answer */
export function createConnectionKeeper(limits: { most: number; answerMs: number }): ConnectionKeeper {
  /** When each connection's unanswered requests began. In the order of their last answer, or of their coming. */
  const open = new Map<Socket, number[]>();
  let onEmpty: (() => void) | undefined;
  let cameIn = 0;

  /** Closes the connection that has gone longest without finishing an answer: a request being worked on counts last. */
  const makeRoom = () => {
    let oldest: Socket | undefined;
    for (const [socket, answering] of open) {
      oldest ??= socket;
      if (answering.length > 0) continue;
      oldest = socket;
      break;
    }
    oldest?.destroy();
  };

  /** To the end of the order; one that has closed meanwhile stays away. */
  const toTheEnd = (socket: Socket, answering: number[]) => {
    if (open.delete(socket) && !socket.destroyed) open.set(socket, answering);
  };

  const look = setInterval(() => {
    const overdue = performance.now() - limits.answerMs;
    for (const [socket, [began]] of open) if (began !== undefined && began < overdue) socket.destroy();
  }, LOOK_EVERY_MS);
  look.unref();

  return {
    opened(socket) {
      cameIn += 1;
      if (open.size >= limits.most) makeRoom();
      open.set(socket, []);
      socket.once("close", () => {
        open.delete(socket);
        if (open.size === 0) onEmpty?.();
      });
    },
    began(socket, outgoing) {
      const answering = open.get(socket);
      if (answering === undefined) return;
      answering.push(performance.now());
      outgoing.once("close", () => {
        answering.shift();
        toTheEnd(socket, answering);
      });
    },
    answered(socket) {
      const answering = open.get(socket);
      if (answering !== undefined) toTheEnd(socket, answering);
    },
    isAnswering: (socket) => (open.get(socket)?.length ?? 0) > 0,
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
