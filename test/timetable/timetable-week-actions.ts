/** Actions on the weekly timetable, immediate and from a date, on the site and in the model. */
import { findLive } from "../../app/cms/editing/entry-rows.server.ts";
import { publish } from "../../app/cms/editing/publishing.server.ts";
import { removeEntry } from "../../app/cms/editing/removal.server.ts";
import { trainerType } from "../../app/content-types/trainer.ts";
import {
  type AffectedAnswer,
  addSlots,
  changeSlot,
  type SlotOutcome,
  undoSlots,
} from "../../app/timetable/slot-changes.server.ts";
import { listChangesOfAct } from "../../app/timetable/slot-history.server.ts";
import { ACTOR } from "../content/content-changes.ts";
import { type Act, changedTurns, DAYS, endedTurns, type Plan, type Row, rowAt, rowsFrom } from "./timetable-model.ts";
import { SessionActions, valuesOf } from "./timetable-session-actions.ts";
import { seenOf } from "./weekly-slots.ts";

const REASON = "The row goes";

/** Slots that are in the timetable now or later, at most. */
const MAX_SLOTS = 10;

export class WeekActions extends SessionActions {
  names = 0;

  changed(row: Row): Row {
    const other = this.row();
    const field = this.pick(["day", "hour", "gymClass", "trainer"] as const);
    return { ...row, [field]: other[field], ...(this.chance(0.2) && { hour: other.hour }) };
  }

  #current(): string[] {
    return [...this.model.week.keys()].filter((slug) => this.#rows(slug).length > 0);
  }

  #rows(slug: string): Row[] {
    return rowsFrom(this.model.week.get(slug) ?? [], this.today());
  }

  /** Runs an act on the site and in the model, with a random choice for its affected sessions. */
  async #act(plan: Plan, act: (answer?: AffectedAnswer) => Promise<SlotOutcome>, undone?: Act): Promise<string> {
    const { model } = this;
    const answer = model.answerTo(plan, undone);
    const affected = answer === "done" ? model.affectedBy(plan) : [];
    const expected = affected.length > 0 ? "affected" : answer;
    let outcome = await act();
    if (outcome.code !== expected) throw new Error(`${outcome.code}, expected ${expected}`);
    let choose = () => {};
    if (outcome.code === "affected") {
      const listed = outcome.sessions.map(({ id }) => id);
      if (listed.toSorted().join() !== affected.toSorted().join()) {
        throw new Error(`${listed} are affected, expected ${affected}`);
      }
      const choice = this.pick(["leave", "leave", "follow", "follow", "cancel"] as const);
      this.trail.push(`  ${choice} ${listed}`);
      const notAll = { listed: listed.slice(1), choice, reason: REASON };
      const { code } = await act(this.chance(0.5) ? notAll : { listed, choice: "cancel", reason: "" });
      if (code !== "affected") throw new Error(`${code} without a full answer`);
      outcome = await act({ listed, choice, reason: REASON });
      if (outcome.code !== "done") throw new Error(`${outcome.code} with an answer`);
      choose = () => {
        for (const id of listed) model.choose(id, choice, REASON, undone === undefined ? model.acts.at(-1) : undefined);
      };
    }
    if (outcome.code !== "done") return outcome.code;
    const cancelled = [...(undone?.cancelled ?? [])];
    model.act(undone ?? outcome.actId, plan);
    choose();
    model.restoreAll(cancelled);
    return "done";
  }

  async #change(slug: string, from: string | null, row: Row): Promise<string> {
    this.trail.push(`  ${slug} ${JSON.stringify(row)} ${from}`);
    const change = { values: valuesOf(row), from, seen: await seenOf(this.services, slug) };
    const after = changedTurns(this.model.week.get(slug) ?? [], from, row, this.today());
    return this.#act([[slug, after]], (answer) => changeSlot(this.services, slug, change, ACTOR, answer));
  }

  /** Usually changes a current slot; sometimes restores a slot that has ended. */
  async edit(): Promise<string> {
    const from = this.chance(2 / 3) ? null : this.date();
    const current = this.#current();
    const slug = this.pick(current.length > 0 && this.chance(0.9) ? current : [...this.model.week.keys()]);
    const row = this.model.week.get(slug)?.findLast((turn) => turn.row !== null)?.row ?? this.row();
    return this.#change(slug, from, this.changed(row));
  }

  async remove(): Promise<string> {
    const from = this.chance(0.5) ? null : this.date();
    const current = this.#current();
    if (current.length < 3) return "nothing";
    const slug = this.pick(current);
    this.trail.push(`  ${slug} ${from}`);
    const end = { values: null, from, seen: await seenOf(this.services, slug) };
    const after = endedTurns(this.model.week.get(slug) ?? [], from ?? this.today());
    return this.#act([[slug, after]], (answer) => changeSlot(this.services, slug, end, ACTOR, answer));
  }

  /** Usually undoes the last act; an earlier act is refused while a later act on its slots holds. */
  async undo(): Promise<string> {
    const held = this.model.acts.filter(({ isUndone }) => !isUndone);
    const act = this.chance(0.7) ? held.at(-1) : this.model.acts.at(-Math.ceil(3 * this.random()));
    if (act === undefined) return "nothing";
    this.trail.push(`  ${[...act.before.keys()]}`);
    return this.#act([...act.before], (answer) => undoSlots(this.services, act.id, ACTOR, answer), act);
  }

  /** Adds a weekly class on one or more days, except rows that exist already. */
  async newRow(): Promise<string> {
    if (this.#current().length > MAX_SLOTS) return "nothing";
    const row = this.row();
    const days = DAYS.filter((day) => day === row.day || this.chance(0.2));
    const first = this.chance(0.5) ? null : this.date();
    const from = first ?? this.today();
    const rows = days.map((day) => ({ ...row, day }));
    const running = [...this.model.week.values()].map((turns) => JSON.stringify(rowAt(turns, from)));
    const added = rows.filter((each) => !running.includes(JSON.stringify(each)));
    this.trail.push(`  ${JSON.stringify(row)} ${days} ${first}`);
    const outcome = await addSlots(this.services, { ...valuesOf(row), days, first }, ACTOR);
    const expected = added.length === 0 ? "same" : "done";
    if (outcome.code !== expected) throw new Error(`${outcome.code}, expected ${expected}`);
    if (outcome.code !== "done") return outcome.code;
    const slots = (await listChangesOfAct(this.services.db, outcome.actId)).map(({ slot }) => slot);
    if (slots.length !== added.length || slots.some((slug) => this.model.week.has(slug))) {
      throw new Error(`${slots} were added`);
    }
    this.model.act(
      outcome.actId,
      added.map((each, index) => [slots[index] ?? "", [{ from, row: each }]]),
    );
    return "done";
  }

  /** Renames the first trainer; past sessions keep the old name. */
  async rename(): Promise<string> {
    this.names += 1;
    const name = `Ann ${this.names}`;
    const live = await findLive(this.services.db, { type: trainerType.name, slug: "ann" });
    const request = { values: { ...JSON.parse(live?.body ?? "{}"), name }, basedOn: live?.version ?? 0 };
    const { code } = await publish(this.services, trainerType, "ann", request, ACTOR);
    if (code !== "published") return code;
    this.model.names.set("ann", name);
    return "done";
  }

  /** A trainer leaves, and another trainer takes over the weekly rows. */
  async leave(): Promise<string> {
    const slug = this.staff.at(-1);
    if (slug === undefined || this.staff.length < 4) return "nothing";
    this.trail.push(`  ${slug}`);
    if (!(await this.replaceInWeek("trainer", slug, "ben"))) return "nothing";
    const { code } = await removeEntry(this.services, trainerType, slug, ACTOR);
    if (code !== "removed") return code;
    this.staff.pop();
    this.model.names.delete(slug);
    return "done";
  }

  /** Replaces a class or trainer in all current rows. @returns false when a pending change prevents it */
  protected async replaceInWeek(field: "gymClass" | "trainer", gone: string, by: string): Promise<boolean> {
    for (const slug of this.#current()) {
      const row = this.#rows(slug).find((each) => each[field] === gone);
      if (row === undefined) continue;
      const code = await this.#change(slug, null, { ...row, [field]: by });
      if (code === "change-pending") return false;
      if (code !== "done") throw new Error(`${slug} without ${gone}: ${code}`);
    }
    return true;
  }
}
