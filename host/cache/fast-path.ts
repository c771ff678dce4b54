/**
 * The short way for what is in memory: a cached page or file goes from there to the socket in one write, past the
 * Request, the Response and the building of headers, which together cost more than all the rest. It only ever sends
 * what the fetch function would, byte for byte (e2e/fast-path.spec.ts), and leaves to it whatever is out of the ordinary.
 * Node's own parser reads the request, as ever. See docs/decisions/0008-quick-answers.md.
 */
import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { SESSION_COOKIE } from "../../app/accounts/auth.server.ts";
import type { Asked, ReadyAnswer } from "./cached-response.ts";

/**
 * Answers a request whose answer is in memory and whose turn on its connection has come. False when it did nothing and
 * the fetch function has to.
 * @param idleSeconds how long the server keeps a connection without a request
 */
export type QuickAnswers = (incoming: IncomingMessage, outgoing: ServerResponse, idleSeconds: number) => boolean;

export type QuickSources = {
  /** The answer in memory for the target of a request, as it stands in the request's first line. */
  find: (target: string, asked: Asked) => ReadyAnswer | undefined;
  /** The host visitors ask for, as in `nguvu.example`; undefined when the site answers to any name. */
  ownHost: string | undefined;
  /** Headers that every answer carries, and those it carries when it has none of its own by that name. */
  everyHeader: readonly (readonly [name: string, value: string])[];
  otherwise: readonly (readonly [name: string, value: string])[];
  /** Writes the request's line in the log. */
  record: (request: { id: string; method: string; path: string; status: number }) => void;
};

/** A name, or an address of version 4, with or without a port. Other spellings go the long way. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/** What an ordinary GET may bring without changing its answer, beside the headers that are read below. */
const OUT_OF_THE_ORDINARY = new Set(["content-length", "transfer-encoding", "expect", "upgrade", "connection"]);

/** Makes the short way. */
export function createQuickAnswers({ find, ownHost, everyHeader, otherwise, record }: QuickSources): QuickAnswers {
  /** The head of each answer up to what changes with every request. Gone when the answer is. */
  const heads = new WeakMap<ReadyAnswer, string>();

  function headOf(answer: ReadyAnswer): string {
    let head = heads.get(answer);
    if (head === undefined) {
      const headers = new Map(otherwise.map(([name, value]) => [name.toLowerCase(), value]));
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
      for (const [name, value] of everyHeader) headers.set(name.toLowerCase(), value);
      const lines = [...headers].sort(([one], [other]) => (one < other ? -1 : 1));
      head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n`;
      for (const [name, value] of lines) head += `${name}: ${value}\r\n`;
      heads.set(answer, head);
    }
    return head;
  }

  return (incoming, outgoing, idleSeconds) => {
    const { socket, method, url = "" } = incoming;
    if ((method !== "GET" && method !== "HEAD") || incoming.httpVersion !== "1.1") return false;
    // A connection that is behind with an earlier answer takes this one as it can, the long way.
    if (socket.destroyed || socket.writableLength > 0) return false;
    const asked = readHeaders(incoming.rawHeaders, ownHost);
    const answer = asked && find(url, asked);
    if (answer === undefined) return false;

    const id = randomUUID();
    socket.cork();
    socket.write(`${headOf(answer)}x-request-id: ${id}\r\n${connectionLines(idleSeconds)}`, "latin1");
    if (answer.body !== undefined && method === "GET") socket.write(answer.body);
    socket.uncork();
    // What ends a ServerResponse: Node then lets go of it, waits for the next request and minds the idle time.
    if (socket.writableLength === 0) outgoing.emit("finish");
    else socket.write("", (error) => error || outgoing.emit("finish"));
    const query = url.indexOf("?");
    record({ id, method, path: query < 0 ? url : url.slice(0, query), status: answer.status });
    return true;
  };
}

/** The headers an answer depends on; undefined when the request is none of the ordinary kind. */
function readHeaders(raw: readonly string[], ownHost: string | undefined): Asked | undefined {
  const asked: Asked = { acceptEncoding: null, ifNoneMatch: null };
  let host: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    if (name === "host") {
      if (host !== undefined) return undefined;
      host = value;
    } else if (name === "accept-encoding") {
      if (asked.acceptEncoding !== null) return undefined;
      asked.acceptEncoding = value;
    } else if (name === "if-none-match") {
      if (asked.ifNoneMatch !== null) return undefined;
      asked.ifNoneMatch = value;
    } else if (name === "cookie") {
      if (value.includes(SESSION_COOKIE)) return undefined;
    } else if (OUT_OF_THE_ORDINARY.has(name) && !(name === "connection" && value.toLowerCase() === "keep-alive")) {
      return undefined;
    }
  }
  if (host === undefined || (ownHost === undefined ? !PLAIN_HOST.test(host) : host !== ownHost)) return undefined;
  return asked;
}

let second = 0;
let date = "";

/** The lines Node itself ends a head with. */
function connectionLines(idleSeconds: number): string {
  const now = Date.now();
  if (now - second >= 1000) {
    second = now - (now % 1000);
    date = new Date(second).toUTCString();
  }
  return `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${idleSeconds}\r\n\r\n`;
}
