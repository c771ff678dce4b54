import pino from "pino";
import { expect, test } from "vitest";
import { classes } from "../../../seed/classes.ts";
import { trainers } from "../../../seed/trainers.ts";
import { slots } from "../../../seed/weekly-slots.ts";
import type { Services } from "../../platform/services.ts";
import { classCards } from "./class-cards.server.ts";

/** Services that log to `lines`; the cards use nothing else of them. */
function loggingTo(lines: string[]): Services {
  const log = pino({}, { write: (line: string) => lines.push(line) });
  return { log } as unknown as Services;
}

test("a card has its class, its trainer's name, and whether it can be booked", () => {
  const withPlaces = classes.map((gymClass) => (gymClass.slug === "yoga" ? { ...gymClass, places: 8 } : gymClass));
  const cards = classCards(loggingTo([]), withPlaces, slots, trainers);
  expect(cards.find(({ slug }) => slug === "boxing")).toMatchObject({
    ...{ title: "Boxing", days: "Tuesday", trainer: "Brian Otieno", isBookable: false },
  });
  expect(cards.find(({ slug }) => slug === "yoga")).toMatchObject({ isBookable: true });
});

test("a class whose trainer was deleted still has its card, and the broken reference is logged", () => {
  const lines: string[] = [];
  const left = trainers.filter(({ slug }) => slug !== "brian-otieno");
  const cards = classCards(loggingTo(lines), classes, slots, left);
  expect(cards).toHaveLength(12);
  expect(cards.find(({ slug }) => slug === "boxing")?.trainer).toBeNull();
  expect(lines.join("\n")).toContain('"class":"boxing"');
});
