/** Many pages rendered at once, and other requests in between. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { openTestSite } from "../../test/support/test-services.ts";
import { createRenderer } from "./render-page.ts";

const PAGES = 20;

test("pages that are requested at once, or whose data arrives at once, let other requests run in between", async () => {
  const { services, close } = await openTestSite("sqlite");
  await seedGym(services);
  const render = createRenderer(services);
  let turn = 0;
  let isRunning = true;
  const other = () => {
    turn += 1;
    if (isRunning) setImmediate(other);
  };
  setImmediate(other);
  const turns = () =>
    Promise.all(
      Array.from({ length: PAGES }, async () => {
        const request = new Request("http://localhost/classes/boxing");
        const { status } = await render(request, { clientAddress: "192.0.2.1", viewer: null });
        expect(status).toBe(200);
        return turn;
      }),
    );
  // While a transaction holds the connection, no page gets its data.
  const waiting = await services.db.transaction().execute(async () => {
    const pages = turns();
    await pause(50);
    return { pages };
  });
  expect(new Set(await waiting.pages).size).toBeGreaterThan(PAGES / 2);
  expect(new Set(await turns()).size).toBeGreaterThan(PAGES / 2);
  isRunning = false;
  await close();
});
