/** The client's network address: forwarded headers are only used from trusted proxies. */
import { BlockList, isIP } from "node:net";

export function parseNetworks(networks: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return trusted;
}

/** An address in brackets, or an IPv4 address with a port, as some proxies write them; also quoted. */
const BRACKETED_OR_WITH_PORT = /^"?(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})"?$/;

/** Removes quotes, brackets and the port, and the prefix of an IPv4 address on an IPv6 socket. */
function normaliseAddress(text: string): string {
  const [, bracketed, withPort] = BRACKETED_OR_WITH_PORT.exec(text) ?? [];
  return (bracketed ?? withPort ?? text).toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** The client's address: the peer's, or the last untrusted address of the forwarded chain. */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: BlockList): string {
  let client = normaliseAddress(peer);
  const hops = (forwardedFor ?? "").split(",").map((hop) => normaliseAddress(hop.trim()));
  while (isTrusted(client, trusted)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    client = next;
  }
  return client;
}

const LOOPBACK = parseNetworks(["127.0.0.0/8", "::1"]);

const FORWARDING_HEADERS = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

/** Whether a request comes from this machine, to `localhost` and not through a proxy. */
export function isFromThisMachine(peer: string, { url, headers }: Pick<Request, "url" | "headers">): boolean {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers.has(name));
  return isTrusted(normaliseAddress(peer), LOOPBACK) && !isForwarded && new URL(url).hostname === "localhost";
}

export function isHttps(peer: string, forwardedProto: string | null, trusted: BlockList): boolean {
  return isTrusted(normaliseAddress(peer), trusted) && forwardedProto?.split(",").at(-1)?.trim() === "https";
}
