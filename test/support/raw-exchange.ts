/** Any bytes as a request, on a connection of their own. */
import { connect } from "node:net";

/** Without a response within this time the server counts as hanging. */
const GIVE_UP_MS = 20_000;

/** A response, and the time until it began. The status is 0 without one. */
export type Outcome = { status: number; ms: number; text: string };

/**
 * Sends bytes and reads the whole response.
 * @param patienceMs without more of a response for this time, as to half a request, the client ends its side
 */
export function exchange(port: number, bytes: Buffer | string, patienceMs = GIVE_UP_MS): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect({ port, host: "127.0.0.1" });
    const outcome: Outcome = { status: 0, ms: GIVE_UP_MS, text: "" };
    const done = () => {
      clearTimeout(timer);
      clearTimeout(patience);
      socket.destroy();
      if (outcome.status === 0) outcome.ms = performance.now() - started;
      resolve(outcome);
    };
    const timer = setTimeout(done, GIVE_UP_MS);
    // Not at once: the server abandons its work when the client's side has ended.
    const patience = setTimeout(() => socket.end(), patienceMs);
    const isHead = bytes.toString().startsWith("HEAD ");
    socket.on("data", (chunk: Buffer) => {
      patience.refresh();
      outcome.text += chunk.toString("latin1");
      // After "100 Continue" comes the response itself.
      const match = outcome.status === 0 ? /HTTP\/1\.1 ([2-5]\d\d) /.exec(outcome.text) : null;
      if (match !== null) Object.assign(outcome, { status: Number(match[1]), ms: performance.now() - started });
      if (isWhole(outcome.text, isHead)) done();
    });
    socket.on("close", done);
    socket.on("error", done);
    socket.write(bytes, "latin1");
  });
}

/** Whether a response has its whole body, as far as its head tells the length. */
function isWhole(text: string, isHead: boolean): boolean {
  const end = text.indexOf("\r\n\r\n");
  const head = text.slice(0, Math.max(end, 0));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (/^HTTP\S+ [23]04/.test(head) || (isHead && head !== "")) return true;
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return /\r\ntransfer-encoding: chunked/i.test(head) && text.endsWith("0\r\n\r\n");
}
