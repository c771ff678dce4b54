import { describe, expect, it } from "vitest";
import { clientAddress, isHttps, parseNetworks } from "./client-address.ts";

const nobody = parseNetworks([]);
const proxies = parseNetworks(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);

describe("the client's address", () => {
  it("is the peer's when no proxy is trusted, whatever the headers say", () => {
    expect(clientAddress("203.0.113.9", "198.51.100.1", nobody)).toBe("203.0.113.9");
  });

  it("is the peer's when the peer isn't a trusted proxy", () => {
    expect(clientAddress("203.0.113.9", "198.51.100.1", proxies)).toBe("203.0.113.9");
  });

  it("is what the nearest trusted proxy wrote, not what the client claims", () => {
    expect(clientAddress("127.0.0.1", "6.6.6.6, 198.51.100.1", proxies)).toBe("198.51.100.1");
  });

  it("passes over a chain of trusted proxies", () => {
    expect(clientAddress("127.0.0.1", "198.51.100.1, 10.1.2.3", proxies)).toBe("198.51.100.1");
    expect(clientAddress("fd00::1", "2001:db8::7", proxies)).toBe("2001:db8::7");
  });

  it.each([
    ["198.51.100.1:51872", "198.51.100.1"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["[2001:DB8::7]:443", "2001:db8::7"],
    ["198.51.100.1:51872, 10.1.2.3:443", "198.51.100.1"],
    ["[::ffff:198.51.100.1]:443", "198.51.100.1"],
    ['"[2001:db8::7]:443"', "2001:db8::7"],
    ["2001:db8::7:443", "2001:db8::7:443"],
  ])("is read without the brackets and the port of %s", (forwardedFor, address) => {
    expect(clientAddress("127.0.0.1", forwardedFor, proxies)).toBe(address);
  });

  it("is the proxy's if the next entry isn't an address", () => {
    expect(clientAddress("127.0.0.1", "<script>", proxies)).toBe("127.0.0.1");
    expect(clientAddress("127.0.0.1", "[]:80", proxies)).toBe("127.0.0.1");
    expect(clientAddress("127.0.0.1", "[198.51.100.1:80", proxies)).toBe("127.0.0.1");
    expect(clientAddress("127.0.0.1", "198.51.100.1:99999999", proxies)).toBe("127.0.0.1");
    expect(clientAddress("127.0.0.1", null, proxies)).toBe("127.0.0.1");
  });

  it("loses the prefix of an IPv4 address on an IPv6 socket", () => {
    expect(clientAddress("::ffff:203.0.113.9", null, nobody)).toBe("203.0.113.9");
    expect(clientAddress("::ffff:127.0.0.1", "198.51.100.1", proxies)).toBe("198.51.100.1");
  });
});

describe("https in front of the site", () => {
  it("is trusted only from a trusted proxy", () => {
    expect(isHttps("127.0.0.1", "https", proxies)).toBe(true);
    expect(isHttps("127.0.0.1", "http", proxies)).toBe(false);
    expect(isHttps("203.0.113.9", "https", proxies)).toBe(false);
    expect(isHttps("127.0.0.1", null, proxies)).toBe(false);
  });
});
