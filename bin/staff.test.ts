import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { listInvitations } from "../app/staff/invitations.server.ts";
import { listPeople } from "../app/staff/people.server.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../test/support/test-services.ts";
import { runCommandLine, runStaffCommand, USAGE } from "./staff.ts";

describe("npm run staff", () => {
  const site = openTestSiteBeforeEach("sqlite");

  const run = (...args: string[]) => runStaffCommand(site.services, args);

  test("lists who works here and who is invited", async () => {
    expect(await run("list")).toMatchObject({ ok: true, text: expect.stringContaining("Nobody yet") });
    await addStaffMember(site.services, "owner", { name: "Akinyi", email: "akinyi@x.example" });
    await run("invite", "Desk@X.example", "desk");
    const [owner, desk] = (await run("list")).text.split("\n");
    expect(owner).toMatch(/^Owner\takinyi@x.example\tAkinyi\tsecond step on\tseen .+/);
    expect(desk).toMatch(/^Desk\tdesk@x.example\t\(invited\)/);
    const config = { ...site.services.config, secret: "another secret, which is long enough 51" };
    expect((await runStaffCommand({ ...site.services, config }, ["list"])).text).toContain("\tapp of a lost secret\t");
  });

  test("invites and prints the link, only once for a double call", async () => {
    const first = await run("invite", "desk@x.example", "desk");
    expect(first.text).toMatch(/invited as Desk.+\nhttp:\/\/localhost:3000\/staff\/invitation\?token=[\w-]{43}\n/);
    // Without PUBLIC_URL the output names the source of the address.
    expect(first.text).toMatch(/\nPUBLIC_URL is not set, so the link begins with http:\/\/localhost:3000\. /);
    expect((await run("invite", "desk@x.example", "desk")).text).toContain("less than a minute ago");
    expect(await listInvitations(site.services)).toHaveLength(1);
  });

  test("prints the first owner's link, until there is an owner", async () => {
    const config = { ...site.services.config, publicUrl: "https://nguvu.example" };
    const link = expect.stringMatching(/^https:\/\/nguvu.example\/staff\/welcome\?token=[\w-]{43}$/);
    expect(await runStaffCommand({ ...site.services, config }, ["owner-link"])).toEqual({ ok: true, text: link });
    await addStaffMember(site.services, "owner", { email: "akinyi@x.example" });
    expect(await run("owner-link")).toMatchObject({ ok: false, text: expect.stringContaining("has an owner") });
  });

  test("changes a role, resets a second step and removes people, but never the last owner", async () => {
    const owner = await addStaffMember(site.services, "owner", { email: "akinyi@x.example" });
    await addStaffMember(site.services, "desk", { email: "desk@x.example" });
    const trainer = await addStaffMember(site.services, "trainer", { trainerSlug: "kamau" });
    const lastOwner = { ok: false, text: expect.stringContaining("the only owner") };
    expect(await run("role", trainer.member.email, "trainer")).toMatchObject({ ok: true });
    expect(await run("role", owner.member.email, "desk")).toEqual(lastOwner);
    expect(await run("remove", owner.member.email)).toEqual(lastOwner);
    expect(await run("role", "desk@x.example", "owner")).toMatchObject({ ok: true });
    expect(await run("reset-second-step", "AKINYI@x.example")).toMatchObject({ ok: true });
    expect(await run("remove", owner.member.email)).toMatchObject({ ok: true });
    expect(await listPeople(site.services)).toMatchObject([{ role: "owner" }, { trainerSlug: "kamau" }]);
  });

  test.each([
    [[], "Use:"],
    [["fire", "a@x.example"], "There is no command fire."],
    [["list", "all"], "Use:"],
    [["invite", "a@x.example"], "Use:"],
    [["invite", "a@x.example", "desk", "now"], "Use:"],
    [["invite", "a@x.example", "Desk"], "Please choose a role: owner, desk or trainer."],
    [["invite", "a", "desk"], "This doesn’t look like an email address."],
    [["invite", "", "desk"], "Please enter their email address."],
    [["invite", "a@x.example\nb@x.example", "desk"], "Please keep this on one line."],
    [["invite", "member@nguvu.example", "desk"], "This is the shared test account."],
    [["role", "nobody@x.example", "desk"], "Nobody on the team has this address."],
    [["remove", "nobody@x.example"], "Nobody on the team has this address."],
    [["reset-second-step", "nobody@x.example"], "Nobody on the team has this address."],
  ])("reports the problem of %j, and changes nothing", async (args, sentence) => {
    const { ok, text } = await run(...args);
    expect(ok).toBe(false);
    expect(text).toContain(sentence);
    expect(await site.rows("audit_log")).toEqual([]);
  });

  test("prints its use without a site, and creates no database in a folder without one", async () => {
    for (const word of ["help", "--help"]) expect(await runCommandLine([word], {})).toEqual({ ok: true, text: USAGE });
    const text = expect.stringContaining("there is no /nowhere/nguvu/nguvu.sqlite");
    expect(await runCommandLine(["list"], { DATA_DIR: "/nowhere/nguvu" })).toEqual({ ok: false, text });
  });

  test("runs in its own process while the site runs, with an exit code for success", async () => {
    await addStaffMember(site.services, "owner", { email: "akinyi@x.example" });
    const { dataDir: DATA_DIR, secret: SECRET } = site.services.config;
    const env = { PATH: process.env.PATH, DATA_DIR, SECRET, PORT: "" };
    const command = fileURLToPath(new URL("staff.ts", import.meta.url));
    const call = (...words: string[]) => promisify(execFile)(process.execPath, [command, ...words], { env });
    expect((await call("list")).stdout).toContain("akinyi@x.example");
    const failure = { code: 1, stderr: expect.stringContaining("the only owner") };
    await expect(call("remove", "akinyi@x.example")).rejects.toMatchObject(failure);
  });
});
