/** What the page of a class shows. */

import type { GymClass } from "../../content-types/class.ts";
import type { Trainer } from "../../content-types/trainer.ts";
import type { Day } from "../../time/days.ts";
import type { WeeklyTime } from "../../timetable/card-times.ts";

/** A class that somebody who likes this one may like too. `trainer` is the trainer's name. */
export type SimilarClass = Pick<GymClass, "slug" | "title" | "summary" | "photo"> & {
  days: readonly Day[];
  trainer: string | undefined;
};

export type ClassPage = {
  gymClass: GymClass;
  length: string | undefined;
  weekly: readonly WeeklyTime[];
  /** Without a slot in the weekly timetable, `weekly` has the day and the time of the card, if it has both. */
  isInTimetable: boolean;
  /** Undefined when the trainer is gone. `alsoTeaches` has the trainer's other classes. */
  trainer: (Trainer & { alsoTeaches: readonly Pick<GymClass, "slug" | "title">[] }) | undefined;
  similar: readonly SimilarClass[];
};
