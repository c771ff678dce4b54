import { describe, expect, it } from "vitest";
import { isOwnHost } from "./allowed-hosts.ts";

const asked = (address: string, publicUrl?: string) => isOwnHost(new URL(address), publicUrl);

describe("the host a request asks for", () => {
  it("may be any while no PUBLIC_URL is set", () => {
    expect(asked("http://localhost:3000/")).toBe(true);
    expect(asked("http://192.0.2.7/")).toBe(true);
  });

  it("must be that of PUBLIC_URL once it is set", () => {
    expect(asked("http://nguvu.example/about", "https://nguvu.example")).toBe(true);
    expect(asked("http://nguvu.example:443/about", "https://nguvu.example")).toBe(true);
    expect(asked("http://evil.example/about", "https://nguvu.example")).toBe(false);
    expect(asked("http://nguvu.example.evil.example/", "https://nguvu.example")).toBe(false);
    expect(asked("http://nguvu.example:8080/", "https://nguvu.example")).toBe(false);
    expect(asked("http://localhost:4600/", "http://localhost:4600")).toBe(true);
  });

  it("does not matter to those who look after the machine", () => {
    expect(asked("http://10.0.0.7:3000/healthz", "https://nguvu.example")).toBe(true);
    expect(asked("http://10.0.0.7:3000/readyz", "https://nguvu.example")).toBe(true);
  });
});
