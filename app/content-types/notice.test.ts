/** The notice on every page: its moments are a version of the pages, and its form has clear sentences. */
import { beforeEach, describe, expect, test } from "vitest";
import { currentVersion, pollVersions } from "../../host/cache/page-versions.ts";
import { ACTOR, draftRevision } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { findNotice, noticeForm, publishNotice, readNotice, takeDownNotice } from "./notice.server.ts";
import { noticeType } from "./notice.ts";

/** Sunday 22 November 2026, noon in Nairobi. */
const NOON = "2026-11-22T09:00:00.000Z";

const FORM = {
  text: "No water today, classes run",
  ...{ fromDay: "2026-11-22", fromTime: "15:00", untilDay: "2026-11-22", untilTime: "21:00" },
};

describe("the notice", () => {
  const { services, clock } = openGymBeforeAll("sqlite", { now: NOON });
  const at = (hour: number) => {
    clock.now = new Date(Date.parse(NOON) + (hour - 12) * 60 * 60_000).toISOString();
  };
  const version = () => currentVersion(services, "content");
  const textNow = async () => (await findNotice(services))?.text;

  beforeEach(async () => {
    clock.now = NOON;
    await takeDownNotice(services, ACTOR);
    await pollVersions(services);
  });

  test("appears and goes by the clock, each as a new version of the pages", async () => {
    const without = version();
    expect(await publishNotice(services, FORM, ACTOR)).toEqual({ code: "done" });
    await pollVersions(services);
    const set = version();
    expect(set).toBeGreaterThan(without);
    expect(await textNow()).toBeUndefined();
    expect(await readNotice(services)).toMatchObject({ text: FORM.text });
    at(15);
    const visible = version();
    expect(visible).toBeGreaterThan(set);
    expect(await findNotice(services)).toEqual({ text: FORM.text, until: Date.parse("2026-11-22T18:00:00.000Z") });
    at(20.99);
    expect(version()).toBe(visible);
    at(21);
    const gone = version();
    expect(gone).toBeGreaterThan(visible);
    expect([await textNow(), await readNotice(services)]).toEqual([undefined, undefined]);
    await publishNotice(services, { ...FORM, fromDay: "", fromTime: "", untilTime: "22:00" }, ACTOR);
    expect(version()).toBeGreaterThan(gone);
    const before = version();
    await pollVersions(services);
    expect(version()).toBeGreaterThanOrEqual(before);
    expect(await textNow()).toBe(FORM.text);
  });

  test("is changed and taken down at once, also over a draft", async () => {
    await publishNotice(services, { ...FORM, fromDay: "", fromTime: "" }, ACTOR);
    expect(await textNow()).toBe(FORM.text);
    await draftRevision(services, noticeType, "notice", { text: "A draft" });
    const changed = { ...FORM, fromTime: "09:00", text: "Hot water is back" };
    expect(await publishNotice(services, changed, ACTOR)).toEqual({ code: "done" });
    expect(await textNow()).toBe("Hot water is back");
    expect(await takeDownNotice(services, ACTOR)).toEqual({ code: "done" });
    expect(await textNow()).toBeUndefined();
  });

  test.each([
    ["notice-missing", { text: " " }],
    ["notice-long", { text: "x".repeat(121) }],
    ["from-unreadable", { fromTime: "" }],
    ["from-unreadable", { fromDay: "22/11" }],
    ["until-unreadable", { untilDay: "" }],
    ["until-past", { untilTime: "12:00" }],
    ["until-before", { untilTime: "15:00" }],
  ] as const)("%s: nothing is published", async (code, wrong) => {
    expect(await publishNotice(services, { ...FORM, ...wrong }, ACTOR)).toEqual({ code });
    expect(await readNotice(services)).toBeUndefined();
  });

  test("its form begins now and ends when the gym closes, or at midnight", () => {
    const now = new Date(NOON);
    expect(noticeForm(undefined, now, 18 * 60)).toEqual({
      text: "",
      ...{ fromDay: "2026-11-22", fromTime: "12:00", untilDay: "2026-11-22", untilTime: "18:00" },
    });
    expect(noticeForm(undefined, now, 11 * 60)).toMatchObject({ untilDay: "2026-11-23", untilTime: "00:00" });
    expect(noticeForm(undefined, now, undefined)).toMatchObject({ untilDay: "2026-11-23", untilTime: "00:00" });
  });
});
