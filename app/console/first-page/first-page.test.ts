import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { backUp } from "../../../bin/backup.ts";
import { seedGym, setPlaces } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { makePhoto } from "../../../test/support/photos.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { findLive } from "../../cms/editing/entry-rows.server.ts";
import { publish } from "../../cms/editing/publishing.server.ts";
import { storedValues } from "../../cms/editing/stored-body.ts";
import { planType } from "../../content-types/pricing.ts";
import { settingsType } from "../../content-types/settings.ts";
import { uploadPicture } from "../../pictures/upload.server.ts";
import { recordBackup } from "../../platform/backup-state.server.ts";
import { HOUR_MS, MINUTE_MS } from "../../platform/durations.ts";
import { sendDueMail } from "../../platform/outbox-worker.server.ts";
import { transact } from "../../platform/transact.server.ts";
import type { StaffMember } from "../../staff/roles.ts";
import { findAppState } from "../../staff/second-step.server.ts";
import { readLostApps, readMailTrouble, readOldBackup, readServerAlerts } from "./first-page.server.ts";
import { dismissFirstSteps, readFirstSteps } from "./first-steps.server.ts";

const site = openTestSiteBeforeEach("sqlite", { smtpUrl: "smtp://user:password@mail.example:587" });
const { services } = site;
let owner: StaffMember;
let desk: StaffMember;
beforeEach(async () => {
  const options = { secondStep: "waiting" } as const;
  owner = (await addStaffMember(services, "owner", { name: "Wanjiru", ...options })).member;
  desk = (await addStaffMember(services, "desk", { name: "Otieno", ...options })).member;
});

const titled = (title: string | RegExp) => expect.objectContaining({ title: expect.stringMatching(title) });

test("the owner is warned when the disk is nearly full, and when it refuses writes", async () => {
  expect(await readServerAlerts(services, owner)).toBeUndefined();
  // The system reports no free space here.
  const nearlyFull = { ...services, config: { ...services.config, dataDir: "/proc" } };
  if (process.platform === "linux") expect(await readServerAlerts(nearlyFull, owner)).toEqual(titled("with 0 MB left"));
  expect(await readServerAlerts(nearlyFull, desk)).toBeUndefined();
  services.databaseState.noteFailure(Object.assign(new Error("full"), { code: "53100" }));
  expect(await readServerAlerts(services, owner)).toEqual(titled("^The site can’t save anything at the moment:$"));
  services.databaseState.noteSuccess("write");
  expect(await readServerAlerts(services, owner)).toBeUndefined();
});

test("the owner is told whose authenticator apps no longer work after a change of the site's secret", async () => {
  expect(await readLostApps(services, owner)).toBeUndefined();
  const restored = { ...services, config: { ...services.config, secret: "another secret, which is long enough 51" } };
  const lost = titled("the authenticator apps of Wanjiru and Otieno can no longer be checked");
  expect(await readLostApps(restored, owner)).toEqual(lost);
  expect(await readLostApps(restored, desk)).toBeUndefined();
  expect(await findAppState(services, desk.id)).toBe("on");
  expect(await findAppState(restored, desk.id)).toBe("lost");
});

test("the desk sees since when no mail has been sent, how many mails wait, and the mail server's response", async () => {
  for (const to of ["zawadi@example.com", "otieno@example.com"])
    await transact(services, ({ queueMail }) => queueMail({ to, subject: "Habari", text: "Habari" }));
  const login = Object.assign(new Error("No"), { response: "454 4.7.0 Too many logins", code: "EAUTH" });
  const transport = { send: () => Promise.reject(login) };
  await sendDueMail(services, transport);
  expect(await readMailTrouble(services)).toBeUndefined();
  site.passTime(15 * MINUTE_MS);
  await sendDueMail(services, transport);
  const since = expect.stringMatching(/^No email has been sent since \w+ \d+ \w+, \d+:\d\d[ap]m\.$/);
  const trouble = await readMailTrouble(services);
  expect(trouble).toMatchObject({ title: since, text: expect.stringContaining("“454 4.7.0 Too many logins”.") });
  expect(trouble?.text).toMatch(
    /^2 emails wait: the mail server accepts no email for now \(454 4\.7\.0\)\. Its reply: “/,
  );
  await sendDueMail(services, { send: async () => {} });
  expect(await readMailTrouble(services)).toBeUndefined();
});

test("the owner sees the age of the last backup once it is older than 26 hours", async () => {
  await recordBackup(services, { made_at: services.now().toISOString() });
  site.passTime(25 * HOUR_MS);
  expect(await readOldBackup(services, owner)).toBeUndefined();
  site.passTime(HOUR_MS);
  const old = titled(/^The last backup was made (?:yesterday, \d+:\d\d[ap]m|\w+ \d+ \w+, \d+:\d\d[ap]m)\.$/);
  expect(await readOldBackup(services, owner)).toEqual(old);
  expect(await readOldBackup(services, desk)).toBeUndefined();
});

test("each step is ticked automatically, and the list disappears when all are done or it is hidden", async () => {
  onTestFinished(() => services.imageEncoder.stop());
  await seedGym(services);
  await services.db.deleteFrom("staff").where("user_id", "=", desk.id).execute();
  const left = async (hasSecondStep: boolean) =>
    (await readFirstSteps(services, owner, hasSecondStep))?.flatMap(({ title, isDone }) => (isDone ? [] : [title]));
  const change = async (type: typeof planType | typeof settingsType, slug: string, values: object) => {
    const live = await findLive(services.db, { type: type.name, slug });
    const changed = { ...storedValues(live?.body ?? ""), ...values };
    await publish(services, type, slug, { values: changed, basedOn: live?.version ?? 0 }, ACTOR);
  };

  const others = ["Who works here", "Places for bookable classes", "Your own photos", "Backups"];
  expect(await left(false)).toEqual(["Two-step verification", "Your prices", "Your hours and phone", ...others]);
  await change(planType, "mwanzo", { price: 3900 });
  await change(settingsType, "site", { phone: "+254 722 000 111" });
  expect(await left(true)).toEqual(others);
  // The contact page has hours of its own, which are still the example's.
  await change(settingsType, "site", { footerHours: ["Monday-Friday 6:00am-8:00pm"] });
  expect((await left(true))?.[0]).toBe("Your hours and phone");
  await change(settingsType, "site", { contactHours: [] });
  expect((await left(true))?.[0]).toBe("Who works here");
  const { member } = await addStaffMember(services, "desk");
  await setPlaces(services, "boxing", { places: 12 });
  await uploadPicture(services, ACTOR, { name: "hall.jpg", bytes: await makePhoto(1) });
  expect(await left(true)).toEqual(["Backups"]);
  expect(await readFirstSteps(services, member, false)).toBeNull();

  for (let press = 0; press < 2; press += 1) await dismissFirstSteps(services, true);
  expect(await readFirstSteps(services, owner, false)).toBeNull();
  await dismissFirstSteps(services, false);
  await backUp(services.config, services.now(), join(services.config.dataDir, "elsewhere"));
  expect(await readFirstSteps(services, owner, true)).toBeNull();
  const steps = await readFirstSteps(services, owner, false);
  expect(steps?.find(({ title }) => title === "Backups")?.text).toMatch(/^The last was made \w+ \d+ \w+, /);
});
