import { beforeEach, describe, expect, test } from "vitest";
import { classes } from "../../../seed/classes.ts";
import { trainers } from "../../../seed/trainers.ts";
import { slots } from "../../../seed/weekly-slots.ts";
import { seedGym } from "../../../test/bookings/booking-gym.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { addWeeklySlot, removeWeeklySlot } from "../../../test/timetable/weekly-slots.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { classCards, featuredCards, findClassPage, lengthInWords, similarClasses } from "./class-page.server.ts";
import { classDescription } from "./class-sections.tsx";

describe("the page of a class", () => {
  const site = openTestSiteBeforeEach("sqlite");
  const { services } = site;
  beforeEach(() => seedGym(services));

  const pageOf = async (slug: string) => (await findClassPage(services, slug)) ?? expect.unreachable(slug);

  test("has its weekly times in their order, a length computed from them, and the trainer's other classes", async () => {
    const early = { time: { from: "6:00am", to: "6:45am" }, trainer: "brian-otieno" };
    await addWeeklySlot(services, { ...early, day: "monday", gymClass: "boxing" });
    await addWeeklySlot(services, { ...early, day: "saturday", gymClass: "yoga" });
    const { weekly, length, isInTimetable, trainer } = await pageOf("boxing");
    const times = ["monday 6:00am", "tuesday 9:00am", "saturday 10:00pm"];
    expect(weekly.map(({ day, time }) => `${day} ${time.from}`)).toEqual(times);
    expect([length, isInTimetable, trainer?.name]).toEqual(["45 to 60 minutes", true, "Brian Otieno"]);
    const others = ["karate", "crossfit", "body-building", "mma", "yoga"];
    expect(trainer?.alsoTeaches.map(({ slug }) => slug)).toEqual(others);
    expect((await pageOf("meditation")).similar[1]).toMatchObject({ slug: "yoga", days: ["tuesday", "saturday"] });
    // A class that is not in the timetable has the day and time of its card.
    const ofCard = { weekly: [{ day: "sunday", time: { from: "6:00pm", to: "7:00pm" } }], length: "60 minutes" };
    expect(await pageOf("mma")).toMatchObject({ ...ofCard, isInTimetable: false });
  });

  test("works without its trainer; without its class it is not found", async () => {
    await removeWeeklySlot(services, "monday-1");
    await services.db.deleteFrom("entries").where("type", "=", trainerType.name).execute();
    services.content.version += 1;
    const page = await pageOf("boxing");
    expect(page.trainer).toBeUndefined();
    expect(classDescription(page, "Nguvu")).toBe(
      "Guard up: footwork, pads and heavy bag rounds. All levels, 60 minutes, Tuesday, Saturday at Nguvu in Nairobi.",
    );
    expect(await findClassPage(services, "chess")).toBeUndefined();
  });

  test("has a card with its trainer's name and whether it can be booked; a deleted trainer is logged", () => {
    const withPlaces = classes.map((gymClass) => (gymClass.slug === "yoga" ? { ...gymClass, places: 8 } : gymClass));
    const cards = classCards(services, withPlaces, slots, trainers);
    const card = { title: "Boxing", days: "Tuesday", trainer: "Brian Otieno", isBookable: false };
    expect(cards.find(({ slug }) => slug === "boxing")).toMatchObject(card);
    expect(cards.find(({ slug }) => slug === "yoga")).toMatchObject({ isBookable: true });
    expect(featuredCards([{ slug: "ring", gymClass: "boxing" } as never], slots)[0]?.days).toBe("Tuesday, Saturday");
    const left = trainers.filter(({ slug }) => slug !== "brian-otieno");
    const without = classCards(services, classes, slots, left);
    expect(without).toHaveLength(12);
    expect(without.find(({ slug }) => slug === "boxing")?.trainer).toBeNull();
    expect(site.logged).toContainEqual(expect.objectContaining({ class: "boxing" }));
  });
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

const like = (slug: string, classes = CLASSES) =>
  CLASSES.filter((gymClass) => gymClass.slug === slug)
    .flatMap((gymClass) => similarClasses(classes, gymClass))
    .map((gymClass) => gymClass.slug);

test("similar classes share the trainer, then the level, and come in list order from the class on, never itself", () => {
  expect(like("boxing")).toEqual(["mma", "karate"]);
  expect(like("yoga")).toEqual(["cycling", "boxing"]);
  expect(like("new")).toEqual(["cycling", "boxing"]);
  expect(like("cycling")).toEqual(["boxing", "mma"]);
  expect(like("cycling", CLASSES.slice(0, 1))).toEqual([]);
  expect(like("cycling", CLASSES.slice(0, 2))).toEqual(["boxing"]);
});
