import type { ShouldRevalidateFunctionArgs } from "react-router";
import { describe, expect, it } from "vitest";
import { isSamePage } from "./same-page.ts";

function move(from: string, to: string, formMethod?: "POST"): ShouldRevalidateFunctionArgs {
  const url = (path: string) => new URL(path, "https://nguvu.example");
  return {
    currentUrl: url(from),
    nextUrl: url(to),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...(formMethod && { formMethod }),
  };
}

describe("a move within the same page", () => {
  it("changes how much of it is shown", () => {
    expect(isSamePage(move("/classes", "/classes?show=all"))).toBe(true);
    expect(isSamePage(move("/classes?show=all", "/classes"))).toBe(true);
  });

  it("is not another date of the schedule", () => {
    expect(isSamePage(move("/schedule/monday", "/schedule/monday?date=2026-11-30"))).toBe(false);
    expect(isSamePage(move("/schedule/monday?date=2026-12-07", "/schedule/monday"))).toBe(false);
  });

  it("is neither another page, nor a reload of the same, nor the redirect of a form", () => {
    expect(isSamePage(move("/classes?show=all", "/about"))).toBe(false);
    expect(isSamePage(move("/classes?show=all", "/classes?show=all"))).toBe(false);
    expect(isSamePage(move("/classes?show=all", "/classes", "POST"))).toBe(false);
  });
});
