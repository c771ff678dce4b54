import { expect, test } from "vitest";
import { addStaffMember } from "../../../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { recordBackup } from "../../platform/backup-state.server.ts";
import { HOUR_MS, MINUTE_MS } from "../../platform/durations.ts";
import { sendDueMail } from "../../platform/outbox-worker.server.ts";
import { transact } from "../../platform/transact.server.ts";
import { findAppState } from "../../staff/second-step.server.ts";
import { readLostApps, readMailTrouble, readOldBackup, readServerAlerts } from "./first-page.server.ts";

const site = openTestSiteBeforeEach("sqlite");

test("the owner is warned when the disk is nearly full, and when it refuses writes", async () => {
  const { services } = site;
  const { member: owner } = await addStaffMember(services, "owner");
  const { member: desk } = await addStaffMember(services, "desk");
  expect(await readServerAlerts(services, owner)).toBeUndefined();
  // The system reports no free space here.
  const nearlyFull = { ...services, config: { ...services.config, dataDir: "/proc" } };
  if (process.platform === "linux") {
    expect(await readServerAlerts(nearlyFull, owner)).toMatchObject({
      title: expect.stringContaining("with 0 MB left"),
    });
  }
  expect(await readServerAlerts(nearlyFull, desk)).toBeUndefined();
  services.databaseState.noteFailure(Object.assign(new Error("full"), { code: "53100" }));
  expect(await readServerAlerts(services, owner)).toMatchObject({
    title: "The site can’t save anything at the moment:",
  });
  services.databaseState.noteSuccess("write");
  expect(await readServerAlerts(services, owner)).toBeUndefined();
});

test("the owner is told whose authenticator apps no longer work after a change of the site's secret", async () => {
  const { services } = site;
  const { member: owner } = await addStaffMember(services, "owner", { name: "Wanjiru", secondStep: "waiting" });
  const { member: desk } = await addStaffMember(services, "desk", { name: "Otieno", secondStep: "waiting" });
  expect(await readLostApps(services, owner)).toBeUndefined();
  const restored = { ...services, config: { ...services.config, secret: "another secret, which is long enough 51" } };
  expect(await readLostApps(restored, owner)).toMatchObject({
    title: expect.stringContaining("the authenticator apps of Wanjiru and Otieno can no longer be checked"),
  });
  expect(await readLostApps(restored, desk)).toBeUndefined();
  expect(await findAppState(services, desk.id)).toBe("on");
  expect(await findAppState(restored, desk.id)).toBe("lost");
});

test("the desk sees since when no mail has been sent, how many mails wait, and the mail server's response", async () => {
  const { services } = site;
  const mail = { subject: "Habari", text: "Habari" };
  await transact(services, async ({ queueMail }) => {
    for (const to of ["zawadi@example.com", "otieno@example.com"]) await queueMail({ ...mail, to });
  });
  const login = Object.assign(new Error("No"), { response: "454 4.7.0 Too many logins", code: "EAUTH" });
  const transport = { send: () => Promise.reject(login) };
  await sendDueMail(services, transport);
  expect(await readMailTrouble(services)).toBeUndefined();
  site.passTime(15 * MINUTE_MS);
  await sendDueMail(services, transport);
  expect(await readMailTrouble(services)).toMatchObject({
    title: expect.stringMatching(/^No email has been sent since \w+ \d+ \w+, \d+:\d\d[ap]m\.$/),
    text: expect.stringMatching(
      /^2 emails wait: the mail server accepts no email for now \(454 4\.7\.0\)\. Its reply: “454 4\.7\.0 Too many logins”\./,
    ),
  });
  await sendDueMail(services, { send: async () => {} });
  expect(await readMailTrouble(services)).toBeUndefined();
});

test("the owner sees the age of the last backup once it is older than 26 hours", async () => {
  const { services } = site;
  const { member: owner } = await addStaffMember(services, "owner");
  const { member: desk } = await addStaffMember(services, "desk");
  await recordBackup(services, { made_at: services.now().toISOString() });
  site.passTime(25 * HOUR_MS);
  expect(await readOldBackup(services, owner)).toBeUndefined();
  site.passTime(HOUR_MS);
  expect(await readOldBackup(services, owner)).toMatchObject({
    title: expect.stringMatching(
      /^The last backup was made (?:yesterday, \d+:\d\d[ap]m|\w+ \d+ \w+, \d+:\d\d[ap]m)\.$/,
    ),
  });
  expect(await readOldBackup(services, desk)).toBeUndefined();
});
