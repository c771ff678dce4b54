import { describe, expect, test } from "vitest";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { middleware } from "./account-layout.route.ts";

const site = openTestSiteBeforeEach("sqlite");

const [guard = () => undefined] = middleware;

const call = (path: string, fields?: Record<string, string>) => routeCall(site.services, path, fields && { fields });

describe("the pages for signed-in visitors", () => {
  test("send others from their address to Sign In, and back", async () => {
    const location = "/login?next=/account/password%3Fchanged%3D1";
    expect(await callRoute(guard as never, call("/account/password?changed=1"))).toMatchObject({
      status: 302,
      location,
    });
  });

  test("redirect forms of signed-out visitors to Sign In, except a repeated deletion", async () => {
    const password = await callRoute(guard as never, call("/account/password", { password: "x" }));
    expect(password).toMatchObject({ status: 302, location: "/login?next=/account/password" });
    const deletion = await callRoute(guard as never, call("/account/delete", { currentPassword: "x" }));
    expect(deletion).toMatchObject({ status: 303, location: "/" });
    // React Router refuses forms on pages without an action.
    for (const path of ["/account", "/account/data"]) {
      expect(await guard(call(path, { a: "b" }) as never, undefined as never)).toBeUndefined();
    }
  });
});
