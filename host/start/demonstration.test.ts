/** Starting on a demo's data folder. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeDemonstration } from "../../app/platform/demonstration.server.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { demonstrationNotice, openSite } from "./bootstrap.ts";

const DEMONSTRATION = {
  madeAt: "2026-11-18T22:30:00.000Z",
  signIns: [
    { who: "Owner", name: "Akinyi Ochieng", email: "akinyi@example.com", password: "three-quiet-mornings" },
    { who: "Member", name: "Faith Njeri", email: "faith@example.com", password: "three-quiet-mornings" },
  ],
};

it("a demonstration is recognised, and does not start at a public address or if its mark can't be read", async () => {
  const folder = await temporaryFolder();
  const open = async (environment: Record<string, string> = {}) => {
    const opened = await openSite({ DATA_DIR: folder, ...environment }, { logLevel: "silent", now: () => new Date() });
    if ("problems" in opened) return opened;
    await opened.close();
    return { demonstration: opened.services.demonstration };
  };
  const problem = (text: RegExp) => ({ problems: [expect.stringMatching(text)] });
  expect(await open()).toEqual({ demonstration: undefined });
  await writeDemonstration(folder, DEMONSTRATION);
  expect(await open()).toEqual({ demonstration: DEMONSTRATION });
  expect(await open({ PUBLIC_URL: "https://nguvu.example" })).toEqual(problem(/^PUBLIC_URL: .+ are no secret/));
  for (const text of ["{", '{"madeAt":"yesterday"}']) {
    await writeFile(join(folder, "demonstration.json"), text);
    expect(await open()).toEqual(problem(/^DATA_DIR: .+demonstration\.json can't be read/));
  }
});

const config = { publicUrl: undefined, port: 3000 } as Parameters<typeof demonstrationNotice>[0]["config"];
const noticeAt = (moment: string) => demonstrationNotice({ config, now: () => new Date(moment) }, DEMONSTRATION);

it("the start of a demonstration prints the sign-ins, and on another day how to make a new demonstration", () => {
  // Still the same day in Nairobi.
  expect(noticeAt("2026-11-19T08:00:00Z").split("\n")).toEqual([
    "A demonstration: a gym in its eighth week. Its people are invented, and its mail stays in its folder.",
    "Sign in at http://localhost:3000/login as one of these:",
    "  Owner   akinyi@example.com  three-quiet-mornings",
    "  Member  faith@example.com   three-quiet-mornings",
  ]);
  expect(noticeAt("2026-11-19T21:00:00Z").split("\n").at(-1)).toBe(
    "It was made on 19 November 2026: npm run demo -- --new makes a new one.",
  );
});
