/** What the buttons of a row of the weekly timetable do: at once, or from a day on. */
import type { AfterChange } from "../../content/content-version.server.ts";
import { schedulePublish } from "../../content/editing/schedules.server.ts";
import { shortMomentInNairobi } from "../../content/nairobi-time.ts";
import { dateInNairobi } from "../../content/timetable/calendar-dates.ts";
import { slotType } from "../../content/types/slot.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import type { Services } from "../../platform/services.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import {
  ASKED,
  asSeenBy,
  changeEntry,
  type Done,
  type EntryOutcome,
  type ReturnedEntryForm,
} from "../content/entry-actions.server.ts";
import { problemSentences, type SentEntryForm } from "../content/entry-form.server.ts";
import { returnedFields } from "../content/entry-page.server.ts";
import { askAboutScheduled, scheduledChoice } from "../content/scheduled-question.server.ts";
import { readEffectiveDate } from "./effective-date.ts";
import { applyAnswer, askAboutTouched, TOUCHED_CONTROLS } from "./touched.server.ts";
import type { TouchedQuestion } from "./touched-sessions.tsx";

/** The inputs of a row's form that are no fields of the row. */
export const ROW_CONTROLS = ["effective", "replaces", ...TOUCHED_CONTROLS] as const;

/** A row's form that came back: with the day, what is wrong with it, and what is asked before it is published. */
export type ReturnedRowForm = ReturnedEntryForm & {
  effective: string;
  effectiveProblem?: string;
  touched?: TouchedQuestion;
  /** What was answered before, as hidden inputs. */
  answered?: [name: string, text: string][];
};

export type RowOutcome =
  | { ok: true; done: Done | { slug: string; done: "scheduled"; next: "entry" } }
  | { ok: false; form: ReturnedRowForm }
  | { ok: false; gone: true };

/** Does what the pressed button says. @param slug null for a new row */
export async function changeRow(
  services: Services,
  slug: string | null,
  actor: StaffMember,
  sent: SentEntryForm,
): Promise<RowOutcome> {
  const { effective = "" } = sent.controls;
  const isPublished = sent.controls.do === "publish" || sent.controls.do === "publish-both";
  if (!isPublished || sent.problem !== undefined) {
    return withDate(await changeEntry(services, slotType, slug, actor, sent), effective);
  }
  const today = dateInNairobi(services.now());
  const date = readEffectiveDate(effective, today);
  if (!date.ok) {
    const returned = await returnedFields(services, slotType, sent.texts, {}, actor);
    const problem = { summary: NOT_PUBLISHED, effective, effectiveProblem: date.problem };
    return { ok: false, form: { status: 422, ...returned, ...problem } };
  }
  const fromDate = date.dueAt === undefined ? today : effective.trim();
  const touched = slug === null ? undefined : await askWhenValid(services, slug, sent, fromDate);
  if (touched !== undefined) {
    const returned = await returnedFields(services, slotType, sent.texts, {}, actor);
    const answered = answersIn(sent, ["scheduled"]);
    return { ok: false, form: { status: 422, ...returned, summary: ASKED, effective, touched, answered } };
  }
  const settle: AfterChange = (change) => applyAnswer(change, sent.controls, actor);
  const outcome =
    date.dueAt === undefined
      ? withDate(await changeEntry(services, slotType, slug, actor, sent, settle), effective)
      : await scheduleRow(services, slug, actor, sent, date.dueAt, settle);
  if (outcome.ok || "gone" in outcome || outcome.form.scheduled === undefined) return outcome;
  return { ok: false, form: { ...outcome.form, answered: answersIn(sent, TOUCHED_CONTROLS) } };
}

/** What was answered before, to be sent again beside the next question. */
function answersIn({ controls }: SentEntryForm, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const answer = controls[name];
    return answer === undefined ? [] : [[name, answer]];
  });
}

/** What is asked about classes that were decided by hand; of values that can't be published nothing is. */
async function askWhenValid(services: Services, slug: string, sent: SentEntryForm, fromDate: string) {
  const read = slotType.read(sent.values);
  return read.ok ? askAboutTouched(services, slug, read.values, fromDate, sent.controls) : undefined;
}

const NOT_PUBLISHED = { title: "Not published", note: "Everything you wrote is here. The site has not changed." };

/** A form that came back, with the day that was chosen. */
function withDate(outcome: EntryOutcome, effective: string): RowOutcome {
  if (outcome.ok || "gone" in outcome) return outcome;
  return { ok: false, form: { ...outcome.form, effective, ...withDateInConflict(outcome.form, effective) } };
}

/** Where somebody else was quicker, the day is sent again with the chosen texts. */
function withDateInConflict({ conflict }: ReturnedEntryForm, effective: string): Pick<ReturnedEntryForm, "conflict"> {
  return conflict === undefined
    ? {}
    : { conflict: { ...conflict, mine: [...conflict.mine, ["effective", effective]] } };
}

/** Saves the draft, which is what is scheduled. */
async function scheduleRow(
  services: Services,
  slug: string | null,
  actor: StaffMember,
  sent: SentEntryForm,
  dueAt: Date,
  afterwards: AfterChange,
): Promise<RowOutcome> {
  const { effective = "", replaces } = sent.controls;
  const saved = await changeEntry(services, slotType, slug, actor, {
    ...sent,
    controls: { ...sent.controls, do: "later" },
  });
  if (!saved.ok) return withDate(saved, effective);
  const { slug: savedSlug, revision = 0 } = saved.done;
  const scheduled = scheduledChoice(sent.controls.scheduled);
  const options = { checks: publishChecks, replaces: replaces || undefined, scheduled, afterwards };
  const outcome = await schedulePublish(services, slotType, savedSlug, revision, dueAt, actor, options);
  switch (outcome.code) {
    case "scheduled":
    case "same":
      return { ok: true, done: { slug: savedSlug, done: "scheduled", next: "entry" } };
    case "scheduled-differs": {
      const returned = await returnedFields(services, slotType, sent.texts, {}, actor);
      const isLater = { isLater: true };
      const question = await askAboutScheduled(services, slotType, outcome.scheduled, sent.values, isLater);
      return { ok: false, form: { status: 422, ...returned, summary: ASKED, effective, scheduled: question } };
    }
    case "refused": {
      const problems = problemSentences(
        slotType,
        sent.values,
        outcome.problems.map((problem) => asSeenBy(actor, problem)),
      );
      const returned = await returnedFields(services, slotType, sent.texts, problems, actor);
      return { ok: false, form: { status: 422, ...returned, summary: NOT_PUBLISHED, effective } };
    }
    default: {
      const returned = await returnedFields(services, slotType, sent.texts, {}, actor);
      const note =
        outcome.code === "scheduled-otherwise"
          ? `${outcome.by} has scheduled something for ${shortMomentInNairobi(new Date(outcome.dueAt), services.now())} meanwhile. Look at it again first. What you wrote is stored as a draft.`
          : "It has been changed meanwhile, so nothing was scheduled. Look at it again first.";
      return { ok: false, form: { status: 409, ...returned, summary: { title: "Not published", note }, effective } };
    }
  }
}
