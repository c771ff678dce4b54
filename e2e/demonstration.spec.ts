/** The command `npm run demo`; `demonstration-pages.spec.ts` visits the pages of its gym. */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findDemonstration } from "../app/platform/demonstration.server.ts";
import { copyDemonstration } from "../test/support/prepared-gym.ts";
import { failToStart, startSiteBy } from "../test/support/site-process.ts";
import { expect, test } from "./fixtures.ts";

test("the command says why it does not start", async ({ emptyFolder: folder }) => {
  await writeFile(join(folder, "nguvu.sqlite"), "a gym of one's own");
  for (const [words, environment, sentence] of [
    [[], { PUBLIC_URL: "https://nguvu.example" }, /PUBLIC_URL is set/],
    [["--again"], {}, /its options are --new, --in with a folder, and --host with an address/],
    [["--new", "--in", folder], {}, /has other files in it/],
  ] as const) {
    const said = await failToStart([process.execPath, "bin/demo.ts", ...words], environment);
    expect(said).toMatch(/^.+ exited with 1:\n(?:.*\n)*Cannot start the demonstration: .+\.$/);
    expect(said).toMatch(sentence);
  }
  expect(await readdir(folder)).toEqual(["nguvu.sqlite"]);
});

test("the command reopens an existing gym, and ignores the site's own settings", async () => {
  const folder = await copyDemonstration();
  const own = {
    DATA_DIR: "/nowhere",
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    SMTP_URL: "smtp://127.0.0.1:1",
    HOST: "0.0.0.0",
  };
  const command = [process.execPath, "bin/with-node.mjs", "bin/demo.ts", "--in", folder];
  const site = await startSiteBy(command, { ...own, SECRET: "of the site itself, and long enough" });
  expect(site.printed.join("\n")).toMatch(
    /A demonstration: a gym .+\nSign in at .+\n {2}Owner +akinyi@example.com +\S+\n/,
  );
  expect(site.printed.join("\n")).not.toContain("Making");
  expect(site.printed.join("\n")).toContain('"host":"localhost"');
  const { signIns } = (await findDemonstration(folder)) ?? { signIns: [] };
  const url = `http://localhost:${site.port}`;
  for (const { email, password } of signIns) {
    const request = { method: "POST", body: new URLSearchParams({ email, password }), headers: { Origin: url } };
    expect((await fetch(`${url}/login`, { ...request, redirect: "manual" })).status, email).toBe(303);
  }
  await site.stop();
  await rm(folder, { recursive: true });
});
