/** The demo gym: its clock, by which planned actions run in order, and helpers that its parts share. */
import type { Services } from "../app/platform/services.ts";
import { addDays, parseNairobiMoment } from "../app/time/dates.server.ts";
import type { ClassSession } from "../app/timetable/class-session.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";

/** The age of the gym in days: it is in its eighth week. */
export const DAYS_OPEN = 52;

type Act = () => Promise<unknown>;

/** A demo gym in the making. Days are counted from the day on which it is made: -1 is yesterday. */
export type Gym = {
  /** Services with the gym's clock. */
  services: Services;
  /** The moment at which the gym is made, after which no action runs. */
  now: Date;
  /** Returns numbers from 0 to less than 1, the same in each run. */
  random: () => number;
  /** Plans an action for a moment. */
  plan: (moment: Date, act: Act) => void;
  /** Plans an action for a time of a day, such as `18:05`. */
  on: (day: number, time: string, act: Act) => void;
  date: (day: number) => string;
};

/** The clock of a gym. */
export type Clock = { at: Date };

/** Makes an empty gym, and the function that runs the planned actions. */
export function createGym(
  services: Services,
  { clock, now, today, random }: Pick<Gym, "now" | "random"> & { clock: Clock; today: string },
): { gym: Gym; play: () => Promise<void> } {
  const planned: { moment: Date; act: Act }[] = [];
  const plan: Gym["plan"] = (moment, act) => {
    const before = planned.findLastIndex((step) => step.moment <= moment);
    planned.splice(before + 1, 0, { moment, act });
  };
  const date = (day: number) => addDays(today, day);
  const on: Gym["on"] = (day, time, act) => plan(momentOf(date(day), time), act);
  return {
    gym: { services, now, random, plan, on, date },
    async play() {
      for (let next = planned.shift(); next !== undefined && next.moment <= now; next = planned.shift()) {
        clock.at = next.moment;
        await next.act();
      }
      clock.at = now;
    },
  };
}

/** @param time as `18:05` */
export function momentOf(date: string, time: string): Date {
  const moment = parseNairobiMoment(`${date}T${time}`);
  if (moment === undefined) throw new Error(`${date}, ${time} is no moment`);
  return moment;
}

/** The codes of successful outcomes. */
const DONE = [
  ...([
    "done",
    "published",
    "scheduled",
    "saved",
    "removed",
    "booked",
    "waiting",
    "cancelled",
    "late",
    "moved",
  ] as const),
  ...(["asked", "joined", "stored", "brought"] as const),
];

/** The successful outcomes among several. */
type DoneOf<Outcome> = Outcome extends { code: infer Code }
  ? Extract<Code, (typeof DONE)[number]> extends never
    ? never
    : Outcome
  : Outcome;

/** Returns the outcome of an action. @throws when it was refused: the gym would be incomplete */
export async function expectDone<T extends { ok: boolean } | { code: string }>(act: Promise<T>): Promise<DoneOf<T>> {
  const outcome = await act;
  const isDone = "code" in outcome ? DONE.some((code) => code === outcome.code) : outcome.ok;
  if (!isDone) throw new Error(`Refused in the demonstration: ${JSON.stringify(outcome)}`);
  return outcome as DoneOf<T>;
}

/** Picks an item at random, the same in each run. */
export function oneOf<T>({ random }: Pick<Gym, "random">, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T;
}

/** The class sessions of a day that take place, in order. */
export async function sessionsOn({ services, date }: Gym, day: number): Promise<ClassSession[]> {
  return (await sessionsBetween(services, date(day), date(day))).filter(({ state }) => state === "scheduled");
}
