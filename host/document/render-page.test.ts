/** Many pages that are rendered at once, and what others get in between. */
import { expect, test } from "vitest";
import { catalogue } from "../../app/content/catalogue.ts";
import { seedNewTypes } from "../../app/content/entries.server.ts";
import { openTestSite } from "../../test/test-services.ts";
import { createRenderer } from "./render-page.ts";

const PAGES = 20;

test("pages that are asked for at once leave room for others between them", async () => {
  const { services, close } = await openTestSite("sqlite");
  await seedNewTypes(services, Object.values(catalogue));
  const ended: number[] = [];
  let turn = 0;
  let isRunning = true;
  const other = () => {
    turn += 1;
    if (isRunning) setImmediate(other);
  };
  const render = createRenderer(services);
  setImmediate(other);
  const pages = Array.from({ length: PAGES }, async () => {
    const request = new Request("http://localhost/classes/boxing");
    const { status } = await render(request, { clientAddress: "192.0.2.1", viewer: null });
    ended.push(turn);
    return status;
  });
  expect(new Set(await Promise.all(pages))).toEqual(new Set([200]));
  isRunning = false;
  expect(new Set(ended).size).toBeGreaterThan(PAGES / 2);
  await close();
});
