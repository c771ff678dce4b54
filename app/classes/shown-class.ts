/** What the page of a class shows. */
import type { TimeRange } from "../content/fields.ts";
import type { Day } from "../content/nairobi-time.ts";
import type { GymClass } from "../content/types/class.ts";
import type { Trainer } from "../content/types/trainer.ts";

/** When a class takes place in an ordinary week. */
export type WeeklyTime = { day: Day; time: TimeRange };

/** A class that somebody who likes this one may like too. `trainer` is the trainer's name. */
export type SimilarClass = Pick<GymClass, "slug" | "title" | "summary" | "photo"> & {
  days: readonly Day[];
  trainer: string | undefined;
};

export type ClassPage = {
  gymClass: GymClass;
  length: string | undefined;
  weekly: readonly WeeklyTime[];
  /** Without a row in the timetable, `weekly` has the day and the time of the card. */
  isInTimetable: boolean;
  /** Undefined when the trainer is gone. `alsoTeaches` has the trainer's other classes. */
  trainer: (Trainer & { alsoTeaches: readonly Pick<GymClass, "slug" | "title">[] }) | undefined;
  similar: readonly SimilarClass[];
};
