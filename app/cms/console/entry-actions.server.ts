/** What the buttons of an entry's form do. Whatever is refused comes back with everything that was typed. */

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { TypedEffectiveFrom } from "../../console/effective-from-field.tsx";
import type { FormField, Texts } from "../../console/form-field.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import type { NewConsent } from "../../pictures/consents.server.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { shortMoment, timeSince } from "../../time/date-texts.server.ts";
import type { ContentType, FieldProblem } from "../content-type.ts";
import type { AfterChange } from "../content-version.server.ts";
import { saveDraft } from "../editing/drafts.server.ts";
import type { PublishProblem, ScheduledDifference, Theirs } from "../editing/editing-types.ts";
import { EFFECTIVE_FROM_CONTROLS, readEffectiveFrom } from "../editing/effective-from.server.ts";
import type { EntryExtension } from "../editing/entry-extension.ts";
import { findVersion } from "../editing/entry-rows.server.ts";
import { problemSentence } from "../editing/messages.server.ts";
import { publish, publishTogether } from "../editing/publishing.server.ts";
import { schedulePublish } from "../editing/schedules.server.ts";
import { formTexts, storedValues, type Values, withDefaults } from "../editing/stored-body.ts";
import type { Conflict } from "./conflict-form.tsx";
import { readDifferences } from "./difference-views.server.ts";
import { readEntryConsent, recordAlongside, recordWithDraft } from "./entry-consent.server.ts";
import type { TypedConsent } from "./entry-consent.tsx";
import {
  type EntryControls,
  type EntryFormProblem,
  problemSentences,
  type SentEntryForm,
} from "./entry-form.server.ts";
import type { EntryBasis } from "./entry-form.tsx";
import { returnedFields } from "./entry-page.server.ts";
import { applyRowAction, type ChangedRow, parseRowAction, withoutBlankRows } from "./list-rows.ts";
import { askAboutScheduled, scheduledChoice } from "./scheduled-question.server.ts";
import type { ScheduledQuestion } from "./scheduled-question.tsx";
import { contentTypeAt } from "./type-of.server.ts";

const UNREAD_FORMS: Readonly<Record<EntryFormProblem, string>> = {
  "body-unreadable": "What was sent could not be read. The site has not changed: please fill in the form again.",
  "form-unknown":
    "The form that was sent has a field twice, or one that is not part of it. What it says otherwise is here: please check it and save it again. The site has not changed.",
};

/** A form that came back to its page. */
export type ReturnedEntryForm = {
  status: 200 | 400 | 409 | 422;
  /** Undefined when nothing of the form could be read. */
  fields?: FormField[];
  renderId: string;
  /** What was not done, and what happens to what was typed; undefined where only rows were changed. */
  summary?: { title: string; note: string };
  /** An unpublished entry that this one refers to, which can be published together with it. */
  publishBoth?: string;
  /** The result of a list row's button, when one was pressed. */
  changedRow?: ChangedRow;
  conflict?: Conflict;
  /** What is asked about a change with a date that is about the same fields. */
  scheduled?: ScheduledQuestion;
  /** What was typed about the consent of somebody who is quoted. */
  consent?: TypedConsent;
  /** From when it was to hold, with what is wrong with it. */
  effective?: TypedEffectiveFrom;
};

/** The same with what the type's extension asks. */
export type ReturnedExtendedForm<Question> = ReturnedEntryForm & {
  asked?: Question;
  /** What was answered before, as hidden inputs. */
  answered?: [name: string, text: string][];
};

/** What was done, for the redirect: to the page of the entry, or to one of its other pages. */
export type EntryDone = {
  slug: string;
  done: "saved" | "published" | "scheduled";
  /** That of the draft, if there is one now. */
  revision?: number | undefined;
  next: "entry" | "preview" | `${"picture" | "focus"}/${string}`;
};

export type EntryOutcome<Question = never> =
  | { ok: true; done: EntryDone }
  | { ok: false; form: ReturnedExtendedForm<Question> }
  | { ok: false; gone: true };

type Work = {
  services: Services;
  type: ContentType;
  slug: string | null;
  actor: StaffMember;
  sent: SentEntryForm;
  consent: NewConsent | undefined;
  /** What follows in the same transaction where the entry is published. */
  afterwards: AfterChange | undefined;
};

/** Does what the pressed button says, now or from a day on. @param slug null for a new entry */
export async function changeEntry<Question = never>(
  services: Services,
  type: ContentType,
  slug: string | null,
  actor: StaffMember,
  sent: SentEntryForm,
  extension?: EntryExtension<Question>,
): Promise<EntryOutcome<Question>> {
  if (sent.problem !== undefined)
    return { ok: false, form: await returnUnread(services, type, sent.texts, sent.problem, actor) };
  const pressed = sent.controls.do ?? "save";
  const rowAction = parseRowAction(pressed);
  if (rowAction !== undefined) {
    const { texts, changedRow } = applyRowAction(sent.texts, rowAction);
    const returned = await returnedFields(services, type, texts, {}, actor);
    return { ok: false, form: { status: 200, ...returned, changedRow } };
  }
  const read = readEntryConsent(type, sent.controls, sent.values, services.now());
  const work = {
    services,
    type,
    slug,
    actor,
    sent: withCompactLists(type, sent),
    consent: read.ok ? read.consent : undefined,
    afterwards: extension && ((change: Change) => extension.settle(change, sent.controls, actor)),
  };
  if (!read.ok) {
    const refused = await refuse(work, [], pressed === "publish" ? "Not published" : "Not saved");
    return { ...refused, form: { ...refused.form, consent: read.typed } };
  }
  if (pressed === "publish" || pressed === "publish-both") {
    const effectiveFrom = readEffectiveFrom(sent.controls, services.now());
    if (!effectiveFrom.ok) {
      const refused = await refuse(work, [], "Not published");
      return { ...refused, form: { ...refused.form, effective: { effectiveProblem: effectiveFrom.problem } } };
    }
    const asked = slug === null ? undefined : await extension?.ask(services, slug, sent, effectiveFrom.date);
    if (asked !== undefined) {
      const { form } = await refuse(work, [], ASKED.title);
      return { ok: false, form: { ...form, summary: ASKED, asked, answered: answersIn(sent, ["scheduled"]) } };
    }
    const { dueAt } = effectiveFrom;
    const outcome = await (dueAt === undefined
      ? publishForm(work, pressed === "publish-both")
      : scheduleForm(work, dueAt));
    if (outcome.ok || "gone" in outcome || outcome.form.scheduled === undefined) return outcome;
    return { ok: false, form: { ...outcome.form, answered: answersIn(sent, extension?.controls ?? []) } };
  }
  const [what, field] = pressed.split(":");
  if (what === "picture" || what === "focus") return saveForm(work, `${what}/${field}`);
  return saveForm(work, pressed === "preview" ? "preview" : "entry");
}

/** A form that came back, with the day and the time that it was sent with. */
export function withTypedEffectiveFrom<Form extends ReturnedEntryForm>(form: Form, { controls }: SentEntryForm) {
  const { effectiveFrom = "", effectiveTime = "" } = controls;
  return { ...form, effective: { effectiveFrom, effectiveTime, ...form.effective } };
}

/** What was answered before, to be sent again beside the next question. */
function answersIn({ controls }: SentEntryForm, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const answer = controls[name];
    return answer === undefined ? [] : [[name, answer]];
  });
}

/** A form that is none of ours, with what could be read of it. */
async function returnUnread(
  services: Services,
  type: ContentType,
  texts: Texts,
  problem: EntryFormProblem,
  viewer: StaffMember,
): Promise<ReturnedEntryForm> {
  const summary = { title: "Nothing was saved", note: UNREAD_FORMS[problem] };
  if (problem === "body-unreadable") return { status: 400, renderId: randomUUID(), summary };
  return { status: 400, ...(await returnedFields(services, type, texts, {}, viewer)), summary };
}

/** The form's reader leaves blank rows out: the rows of the texts get the numbers of the values. */
function withCompactLists(type: ContentType, sent: SentEntryForm): SentEntryForm {
  const lists = Object.keys(type.fields).filter((key) => type.fields[key]?.kind === "list");
  return { ...sent, texts: lists.reduce<Texts>(withoutBlankRows, sent.texts) };
}

/** What the form was made from, as it sent it. */
function basisOf({ revision, basedOn }: EntryControls): EntryBasis {
  return { revision: wholeNumberIn(revision), basedOn: wholeNumberIn(basedOn) ?? 0 };
}

async function saveForm(work: Work, next: EntryDone["next"]): Promise<EntryOutcome> {
  const { services, type, slug, actor, sent } = work;
  const outcome = await saveDraft(services, type, slug, sent.values, actor, basisOf(sent.controls));
  switch (outcome.code) {
    case "saved":
    case "same":
      await recordWithDraft(services, actor, outcome.slug, work.consent);
      return { ok: true, done: { slug: outcome.slug, done: "saved", revision: outcome.revision, next } };
    case "refused":
      return refuse(work, outcome.problems, "Not saved");
    case "stale":
      return conflict(work, outcome.theirs, "save");
    case "unknown":
      return { ok: false, gone: true };
  }
}

async function publishForm(work: Work, withTargets: boolean): Promise<EntryOutcome> {
  const { services, type, slug, actor, sent, afterwards } = work;
  const { revision, basedOn } = basisOf(sent.controls);
  const request = { values: sent.values, basedOn, draftRevision: revision };
  const alongside = recordAlongside(actor, work.consent);
  const scheduled = scheduledChoice(sent.controls.scheduled);
  const options = { checks: publishChecks, alongside, afterwards, scheduled };
  const outcome = await publish(services, type, slug, request, actor, options);
  switch (outcome.code) {
    case "published":
    case "same":
      return { ok: true, done: { slug: outcome.slug, done: "published", next: "entry" } };
    case "refused": {
      const problems = outcome.problems.map((problem) => asSeenBy(actor, problem));
      return withTargets ? publishBoth(work, problems) : refuse(work, problems, "Not published");
    }
    case "scheduled-differs":
      return ask(work, outcome.scheduled);
    case "stale":
      return conflict(work, outcome.theirs, "publish");
    case "removed":
    case "unknown":
      return { ok: false, gone: true };
  }
}

/** Saves the draft, and schedules that it is published. */
async function scheduleForm(work: Work, dueAt: Date): Promise<EntryOutcome> {
  const { services, type, actor, sent, afterwards } = work;
  const saved = await saveForm(work, "entry");
  if (!saved.ok) return saved;
  const { slug, revision = 0 } = saved.done;
  const scheduled = scheduledChoice(sent.controls.scheduled);
  const options = { checks: publishChecks, replaces: sent.controls.replaces || undefined, scheduled, afterwards };
  const outcome = await schedulePublish(services, type, slug, revision, dueAt, actor, options);
  switch (outcome.code) {
    case "scheduled":
    case "same":
      return { ok: true, done: { slug, done: "scheduled", next: "entry" } };
    case "scheduled-differs":
      return ask(work, outcome.scheduled, { isLater: true });
    case "refused":
      return refuse(
        work,
        outcome.problems.map((problem) => asSeenBy(actor, problem)),
        "Not published",
      );
    default: {
      const { form } = await refuse(work, [], "Not published");
      const note =
        outcome.code === "scheduled-otherwise"
          ? `${outcome.by} has scheduled something for ${shortMoment(new Date(outcome.dueAt), services.now())} meanwhile. Look at it again first. What you wrote is stored as a draft.`
          : "It has been changed meanwhile, so nothing was scheduled. Look at it again first.";
      return { ok: false, form: { ...form, status: 409, summary: { title: "Not published", note } } };
    }
  }
}

/** Publishes the entry together with the drafts of those it refers to, all or none. */
async function publishBoth(work: Work, problems: readonly PublishProblem[]): Promise<EntryOutcome> {
  const { services, type, slug, actor, sent } = work;
  const { revision, basedOn } = basisOf(sent.controls);
  const targets = targetsOf(problems);
  if (slug === null || targets.length === 0) return refuse(work, problems, "Not published");
  const items = [
    ...targets.map((target) => ({
      type: contentTypeAt(target.type),
      slug: target.slug,
      request: { draftRevision: target.draftRevision },
    })),
    { type, slug, request: { values: sent.values, basedOn, draftRevision: revision } },
  ];
  const scheduled = scheduledChoice(sent.controls.scheduled);
  const options = { checks: publishChecks, afterwards: work.afterwards, scheduled };
  const outcome = await publishTogether(services, items, actor, options);
  if (outcome.code === "published") return { ok: true, done: { slug, done: "published", next: "entry" } };
  const { entry, outcome: why } = outcome;
  if (entry.type === type.name && entry.slug === slug && why.code === "scheduled-differs") {
    return ask(work, why.scheduled);
  }
  if (entry.type === type.name && entry.slug === slug && why.code === "refused") {
    return refuse(
      work,
      why.problems.map((problem) => asSeenBy(actor, problem)),
      "Not published",
    );
  }
  return refuse(work, problems, "Not published: the other entry can’t be published as it is");
}

/**
 * A problem as a member may know of it: an unpublished entry that they may not publish is not on the site, and whether there
 * is a draft of it is not said.
 */
function asSeenBy({ role }: StaffMember, problem: PublishProblem): PublishProblem {
  if (problem.message !== "reference-unpublished" || problem.target === undefined) return problem;
  if (can(role, "publish", contentTypeAt(problem.target.type).name)) return problem;
  return { field: problem.field, message: "reference-missing" };
}

/** The entries with a draft that stand in the way. */
function targetsOf(problems: readonly PublishProblem[]) {
  return problems.flatMap(({ target }) =>
    target?.draftRevision === undefined ? [] : [{ ...target, draftRevision: target.draftRevision }],
  );
}

async function refuse(
  { services, type, actor, sent }: Work,
  problems: readonly (FieldProblem | PublishProblem)[],
  title: string,
): Promise<{ ok: false; form: ReturnedEntryForm }> {
  const sentences = problemSentences(type, sent.values, problems);
  const returned = await returnedFields(services, type, sent.texts, sentences, actor);
  const whole = problems.filter(({ field }) => field === "").map(problemSentence);
  const [target] = targetsOf(problems);
  const note = ["Everything you wrote is here. The site has not changed.", ...whole].join(" ");
  return {
    ok: false,
    form: {
      status: 422,
      ...returned,
      summary: { title, note },
      ...(target === undefined ? {} : { publishBoth: target.title }),
      ...(sent.controls.agreedOn === undefined ? {} : { consent: typedConsent(sent.controls) }),
    },
  };
}

/** The form with the question about a change with a date. */
async function ask(work: Work, scheduled: ScheduledDifference, { isLater = false } = {}): Promise<EntryOutcome> {
  const { services, type, sent } = work;
  const { ok, form } = await refuse(work, [], ASKED.title);
  const question = await askAboutScheduled(services, type, scheduled, sent.values, { isLater });
  return { ok, form: { ...form, summary: ASKED, scheduled: question } };
}

/** Above a form that comes back with a question. */
const ASKED = { title: "Not published yet", note: "Everything you wrote is here. One question first:" };

/** What was typed about a consent, to be sent again with the chosen texts. */
function consentTexts({ agreedOn, agreedHow }: EntryControls): [string, string][] {
  return agreedOn === undefined
    ? []
    : [
        ["agreedOn", agreedOn],
        ["agreedHow", agreedHow ?? ""],
      ];
}

function typedConsent({ agreedOn = "", agreedHow = "" }: EntryControls): TypedConsent {
  return { agreedOn, agreedHow, problem: undefined };
}

/** Both texts, field by field, where somebody else was quicker. */
async function conflict(work: Work, theirs: Theirs, button: "save" | "publish"): Promise<EntryOutcome> {
  const { services, type, actor, sent } = work;
  const theirTexts = Object.fromEntries(formTexts(type, withDefaults(type, theirs.values)));
  const returned = await returnedFields(services, type, sent.texts, {}, actor);
  const base = await readBase(work);
  const mine = asStored(sent.values);
  return {
    ok: false,
    form: {
      status: 409,
      ...returned,
      conflict: {
        by: theirs.by,
        isOwn: theirs.by === actor.name,
        since: timeSince(new Date(theirs.at), services.now()),
        isPublished: theirs.revision === undefined,
        basis: { revision: theirs.revision, basedOn: theirs.version },
        button,
        mine: [
          ...Object.entries(sent.texts),
          ...consentTexts(sent.controls),
          ...answersIn(sent, EFFECTIVE_FROM_CONTROLS),
        ],
        theirs: Object.entries(theirTexts),
        differences: await readDifferences(services, type, theirs.values, mine),
        unchanged: Object.keys(type.fields).filter((key) => isDeepStrictEqual(base[key], mine[key])),
      },
    },
  };
}

/** The values of the version that the form was made from; the defaults alone when it was made from nobody's. */
async function readBase({ services, type, slug, sent }: Work): Promise<Values> {
  const { basedOn } = basisOf(sent.controls);
  if (slug === null || basedOn === 0) return withDefaults(type, {});
  const base = await findVersion(services.db, { type: type.name, slug }, basedOn);
  return withDefaults(type, storedValues(base?.body ?? ""));
}

/** Values as they would be read from the database, to be compared with some that were. */
function asStored(values: Values): Values {
  return JSON.parse(JSON.stringify(values));
}
