/**
 * Random changes of an entry by two people, immediate and scheduled, on the real code and in `dated-changes-model.ts`: the site
 * follows the schedule, nothing else is published meanwhile, and no draft or kept change is lost.
 */
import { discardDraft, saveDraft } from "../../app/cms/editing/drafts.server.ts";
import { runDueSchedules } from "../../app/cms/editing/due-schedules.server.ts";
import { findEditableEntry } from "../../app/cms/editing/editable-entry.server.ts";
import { findDraft, findLive, findSchedule } from "../../app/cms/editing/entry-rows.server.ts";
import { publish } from "../../app/cms/editing/publishing.server.ts";
import { removeEntry } from "../../app/cms/editing/removal.server.ts";
import { cancelSchedule, keepForLater, reschedule, schedulePublish } from "../../app/cms/editing/schedules.server.ts";
import { restoreEntry, restoreVersion, undoLastChange } from "../../app/cms/editing/undo.server.ts";
import { DAY_MS, HOUR_MS } from "../../app/platform/durations.ts";
import type { Services } from "../../app/platform/services.ts";
import { RandomRun } from "../support/random-run.ts";
import { SAMPLE_TYPES, towelType } from "../support/sample-types.ts";
import { ACTOR, OTHER_ACTOR, publishValues } from "./content-changes.ts";
import { DatedModel, FIELDS, type Fields, type ModelForm } from "./dated-changes-model.ts";

const START = Date.parse("2026-11-18T07:00:00Z");
const KEY = { type: towelType.name, slug: "red" };
const FIRST: Fields = { colour: "Red", size: 1, note: "one" };

type Codes = [code: string, expected: string];

export class DatedChanges extends RandomRun {
  readonly services: Services;
  readonly model = new DatedModel(FIRST);
  readonly forms = new Map<string, ModelForm>();
  now = START;

  constructor(site: Services, seed: number) {
    super(seed);
    this.services = { ...site, now: () => new Date(this.now) };
  }

  /**
   * Deletes the existing content, and runs some actions.
   * @returns how often an action was refused because a dated change was pending
   * @throws at the first difference, with the last actions
   */
  async run(actions: number): Promise<number> {
    for (const table of ["entries", "entry_versions", "entry_drafts", "entry_schedules", "entry_bin"] as const) {
      await this.services.db.deleteFrom(table).execute();
    }
    await publishValues(this.services, towelType, "red", FIRST);
    const often = ["open", "publish", "save", "schedule"] as const;
    const rare = ["postpone", "cancel", "keep", "undo", "restore", "discard", "remove"] as const;
    let waits = 0;
    for (let action = 0; action < actions; action += 1) {
      await this.passTime();
      const name = this.model.isRemoved ? "putBack" : this.pick([...often, ...often, ...rare]);
      const [code, expected] = await this[name]();
      this.trail.push(`${name}: ${code}`);
      this.same("the outcome", code, expected);
      if (code === "change-pending") waits += 1;
      await this.compare();
    }
    return waits;
  }

  async passTime(): Promise<void> {
    this.now += this.below(this.chance(0.2) ? 2 * DAY_MS : HOUR_MS);
    await runDueSchedules(this.services, { types: SAMPLE_TYPES });
    this.model.runDue(this.now);
  }

  pickActor = () => this.pick([ACTOR, OTHER_ACTOR]);

  /** Picks a person, and fills in their form, which is opened if necessary. */
  async write(): Promise<{ actor: typeof ACTOR; form: ModelForm; values: Fields }> {
    const actor = this.pickActor();
    const form = this.forms.get(actor.id) ?? (await this.openFormAs(actor));
    const values = this.changedValues(form);
    this.trail.push(`${actor.name} writes ${JSON.stringify(values)} over version ${form.basedOn}`);
    this.forms.delete(actor.id);
    return { actor, form, values };
  }

  async openFormAs(actor: typeof ACTOR): Promise<ModelForm> {
    const editing = await findEditableEntry(this.services, towelType, "red");
    if (editing === undefined) throw this.difference("There is no form");
    const values = fieldsOf(editing.values);
    this.same("the form", values, this.model.shown);
    const basedOn = editing.draft?.basedOn ?? editing.live?.version ?? 0;
    const form = { values, basedOn, revision: editing.draft?.revision };
    this.forms.set(actor.id, form);
    return form;
  }

  async open(): Promise<Codes> {
    await this.openFormAs(this.pickActor());
    return ["opened", "opened"];
  }

  changedValues({ values }: ModelForm): Fields {
    const notes = { colour: this.pick(["Red", "Blue", "Green"]), note: this.pick(["one", "two", "three"]) };
    const changed: Fields = { ...notes, size: 1 + this.below(4) };
    const change = () => {
      const field = this.pick(FIELDS);
      return { [field]: changed[field] };
    };
    return { ...values, ...change(), ...(this.chance(0.4) && change()) };
  }

  /** Whether a form has the newest draft, and whether the author wrote that draft. */
  async seen({ revision }: ModelForm, actor: typeof ACTOR): Promise<{ isNewest: boolean; isOwnDraft: boolean }> {
    const draft = await findDraft(this.services.db, KEY);
    return { isNewest: draft?.revision === revision, isOwnDraft: draft?.updated_by_id === actor.id };
  }

  async publish(): Promise<Codes> {
    const { actor, form, values } = await this.write();
    const { isNewest } = await this.seen(form, actor);
    const request = { values, basedOn: form.basedOn, draftRevision: form.revision };
    const { code } = await publish(this.services, towelType, "red", request, actor);
    return [code, this.model.publish(form, values, isNewest)];
  }

  async save(): Promise<Codes> {
    const { actor, form, values } = await this.write();
    const seen = await this.seen(form, actor);
    const { code } = await saveDraft(this.services, towelType, "red", values, actor, form);
    return [code, this.model.save(form, values, seen)];
  }

  /** The start of a day, usually in the future. */
  due(): number {
    const days = this.below(5) - (this.chance(0.1) ? 1 : 0);
    return Date.parse(`${new Date(this.now).toISOString().slice(0, 10)}T21:00:00Z`) + days * DAY_MS;
  }

  async schedule(): Promise<Codes> {
    const actor = this.pickActor();
    const draft = await findDraft(this.services.db, KEY);
    const due = this.model.dated !== undefined && this.chance(0.4) ? this.model.dated.due : this.due();
    this.trail.push(`for ${new Date(due).toISOString()}`);
    const request = { draftRevision: draft?.revision ?? 0 };
    const { code } = await schedulePublish(this.services, towelType, "red", request, new Date(due), actor);
    return [code, this.model.schedule(due, this.now)];
  }

  async postpone(): Promise<Codes> {
    const replaces = (await findSchedule(this.services.db, KEY, "publish"))?.made_at;
    const due = this.due();
    const { code } = await reschedule(this.services, towelType, "red", new Date(due), ACTOR, { replaces });
    return [code, this.model.postpone(due, this.now)];
  }

  async cancel(): Promise<Codes> {
    const actor = this.pickActor();
    const { code } = await cancelSchedule(this.services, towelType, "red", "publish", actor);
    return [code, this.model.cancel()];
  }

  async keep(): Promise<Codes> {
    await keepForLater(this.services, towelType, "red", ACTOR);
    this.model.keep();
    return ["kept", "kept"];
  }

  async remove(): Promise<Codes> {
    const { code } = await removeEntry(this.services, towelType, "red", ACTOR, { types: SAMPLE_TYPES });
    this.model.remove();
    this.forms.clear();
    return [code, "removed"];
  }

  async putBack(): Promise<Codes> {
    const { code } = await restoreEntry(this.services, towelType, "red", OTHER_ACTOR);
    this.model.isRemoved = false;
    return [code, "put-back"];
  }

  async undo(): Promise<Codes> {
    const { code } = await undoLastChange(this.services, towelType, "red", this.model.version, ACTOR);
    return [code, this.model.undo()];
  }

  async restore(): Promise<Codes> {
    const actor = this.pickActor();
    const number = 1 + this.below(this.model.version);
    const revision = (await findDraft(this.services.db, KEY))?.revision;
    const values = this.model.versions[number - 1] as Fields;
    const form = { values, basedOn: this.model.version, revision };
    const seen = await this.seen(form, actor);
    const { code } = await restoreVersion(this.services, towelType, "red", number, actor, revision);
    if (code === "drafted") this.model.save(form, values, seen);
    return [code, this.model.dated === undefined ? "drafted" : "change-pending"];
  }

  async discard(): Promise<Codes> {
    const draft = await findDraft(this.services.db, KEY);
    const { code } = await discardDraft(this.services, towelType, "red", draft?.revision ?? 0, ACTOR);
    this.model.draft = undefined;
    return [code, code];
  }

  /** Compares the stored content, and the content of the site on each of the next days. */
  async compare(): Promise<void> {
    const { db } = this.services;
    const [live, scheduled] = [await findLive(db, KEY), await findSchedule(db, KEY, "publish")];
    const draft = await findDraft(db, KEY);
    this.same("the version", live?.version, this.model.isRemoved ? undefined : this.model.version);
    const isDated = scheduled?.failed_at === null;
    for (let moment = this.now; moment < this.now + 6 * DAY_MS; moment += DAY_MS / 2) {
      const body = isDated && Date.parse(scheduled.due_at) <= moment ? scheduled.body : live?.body;
      const visible = body && fieldsOf(JSON.parse(body));
      this.same(`the site at ${new Date(moment).toISOString()}`, visible, this.model.at(moment));
    }
    const { dated, kept } = this.model;
    this.same("the day", isDated ? Date.parse(scheduled.due_at) : undefined, dated?.due);
    const waiting = scheduled && fieldsOf(JSON.parse(scheduled.body ?? "{}"));
    this.same("the pending change", waiting, (dated ?? kept)?.values);
    const stored = draft && { values: fieldsOf(JSON.parse(draft.body)), basedOn: draft.based_on };
    this.same("the draft", stored, this.model.draft);
  }
}

function fieldsOf({ colour, size, note }: Record<string, unknown>): Fields {
  return { colour: String(colour), size: Number(size), note: String(note) };
}
