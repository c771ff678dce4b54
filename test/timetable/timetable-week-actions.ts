/** Actions on the week, now and for a later date, on the site and in the model. */
import type { ContentType } from "../../app/cms/content-type.ts";
import { saveDraft } from "../../app/cms/editing/drafts.server.ts";
import { findDraft, findLive } from "../../app/cms/editing/entry-rows.server.ts";
import { publish } from "../../app/cms/editing/publishing.server.ts";
import { removeEntry } from "../../app/cms/editing/removal.server.ts";
import { cancelSchedule, schedulePublish, scheduleRemoval } from "../../app/cms/editing/schedules.server.ts";
import { putBack } from "../../app/cms/editing/undo.server.ts";
import { trainerType } from "../../app/content-types/trainer.ts";
import { weeklySlotType } from "../../app/content-types/weekly-slot.ts";
import { applyChoices, type Choice, sessionsAffectedBy } from "../../app/timetable/affected-sessions.server.ts";
import { ACTOR } from "../content/content-changes.ts";
import { Difference } from "./timetable-comparison.ts";
import { valuesOf } from "./timetable-gym.ts";
import { later, momentOf, type Row } from "./timetable-model.ts";
import { SessionActions } from "./timetable-session-actions.ts";

export class WeekActions extends SessionActions {
  readonly removed = new Map<string, Row>();
  names = 0;

  /** A row with one or two things changed. */
  changed(row: Row): Row {
    const other = this.row();
    const field = this.pick(["day", "hour", "gymClass", "trainer"] as const);
    return { ...row, [field]: other[field], ...(this.chance(0.2) && { hour: other.hour }) };
  }

  /** The choices for the sessions that a change affects: mostly none. */
  async choices(slug: string, row: Row | null): Promise<Map<string, Choice>> {
    const affected = await sessionsAffectedBy(this.services, slug, row && valuesOf(row), this.today());
    for (const { id } of affected) {
      const relied = this.model.relied.get(id);
      if (relied?.slot !== slug || !this.model.isOpen(id)) throw new Difference("other", `${id} is affected`);
    }
    const chosen = affected.filter(() => this.chance(0.3));
    return new Map(chosen.map(({ id }) => [id, row !== null && this.chance(0.7) ? "follow" : "cancel"]));
  }

  /** Does what was chosen, and what the model is to do once the change has committed. */
  applyLater(choices: Map<string, Choice>) {
    const inModel: (() => void)[] = [];
    const afterwards = async (change: Parameters<typeof applyChoices>[0]) => {
      for (const [id, outcome] of await applyChoices(change, choices, "The row goes", ACTOR)) {
        const relied = this.model.relied.get(id);
        this.trail.push(`  ${choices.get(id)} ${id}: ${outcome.code}`);
        if (relied === undefined || outcome.code !== "done") continue;
        inModel.push(() => {
          if (choices.get(id) === "follow") this.model.follow(relied);
          else {
            relied.decided.add("state");
            relied.reason = "The row goes";
          }
          this.model.afterStep();
        });
      }
    };
    return { afterwards, inModel };
  }

  async edit(): Promise<string> {
    if (this.model.week.size === 0) return "nothing";
    const [slug, row] = this.pick([...this.model.week]);
    const next = this.changed(row);
    this.trail.push(`  ${slug} ${JSON.stringify(next)}`);
    const { db } = this.services;
    const key = { type: weeklySlotType.name, slug };
    const [live, draft] = [await findLive(db, key), await findDraft(db, key)];
    const request = { values: valuesOf(next), basedOn: live?.version ?? 0, draftRevision: draft?.revision };
    const { afterwards, inModel } = this.applyLater(await this.choices(slug, next));
    const { code } = await publish(this.services, weeklySlotType, slug, request, ACTOR, { afterwards });
    const isDated = this.model.scheduled.some((one) => one.slug === slug && one.becomes !== null);
    if ((code === "change-waits") !== isDated && code !== "same" && code !== "stale")
      throw new Difference("other", `${slug}: ${code} ${isDated ? "beside" : "without"} a change with a date`);
    if (code !== "published") return code;
    this.model.week.set(slug, next);
    this.model.carryOver(slug);
    for (const change of inModel) change();
    return "done";
  }

  /** A moment of the next weeks: nearly always the start of a date. */
  due(): Date {
    return new Date(momentOf(later(this.date(), 1), this.chance(0.8) ? 0 : this.hour()));
  }

  async editLater(): Promise<string> {
    const [slug, row] = this.chance(0.2)
      ? [null, this.row()]
      : this.pick([...this.model.week, [null, this.row()] as const]);
    if (slug !== null && this.model.scheduled.some((one) => one.slug === slug)) return "nothing";
    const next = this.changed(row);
    const due = this.due();
    this.trail.push(`  ${slug} ${JSON.stringify(next)} ${due.toISOString()}`);
    const { db } = this.services;
    const key = { type: weeklySlotType.name, slug: slug ?? "" };
    const [live, draft] = [await findLive(db, key), await findDraft(db, key)];
    const seen = { basedOn: live?.version, revision: draft?.revision };
    const saved = await saveDraft(this.services, weeklySlotType, slug, valuesOf(next), ACTOR, seen);
    if (!("revision" in saved) || saved.revision === undefined) return saved.code;
    const { code } = await schedulePublish(
      this.services,
      weeklySlotType,
      saved.slug,
      { draftRevision: saved.revision },
      due,
      ACTOR,
    );
    if (code !== "scheduled") return code;
    this.model.scheduled.push({ slug: saved.slug, due: due.getTime(), becomes: next });
    this.model.carryOver(saved.slug);
    return "done";
  }

  async cancelScheduled(): Promise<string> {
    if (this.model.scheduled.length === 0) return "nothing";
    const scheduled = this.pick(this.model.scheduled);
    const action = scheduled.becomes === null ? "remove" : "publish";
    const { code } = await cancelSchedule(this.services, weeklySlotType, scheduled.slug, action, ACTOR);
    if (code !== "cancelled") return code;
    this.model.scheduled = this.model.scheduled.filter((one) => one !== scheduled);
    this.model.carryOver(scheduled.slug);
    return "done";
  }

  async remove(): Promise<string> {
    if (this.model.week.size < 3) return "nothing";
    const [slug, row] = this.pick([...this.model.week]);
    this.trail.push(`  ${slug}`);
    const { afterwards, inModel } = this.applyLater(await this.choices(slug, null));
    const { code } = await removeEntry(this.services, weeklySlotType, slug, ACTOR, { afterwards });
    if (code !== "removed") return code;
    this.model.removeRow(slug);
    this.removed.set(slug, row);
    for (const change of inModel) change();
    return "done";
  }

  async removeLater(): Promise<string> {
    const free = [...this.model.week.keys()].filter((slug) => !this.model.scheduled.some((one) => one.slug === slug));
    if (free.length < 3) return "nothing";
    const slug = this.pick(free);
    const due = this.due();
    this.trail.push(`  ${slug} ${due.toISOString()}`);
    const { code } = await scheduleRemoval(this.services, weeklySlotType, slug, due, ACTOR);
    if (code !== "scheduled") return code;
    this.model.scheduled.push({ slug, due: due.getTime(), becomes: null });
    return "done";
  }

  async putBack(): Promise<string> {
    const [removed] = this.removed;
    if (removed === undefined) return "nothing";
    const [slug, row] = removed;
    this.removed.delete(slug);
    const { code } = await putBack(this.services, weeklySlotType, slug, ACTOR);
    if (code !== "put-back") return code;
    this.model.week.set(slug, row);
    this.model.carryOver(slug);
    return "done";
  }

  async newRow(): Promise<string> {
    if (this.model.week.size > 10) return "nothing";
    const row = this.row();
    const request = { values: valuesOf(row), basedOn: 0 };
    const outcome = await publish(this.services, weeklySlotType, null, request, ACTOR);
    if (outcome.code !== "published") return outcome.code;
    this.model.week.set(outcome.slug, row);
    this.model.carryOver(outcome.slug);
    return "done";
  }

  /** The first trainer gets another name, which is that of past sessions no more than before. */
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

  /** A trainer leaves, and another takes over the rows of the week. */
  async leave(): Promise<string> {
    const slug = this.staff.at(-1);
    if (slug === undefined || this.staff.length < 4) return "nothing";
    this.trail.push(`  ${slug}`);
    const isReplaced = await this.replaceInWeek(trainerType, slug, (row) =>
      row.trainer === slug ? { ...row, trainer: "ben" } : row,
    );
    if (!isReplaced) return "nothing";
    const { code } = await removeEntry(this.services, trainerType, slug, ACTOR);
    if (code !== "removed") return code;
    this.staff.pop();
    for (const [name, row] of this.removed) if (row.trainer === slug) this.removed.delete(name);
    return "done";
  }

  /** Publishes the rows of the week without a class or a trainer. @returns false when changes with a date are in the way */
  protected async replaceInWeek(type: ContentType, gone: string, replaced: (row: Row) => Row): Promise<boolean> {
    const rows = [...this.model.week].filter(([, row]) => replaced(row) !== row);
    const isInTheWay = this.model.scheduled.some(
      ({ slug, becomes }) =>
        becomes !== null && (replaced(becomes) !== becomes || rows.some(([name]) => name === slug)),
    );
    if (isInTheWay) return false;
    const { db } = this.services;
    for (const [slug, row] of rows) {
      const next = replaced(row);
      const key = { type: weeklySlotType.name, slug };
      const [live, draft] = [await findLive(db, key), await findDraft(db, key)];
      const request = { values: valuesOf(next), basedOn: live?.version ?? 0, draftRevision: draft?.revision };
      const { code } = await publish(this.services, weeklySlotType, slug, request, ACTOR);
      if (code !== "published") throw new Difference("other", `${slug} without ${type.name} ${gone}: ${code}`);
      this.model.week.set(slug, next);
      this.model.carryOver(slug);
    }
    return true;
  }
}
