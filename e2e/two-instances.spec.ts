/** Two instances on one PostgreSQL share sign-ins and content. */
import { createVisitor, PASSWORD } from "../test/support/http-client.ts";
import { queryPostgres, startPostgres } from "../test/support/postgres-server.ts";
import { startSiteProcess } from "../test/support/site-process.ts";
import { expect, test } from "./fixtures.ts";

const SECRET = "the secret that all instances share 7f3a";

test("two instances share sign-ins and content", async ({ emptyFolder }) => {
  const postgres = await startPostgres();
  const environment = { DATA_DIR: emptyFolder, DATABASE_URL: postgres.url, SECRET };
  const [first, second] = await Promise.all([startSiteProcess(environment), startSiteProcess(environment)]);

  await test.step("a visitor who signs up on one is signed in on the other, and a browser is signed out on both", async () => {
    const visitor = createVisitor(first.url);
    const email = "two-homes@example.com";
    expect((await visitor.post("/signup", { email, password: PASSWORD })).status).toBe(303);
    visitor.moveTo(second.url);
    expect((await visitor.get("/account")).text).toContain(email);

    // A browser that is signed out in the list of sign-ins is signed out on the other instance at once.
    const phone = createVisitor(first.url);
    expect((await phone.post("/login", { email, password: PASSWORD })).status).toBe(303);
    const signIns = (await visitor.get("/account/sign-ins")).text.matchAll(/name="signIn" value="([^"]+)"/g);
    const [, signIn = ""] = [...signIns].at(-1) ?? [];
    expect((await visitor.post("/account/sign-ins", { signIn })).location).toBe("/account/sign-ins?ended=1");
    expect((await phone.get("/account")).status).toBe(302);
    expect((await visitor.get("/account")).status).toBe(200);
  });

  await test.step("a change of content appears on all instances, in documents and in data", async () => {
    const addresses = [first, second].flatMap(({ url }) => ["/classes", "/classes.data"].map((path) => url + path));
    const read = async (address: string) => (await fetch(address)).text();
    for (const address of addresses) expect(await read(address)).not.toContain("Changed ");
    await queryPostgres(
      postgres.url,
      `update entries set body = replace(body, '"title":"', '"title":"Changed ') where type = 'class'`,
    );
    await queryPostgres(postgres.url, "update content_version set version = version + 1");
    // They poll once a second.
    for (const address of addresses) await expect.poll(() => read(address), address).toContain("Changed ");
  });

  await Promise.all([first.stop(), second.stop()]);
  await postgres.remove();
});
