import { expect, it } from "vitest";
import { currentAt, destinations } from "./destinations.ts";

function currentLabels(pathname: string): Record<string, string> {
  const marked = destinations(false).map((destination) => [destination.label, currentAt(destination, pathname)]);
  return Object.fromEntries(marked.filter(([, current]) => current !== undefined));
}

it("the destinations offer the account once signed in, and mark the current page or section", () => {
  const paths = destinations(true).map(({ to }) => to);
  expect(paths).toContain("/account");
  expect(paths).not.toContain("/login");
  expect(paths).not.toContain("/signup");
  expect(currentLabels("/about")).toEqual({ About: "page" });
  expect(currentLabels("/schedule/friday")).toEqual({ Schedule: "true" });
  expect(currentLabels("/gallery/page-2")).toEqual({ Gallery: "true" });
  expect(currentLabels("/")).toEqual({ Home: "page" });
  expect(currentLabels("/privacy")).toEqual({});
});
