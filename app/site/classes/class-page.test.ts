import { beforeEach, expect, test } from "vitest";
import { seedGym } from "../../../test/bookings/booking-gym.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { addWeeklySlot, removeWeeklySlot } from "../../../test/timetable/weekly-slots.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { findClassPage, lengthInWords, similarClasses } from "./class-page.server.ts";
import { classDescription } from "./class-sections.tsx";

const site = openTestSiteBeforeEach("sqlite");
beforeEach(async () => {
  await seedGym(site.services);
});

async function pageOf(slug: string) {
  const page = await findClassPage(site.services, slug);
  if (page === undefined) throw new Error(`no page of ${slug}`);
  return page;
}

test("a class has its times in the order of the week, and a length computed from them", async () => {
  await addWeeklySlot(site.services, {
    day: "monday",
    time: { from: "6:00am", to: "6:45am" },
    gymClass: "boxing",
    trainer: "brian-otieno",
  });
  const { weekly, length, isInTimetable } = await pageOf("boxing");
  expect(weekly.map(({ day, time }) => `${day} ${time.from}`)).toEqual([
    "monday 6:00am",
    "tuesday 9:00am",
    "saturday 10:00pm",
  ]);
  expect([length, isInTimetable]).toEqual(["45 to 60 minutes", true]);
});

test("a class that is not in the timetable has the day and time of its card", async () => {
  const { weekly, length, isInTimetable } = await pageOf("mma");
  expect(weekly).toEqual([{ day: "sunday", time: { from: "6:00pm", to: "7:00pm" } }]);
  expect([length, isInTimetable]).toEqual(["60 minutes", false]);
});

test("the trainer's other classes come from the cards and the timetable", async () => {
  await addWeeklySlot(site.services, {
    day: "friday",
    time: { from: "6:00am", to: "6:45am" },
    gymClass: "yoga",
    trainer: "brian-otieno",
  });
  const { trainer } = await pageOf("boxing");
  expect(trainer?.name).toBe("Brian Otieno");
  expect(trainer?.alsoTeaches.map(({ slug }) => slug)).toEqual(["karate", "crossfit", "body-building", "mma", "yoga"]);
});

test("the page works without its trainer; without its class it is not found", async () => {
  await removeWeeklySlot(site.services, "monday-1");
  await site.services.db.deleteFrom("entries").where("type", "=", trainerType.name).execute();
  site.services.content.version += 1;
  const page = await pageOf("boxing");
  expect(page.trainer).toBeUndefined();
  expect(classDescription(page, "Nguvu")).toBe(
    "Guard up: footwork, pads and heavy bag rounds. All levels, 60 minutes, Tuesday, Saturday at Nguvu in Nairobi.",
  );
  expect(await findClassPage(site.services, "chess")).toBeUndefined();
});

test("the length of a class is the length of its weekly times", () => {
  const hour = { from: "9:00am", to: "10:00am" };
  expect(lengthInWords([hour, { from: "10:00pm", to: "11:00pm" }])).toBe("60 minutes");
  expect(lengthInWords([hour, { from: "4:00pm", to: "4:45pm" }])).toBe("45 to 60 minutes");
  expect(lengthInWords([{ from: "11:30pm", to: "12:15am" }])).toBe("45 minutes");
  expect(lengthInWords([hour, { from: "25:00pm", to: "26:00pm" }])).toBe("60 minutes");
  expect(lengthInWords([{ from: "9:00am", to: "9:00am" }])).toBeUndefined();
  expect(lengthInWords([])).toBeUndefined();
});

const CLASSES = [
  { slug: "cycling", trainer: "wanjiru", level: "all levels" },
  { slug: "boxing", trainer: "brian", level: "all levels" },
  { slug: "karate", trainer: "brian", level: "experienced" },
  { slug: "mma", trainer: "brian", level: "all levels" },
  { slug: "yoga", trainer: "amina", level: "all levels" },
  { slug: "new", trainer: "ken" },
];

const like = (slug: string) => {
  const liked = CLASSES.find((gymClass) => gymClass.slug === slug);
  if (liked === undefined) throw new Error(`no ${slug}`);
  return similarClasses(CLASSES, liked).map((gymClass) => gymClass.slug);
};

test("a shared trainer counts more than a shared level, and both count most", () => {
  expect(like("boxing")).toEqual(["mma", "karate"]);
});

test("equally similar classes come in list order from the class on, wrapping around at the end", () => {
  expect(like("yoga")).toEqual(["cycling", "boxing"]);
  expect(like("new")).toEqual(["cycling", "boxing"]);
  expect(like("cycling")).toEqual(["boxing", "mma"]);
});

test("a class is never similar to itself, and a short list returns fewer classes", () => {
  const [cycling] = CLASSES;
  if (cycling === undefined) throw new Error("no class");
  expect(similarClasses([cycling], cycling)).toEqual([]);
  expect(similarClasses(CLASSES.slice(0, 2), cycling).map(({ slug }) => slug)).toEqual(["boxing"]);
});
