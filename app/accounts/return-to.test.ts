import { describe, expect, it } from "vitest";
import {
  destinationAfterSignIn,
  readSignInIntent,
  safeReturnPath,
  signInPathFor,
  withSignInIntent,
} from "./return-to.ts";

describe("the page to go on to", () => {
  it.each([
    ...["/classes", "/classes/power-lifting?show=all#trainer", "/account/password", "/account/bookings"],
    ...["/account/bookings/2026-12-01-boxing/cancel", "/booking/cancel?booking=0b9d1f1e-2c56-4b0a-9f0e-5c8c2f6f0a11"],
    ...["/booking?session=monday-1.2026-11-23", "/booking?session=added-0f3a9c"],
    ...["/staff", "/staff/people/aB3xYz", "/staff/enquiries.csv", "/staff/welcome?token=abc_-D"],
  ])("may be %s", (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    ...["", "/", "/#home", "/about", "/contact?class=boxing", "/schedule/monday", "/sign-out", "/bookings", "classes"],
    // Other sites.
    ...["//evil.example", "/\\evil.example", "/\t/evil.example", " //evil.example", "https://evil.example"],
    ...["javascript:alert(1)", "/%2F/evil.example", "/%5Cevil.example", "/.//evil.example", "/@evil.example"],
    // Malformed paths below allowed ones.
    ...["/classes/../sign-out", "/classes/%2e%2e/sign-out", "/classes/", "/classes/Power", "/classes/-", "/clásses"],
    ...["/classes\u0000", `/classes/${"a-".repeat(150)}b`, `/classes?${"x".repeat(300)}`],
    ...["/booking/", "/booking/cancel/all", "/reminders/off?key=abc"],
    ...["/staff/", "/staffs", "/staff/../sign-out", "/staff/..%2Fsign-out"],
  ])("may not be %j", (path) => {
    expect(safeReturnPath(path)).toBeUndefined();
  });
});

describe("what a visitor came to sign in for", () => {
  const intentAt = (query: string) => readSignInIntent(`https://nguvu.example/login${query}`);

  it("is read from an address and added to another, without invalid values and dot segments", () => {
    const intent = intentAt("?next=/classes%3Fshow%3Dall&save=power-lifting");
    expect(intent).toEqual({ next: "/classes?show=all", save: "power-lifting" });
    expect(withSignInIntent("/signup", intent)).toBe("/signup?next=/classes%3Fshow%3Dall&save=power-lifting");
    expect(withSignInIntent("/login?reset=1", intentAt("?next=/classes"))).toBe("/login?reset=1&next=/classes");
    expect(withSignInIntent("/login?reset=1", intentAt(""))).toBe("/login?reset=1");
    expect(intentAt("?next=//evil.example&save=../x")).toEqual({ next: undefined, save: undefined });
    expect(intentAt("?next=/account/../classes").next).toBe("/classes");
    expect(intentAt("?next[]=/classes&save=")).toEqual({ next: undefined, save: undefined });
    expect(withSignInIntent("/signup", intentAt(""))).toBe("/signup");
  });

  it("decides the visitor's destination, and is the page that required signing in", () => {
    expect(destinationAfterSignIn(intentAt(""))).toBe("/#home");
    expect(destinationAfterSignIn(intentAt("?next=/account"))).toBe("/account");
    expect(destinationAfterSignIn(intentAt("?save=boxing"))).toBe("/classes");
    expect(destinationAfterSignIn(intentAt("?next=//evil.example"))).toBe("/#home");
    expect(signInPathFor("https://nguvu.example/account/password")).toBe("/login?next=/account/password");
  });
});
