import { expect, test } from "vitest";
import { cardTimes, contradictsTimetable, type WeeklyTime, weeklyTimesOf } from "./card-times.ts";

const MORNING = { from: "9:00am", to: "10:00am" };
const EVENING = { from: "6:00pm", to: "7:00pm" };
const MONDAY: WeeklyTime = { day: "monday", time: EVENING };
const FRIDAY: WeeklyTime = { day: "friday", time: EVENING };
const SUNDAY: WeeklyTime = { day: "sunday", time: MORNING };

test("a card shows its own day and time, and the weekly ones in place of a missing one", () => {
  expect(cardTimes({ day: "tuesday", time: MORNING }, [MONDAY])).toEqual({ days: "Tuesday", time: MORNING });
  expect(cardTimes({ day: "tuesday", time: MORNING }, [])).toEqual({ days: "Tuesday", time: MORNING });
  expect(cardTimes({}, [MONDAY, FRIDAY])).toEqual({ days: "Monday, Friday", time: EVENING });
  expect(cardTimes({}, [MONDAY, FRIDAY, SUNDAY])).toEqual({ days: "Mon, Fri, Sun", time: undefined });
  expect(cardTimes({}, [])).toEqual({ days: "", time: undefined });
  expect(cardTimes({ day: "sunday" }, [MONDAY, SUNDAY])).toEqual({ days: "Sunday", time: MORNING });
  expect(cardTimes({ time: MORNING }, [MONDAY])).toEqual({ days: "Monday", time: MORNING });
  expect(cardTimes({ day: "tuesday" }, [MONDAY])).toEqual({ days: "Tuesday", time: undefined });
  const week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
  const slots = week.map((day) => ({ day, time: MORNING, gymClass: "boxing" })).reverse();
  expect(cardTimes({}, weeklyTimesOf("boxing", slots))).toEqual({ days: "Every day", time: MORNING });
  expect(weeklyTimesOf("yoga", slots)).toEqual([]);
  const mixed = [FRIDAY, MONDAY, { ...MONDAY, time: MORNING }, SUNDAY].map((slot) => ({ ...slot, gymClass: "boxing" }));
  expect(weeklyTimesOf("boxing", mixed)).toEqual([{ ...MONDAY, time: MORNING }, MONDAY, FRIDAY, SUNDAY]);
});

test("a card contradicts a timetable that has its class only at other times", () => {
  expect(contradictsTimetable({ day: "monday", time: MORNING }, [MONDAY, SUNDAY])).toBe(true);
  expect(contradictsTimetable({ day: "monday", time: EVENING }, [MONDAY, SUNDAY])).toBe(false);
  expect(contradictsTimetable({ day: "tuesday" }, [MONDAY])).toBe(true);
  expect(contradictsTimetable({}, [MONDAY])).toBe(false);
  expect(contradictsTimetable({ day: "monday", time: MORNING }, [])).toBe(false);
  expect(contradictsTimetable({ time: { ...EVENING, from: "5:00pm" } }, [MONDAY])).toBe(true);
  expect(contradictsTimetable({ time: { ...EVENING, to: "8:00pm" } }, [MONDAY])).toBe(true);
});
