import { describe, expect, it } from "vitest";
import { clientAddress, isHttps, parseNetworks } from "./client-address.ts";

const nobody = parseNetworks([]);
const proxies = parseNetworks(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);

describe("the client's address", () => {
  it.each([
    ["the peer's when no proxy is trusted", "203.0.113.9", "198.51.100.1", nobody, "203.0.113.9"],
    ["the peer's when it isn't a trusted proxy", "203.0.113.9", "198.51.100.1", proxies, "203.0.113.9"],
    ["what the nearest proxy wrote", "127.0.0.1", "6.6.6.6, 198.51.100.1", proxies, "198.51.100.1"],
    ["behind a chain of proxies", "127.0.0.1", "198.51.100.1, 10.1.2.3", proxies, "198.51.100.1"],
    ["behind a proxy on IPv6", "fd00::1", "2001:db8::7", proxies, "2001:db8::7"],
    ["IPv4, on an IPv6 socket too", "::ffff:203.0.113.9", null, nobody, "203.0.113.9"],
    ["behind a proxy on such a socket", "::ffff:127.0.0.1", "198.51.100.1", proxies, "198.51.100.1"],
  ])("is %s", (_, peer, forwardedFor, trusted, address) => {
    expect(clientAddress(peer, forwardedFor, trusted)).toBe(address);
  });

  it.each([
    ["198.51.100.1", "198.51.100.1:51872", "198.51.100.1:51872, 10.1.2.3:443", "[::ffff:198.51.100.1]:443"],
    ["2001:db8::7", "[2001:db8::7]", "[2001:DB8::7]:443", '"[2001:db8::7]:443"'],
    ["2001:db8::7:443", "2001:db8::7:443"],
    // Anything but an address leaves the address of the proxy.
    ["127.0.0.1", "<script>", "[]:80", "[198.51.100.1:80", "198.51.100.1:99999999", null],
  ] as const)("is %s without the brackets and the port of %s", (address, ...headers) => {
    for (const header of headers) expect(clientAddress("127.0.0.1", header, proxies), header ?? "none").toBe(address);
  });
});

it.each([
  ["127.0.0.1", "https", true],
  ["127.0.0.1", "http", false],
  ["127.0.0.1", "http, https", true],
  ["127.0.0.1", "https, http", false],
  ["203.0.113.9", "https", false],
  ["127.0.0.1", null, false],
])("the peer %s that reports %s in front of the site is trusted as https: %s", (peer, protocol, expected) => {
  expect(isHttps(peer, protocol, proxies)).toBe(expected);
});
