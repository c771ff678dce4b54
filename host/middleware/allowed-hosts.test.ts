import { describe, expect, it } from "vitest";
import { isOwnHost } from "./origin-guard.ts";

const isAllowed = (address: string, publicUrl?: string) => isOwnHost(new URL(address), publicUrl);

describe("the Host of a request", () => {
  it("can be any host without PUBLIC_URL", () => {
    expect(isAllowed("http://localhost:3000/")).toBe(true);
    expect(isAllowed("http://192.0.2.7/")).toBe(true);
  });

  it("must be the host of PUBLIC_URL if it is set", () => {
    expect(isAllowed("http://nguvu.example/about", "https://nguvu.example")).toBe(true);
    expect(isAllowed("http://nguvu.example:443/about", "https://nguvu.example")).toBe(true);
    expect(isAllowed("http://evil.example/about", "https://nguvu.example")).toBe(false);
    expect(isAllowed("http://nguvu.example.evil.example/", "https://nguvu.example")).toBe(false);
    expect(isAllowed("http://nguvu.example:8080/", "https://nguvu.example")).toBe(false);
    expect(isAllowed("http://localhost:4600/", "http://localhost:4600")).toBe(true);
  });

  it("can be any host for health checks", () => {
    expect(isAllowed("http://10.0.0.7:3000/healthz", "https://nguvu.example")).toBe(true);
    expect(isAllowed("http://10.0.0.7:3000/readyz", "https://nguvu.example")).toBe(true);
  });
});
