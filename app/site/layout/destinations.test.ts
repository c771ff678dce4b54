import { describe, expect, it } from "vitest";
import { currentAt, destinations } from "./destinations.ts";

function currentLabels(pathname: string): Record<string, string> {
  const marked = destinations({ isSignedIn: false, arrival: "" }).map((destination) => [
    destination.label,
    currentAt(destination, pathname),
  ]);
  return Object.fromEntries(marked.filter(([, current]) => current !== undefined));
}

describe("the destinations", () => {
  it("are the nine of the specification for a visitor who is not signed in", () => {
    expect(destinations({ isSignedIn: false, arrival: "" }).map(({ to }) => to)).toEqual([
      "/",
      "/about",
      "/gallery/page-1",
      "/schedule/monday",
      "/pricing",
      "/classes",
      "/contact",
      "/login",
      "/signup",
    ]);
  });

  it("offer the account instead of Sign In and Sign Up once signed in", () => {
    const paths = destinations({ isSignedIn: true, arrival: "" }).map(({ to }) => to);
    expect(paths).toContain("/account");
    expect(paths).not.toContain("/login");
    expect(paths).not.toContain("/signup");
  });

  it("take along where Sign In and Sign Up lead back to, and are marked there all the same", () => {
    const [signIn, signUp] = destinations({ isSignedIn: false, arrival: "?next=/about" }).slice(-2);
    expect([signIn?.to, signUp?.to]).toEqual(["/login?next=/about", "/signup?next=/about"]);
    expect(signIn && currentAt(signIn, "/login")).toBe("page");
  });

  it("mark the page itself, and the section of its other pages", () => {
    expect(currentLabels("/about")).toEqual({ About: "page" });
    expect(currentLabels("/schedule/friday")).toEqual({ Schedule: "true" });
    expect(currentLabels("/gallery/page-2")).toEqual({ Gallery: "true" });
  });

  it("mark Home on the home page only", () => {
    expect(currentLabels("/")).toEqual({ Home: "page" });
    expect(currentLabels("/privacy")).toEqual({});
  });
});
