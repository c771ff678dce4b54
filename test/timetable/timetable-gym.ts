/** The gym of a simulation: the real services, their model, and random choices. */
import { classType } from "../../app/content-types/class.ts";
import { trainerType } from "../../app/content-types/trainer.ts";
import type { Services } from "../../app/platform/services.ts";
import { writeSlot } from "../../app/timetable/slot-rows.server.ts";
import { classes } from "../../seed/classes.ts";
import { trainers } from "../../seed/trainers.ts";
import { insertRows } from "../support/insert-rows.ts";
import { RandomRun } from "../support/random-run.ts";
import { DAYS, dateAt, later, momentOf, type Row, TimetableModel } from "./timetable-model.ts";

const TRAINERS = ["ann", "ben", "cate", "dan", "eve", "fred"];

export const CLASSES = ["boxing", "dance", "yoga"];

const text = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}:00${hour < 12 ? "am" : "pm"}`;

/** The time of a session of an hour, as the owner types it. */
export const range = (hour: number) => ({ from: text(hour), to: text((hour + 1) % 24) });

/** A row of the model as a weekly slot. */
export const valuesOf = ({ day, hour, gymClass, trainer }: Row) => ({ day, time: range(hour), gymClass, trainer });

export class SimulatedGym extends RandomRun {
  readonly services: Services;
  readonly model: TimetableModel;
  /** The trainers who have not left. */
  readonly staff = [...TRAINERS];
  /** The classes that are on the site. */
  readonly classes = [...CLASSES];
  /** The number of successful actions. */
  actions = 0;

  constructor(site: Services, seed: number) {
    super(seed);
    // A Sunday, 1 November 2026, shortly after midnight.
    this.model = new TimetableModel(
      momentOf("2026-11-01", 0) + 60_000,
      new Map(TRAINERS.map((name) => [name, name])),
      this.classes,
    );
    this.services = {
      ...site,
      content: { ...site.content },
      timetable: { version: 0, places: 0 },
      now: () => new Date(this.model.now),
    };
  }

  /** Empties the database, and adds a timetable of six rows. */
  async begin(): Promise<void> {
    const { db } = this.services;
    for (const table of [
      ...(["bookings", "people", "users", "outbox", "rate_limits", "class_sessions", "schedule_closures"] as const),
      ...(["entry_drafts", "entry_schedules", "entry_versions", "entry_bin", "entries", "audit_log"] as const),
      ...(["weekly_slots", "weekly_slot_changes"] as const),
    ]) {
      await db.deleteFrom(table).execute();
    }
    // The model has no sessions before now.
    await db.updateTable("schedule_state").set({ written_until: this.services.now().toISOString() }).execute();
    const stored = { position: 1, updated_at: "2026-01-01T00:00:00.000Z", updated_by: "test" };
    const insert = (type: string, slug: string, { slug: _, ...values }: Record<string, unknown>) =>
      insertRows(db, "entries", [{ type, slug, body: JSON.stringify(values), ...stored }]);
    for (const slug of CLASSES) await insert(classType.name, slug, { ...classes[0], title: slug, trainer: "ann" });
    for (const slug of TRAINERS) await insert(trainerType.name, slug, { ...trainers[0], name: slug });
    for (let number = 1; number <= 6; number += 1) {
      const row = this.row();
      await writeSlot(db, `row-${number}`, [{ ...valuesOf(row), first: null, last: null }]);
      this.model.week.set(`row-${number}`, [{ from: "", row }]);
    }
    // Cached content is of the previous run.
    this.services.content.version = -1;
  }

  row(): Row {
    return {
      day: this.pick(DAYS),
      hour: this.hour(),
      gymClass: this.pick(this.classes),
      trainer: this.pick(this.staff),
    };
  }

  hour(): number {
    return 5 + this.below(18);
  }

  today(): string {
    return dateAt(this.model.now);
  }

  /** A date of the next weeks, including today. */
  date(days = 20): string {
    return later(this.today(), this.below(days));
  }
}
