import { expect, onTestFinished, test } from "vitest";
import { addStaffMember } from "../../../test/support/staff.ts";
import { openTestSite } from "../../../test/support/test-services.ts";
import { findAppState } from "../../staff/second-step.server.ts";
import { readLostApps, readMachineTrouble } from "./first-page.server.ts";

test("the owner hears of a disk that is nearly full, and of one that takes nothing any more", async () => {
  const { services, close } = await openTestSite("sqlite");
  onTestFinished(close);
  const { member: owner } = await addStaffMember(services, "owner");
  const { member: desk } = await addStaffMember(services, "desk");
  expect(await readMachineTrouble(services, owner)).toBeUndefined();
  // Where the system says that nothing is free.
  const nearlyFull = { ...services, config: { ...services.config, dataDir: "/proc" } };
  if (process.platform === "linux") {
    expect(await readMachineTrouble(nearlyFull, owner)).toMatchObject({
      title: expect.stringContaining("with 0 MB left"),
    });
  }
  expect(await readMachineTrouble(nearlyFull, desk)).toBeUndefined();
  services.databaseState.noteFailure(Object.assign(new Error("full"), { code: "53100" }));
  expect(await readMachineTrouble(services, owner)).toMatchObject({ title: "The site can’t store anything now:" });
  services.databaseState.noteSuccess("write");
  expect(await readMachineTrouble(services, owner)).toBeUndefined();
});

test("the owner hears whose authenticator apps work no more with the site's secret", async () => {
  const { services, close } = await openTestSite("sqlite");
  onTestFinished(close);
  const { member: owner } = await addStaffMember(services, "owner", { name: "Wanjiru", secondStep: "waiting" });
  const { member: desk } = await addStaffMember(services, "desk", { name: "Otieno", secondStep: "waiting" });
  expect(await readLostApps(services, owner)).toBeUndefined();
  const restored = { ...services, config: { ...services.config, secret: "another secret, which is long enough 51" } };
  expect(await readLostApps(restored, owner)).toMatchObject({
    title: expect.stringContaining("the authenticator apps of Wanjiru and Otieno can’t be checked"),
  });
  expect(await readLostApps(restored, desk)).toBeUndefined();
  expect(await findAppState(services, desk.id)).toBe("on");
  expect(await findAppState(restored, desk.id)).toBe("lost");
});
