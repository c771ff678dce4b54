import { describe, expect, it } from "vitest";
import { arrivalFrom, landing, ownPath, readArrival, signInFirst, withArrival } from "./return-to.ts";

describe("the page to go on to", () => {
  it.each([
    "/",
    "/#home",
    "/classes",
    "/classes?show=all#boxing",
    "/account",
    "/account/password",
    "/schedule/monday",
    "/classes/power-lifting",
    "/classes/power-lifting?show=all#trainer",
    "/account/bookings/2026-12-01-boxing/cancel",
    "/gallery/page-2",
    "/contact?class=boxing",
    "/booking?session=monday-1.2026-11-23",
    "/booking?session=added-0f3a9c",
    "/booking/cancel?booking=0b9d1f1e-2c56-4b0a-9f0e-5c8c2f6f0a11",
    "/account/bookings",
  ])("may be %s", (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    "",
    "classes",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "/%2F/evil.example",
    "/%2f%2fevil.example",
    "/%5Cevil.example",
    "/.//evil.example",
    "/classes/..//evil.example",
    "/@evil.example",
    "/sign-out",
    "/saved-classes",
    "/login",
    "/healthz",
    "/classes/../sign-out",
    "/classes/power-lifting/../../sign-out",
    "/classes/",
    "/classes//evil.example",
    "/classes/Power",
    "/classes/-",
    "/classes/%2e%2e/sign-out",
    `/classes/${"a-".repeat(150)}b`,
    "/classes\u0000",
    "/staff/",
    "/booking/",
    "/bookings",
    "/booking/cancel/all",
    "/reminders/off?key=abc",
    "/staffs",
    "/staff/../sign-out",
    "/staff/..%2Fsign-out",
    "/staff//evil.example",
    "/clásses",
    `/classes?${"x".repeat(300)}`,
  ])("may not be %j", (path) => {
    expect(ownPath(path)).toBeUndefined();
  });

  it.each(["/staff", "/staff/people/aB3xYz", "/staff/enquiries.csv", "/staff/welcome?token=abc_-D"])(
    "may be %j of the console",
    (path) => expect(ownPath(path)).toBe(path),
  );

  it("is written without the dots it may have come with", () => {
    expect(ownPath("/gallery/../classes")).toBe("/classes");
  });
});

describe("what a visitor came to sign in for", () => {
  const arrivalAt = (query: string) => readArrival(`https://nguvu.example/login${query}`);

  it("is read from the address and written to it again", () => {
    const arrival = arrivalAt("?next=/classes%3Fshow%3Dall&save=power-lifting");
    expect(arrival).toEqual({ next: "/classes?show=all", save: "power-lifting" });
    expect(withArrival("/signup", arrival)).toBe("/signup?next=/classes%3Fshow%3Dall&save=power-lifting");
  });

  it("is added to an address that has search parameters", () => {
    expect(withArrival("/login?reset=1", arrivalAt("?next=/classes"))).toBe("/login?reset=1&next=/classes");
    expect(withArrival("/login?reset=1", arrivalAt(""))).toBe("/login?reset=1");
  });

  it("leaves out what makes no sense", () => {
    expect(arrivalAt("?next=//evil.example&save=../x")).toEqual({ next: undefined, save: undefined });
    expect(arrivalAt("?next[]=/classes&save=")).toEqual({ next: undefined, save: undefined });
    expect(withArrival("/signup", arrivalAt(""))).toBe("/signup");
  });

  it("decides where the visitor lands", () => {
    expect(landing(arrivalAt(""))).toBe("/#home");
    expect(landing(arrivalAt("?next=/account"))).toBe("/account");
    expect(landing(arrivalAt("?save=boxing"))).toBe("/classes");
    expect(landing(arrivalAt("?next=//evil.example"))).toBe("/#home");
  });

  it.each([
    ["/about", "/login?next=/about"],
    ["/schedule/monday?date=2026-11-23", "/login?next=/schedule/monday%3Fdate%3D2026-11-23"],
    ["/", "/login"],
    ["/?weight=70&height=175", "/login"],
    ["/page-not-found", "/login"],
    ["/classes/-", "/login"],
    ["/forgot-password", "/login"],
    ["/signup?next=/about&save=boxing", "/login?next=/about&save=boxing"],
    ["/login?next=//evil.example", "/login"],
  ])("is from %s in the address of Sign In", (page, address) => {
    expect(withArrival("/login", arrivalFrom(new URL(page, "https://nguvu.example")))).toBe(address);
  });

  it("is the page that required signing in", () => {
    expect(signInFirst("https://nguvu.example/account/password")).toBe("/login?next=/account/password");
  });
});
