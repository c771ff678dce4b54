/**
 * Writes cached responses to the socket without a Request or Response, byte for byte like the fetch function
 * (e2e/fast-path.spec.ts), and leaves unusual requests to it (docs/decisions/pages-and-cache.md).
 */

import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { SESSION_COOKIE } from "../../app/accounts/sign-in.server.ts";
import { type CachedResponse, CLOCK_HEADER, clockValue } from "./cached-response.ts";
import type { NegotiationHeaders } from "./content-negotiation.ts";

/**
 * Responds from memory to the next request of a connection. @param idleSeconds keep-alive timeout @returns false when
 * the fetch function has to respond
 */
export type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse, idleSeconds: number) => boolean;

export type FastPathOptions = {
  /** The cached response for a request target, spelt as in the request line. */
  find: (target: string, negotiation: NegotiationHeaders) => CachedResponse | undefined;
  /** The only allowed `Host`, as in `nguvu.example`; undefined when any is allowed. */
  ownHost: string | undefined;
  commonHeaders: readonly (readonly [name: string, value: string])[];
  /** Headers of every response that has none of its own by that name. */
  defaultHeaders: readonly (readonly [name: string, value: string])[];
  now: () => Date;
  record: (request: { id: string; method: string; path: string; status: number }) => void;
};

/** A name or an IPv4 address, with or without a port. Other spellings are left to the fetch function. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/** Headers that exclude a request from the fast path, unless it is `Connection: keep-alive`. */
const UNSUPPORTED_HEADERS = new Set(["content-length", "transfer-encoding", "expect", "upgrade", "connection"]);

type Head = { before: string; after: string | undefined };

export function createFastPath({
  find,
  ownHost,
  commonHeaders,
  defaultHeaders,
  now,
  record,
}: FastPathOptions): FastPath {
  const heads = new WeakMap<CachedResponse, Head>();

  function makeHead(cached: CachedResponse): Head {
    const headers = new Map(defaultHeaders.map(([name, value]) => [name.toLowerCase(), value]));
    for (const [name, value] of Object.entries(cached.headers)) headers.set(name, value);
    for (const [name, value] of commonHeaders) headers.set(name.toLowerCase(), value);
    const sorted = [...headers].sort(([a], [b]) => (a < b ? -1 : 1));
    // Joined, because V8 stores appended strings in pieces, which each write would traverse.
    const textOf = (part: typeof sorted) => part.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const start = `HTTP/1.1 ${cached.status} ${STATUS_CODES[cached.status]}\r\n`;
    const clock = sorted.findIndex(([name]) => name === CLOCK_HEADER);
    if (clock < 0) return { before: [start, textOf(sorted)].join(""), after: undefined };
    return { before: [start, textOf(sorted.slice(0, clock))].join(""), after: textOf(sorted.slice(clock + 1)) };
  }

  function headOf(cached: CachedResponse): string {
    let head = heads.get(cached);
    if (head === undefined) {
      head = makeHead(cached);
      heads.set(cached, head);
    }
    const { before, after } = head;
    return after === undefined ? before : `${before}${CLOCK_HEADER}: ${clockValue(now())}\r\n${after}`;
  }

  return (incoming, outgoing, idleSeconds) => {
    const { socket, method, url = "" } = incoming;
    if ((method !== "GET" && method !== "HEAD") || incoming.httpVersion !== "1.1") return false;
    // While an earlier response is still being sent, the fetch function handles back pressure.
    if (socket.destroyed || socket.writableLength > 0) return false;
    const negotiation = readHeaders(incoming.rawHeaders, ownHost);
    const cached = negotiation && find(url, negotiation);
    if (cached === undefined) return false;

    const id = randomUUID();
    socket.cork();
    socket.write(`${headOf(cached)}x-request-id: ${id}\r\n${connectionLines(idleSeconds)}`, "latin1");
    if (cached.body !== undefined && method === "GET") socket.write(cached.body);
    socket.uncork();
    // Ends the ServerResponse: Node then releases it, waits for the next request and starts the keep-alive timeout.
    if (socket.writableLength === 0) outgoing.emit("finish");
    else socket.write("", (error) => error || outgoing.emit("finish"));
    const query = url.indexOf("?");
    record({ id, method, path: query < 0 ? url : url.slice(0, query), status: cached.status });
    return true;
  };
}

/** The headers that a cached response depends on; undefined when the request is not for the fast path. */
function readHeaders(raw: readonly string[], ownHost: string | undefined): NegotiationHeaders | undefined {
  const negotiation: NegotiationHeaders = { acceptEncoding: null, ifNoneMatch: null };
  let host: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    if (name === "host") {
      if (host !== undefined) return undefined;
      host = value;
    } else if (name === "accept-encoding") {
      if (negotiation.acceptEncoding !== null) return undefined;
      negotiation.acceptEncoding = value;
    } else if (name === "if-none-match") {
      if (negotiation.ifNoneMatch !== null) return undefined;
      negotiation.ifNoneMatch = value;
    } else if (name === "cookie") {
      if (value.includes(SESSION_COOKIE)) return undefined;
    } else if (UNSUPPORTED_HEADERS.has(name) && !(name === "connection" && value.toLowerCase() === "keep-alive")) {
      return undefined;
    }
  }
  if (host === undefined || (ownHost === undefined ? !PLAIN_HOST.test(host) : host !== ownHost)) return undefined;
  return negotiation;
}

let second = 0;
let date = "";

function connectionLines(idleSeconds: number): string {
  const now = Date.now();
  if (now - second >= 1000) {
    second = now - (now % 1000);
    date = new Date(second).toUTCString();
  }
  return `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${idleSeconds}\r\n\r\n`;
}
