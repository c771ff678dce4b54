/** The actions of an entry's form. A refused form comes back with everything that was typed. */
import { randomUUID } from "node:crypto";
import { data } from "react-router";
import type { TypedEffectiveFrom } from "../../console/effective-from-field.tsx";
import type { FormField, Texts } from "../../console/form-field.ts";
import { messageFor } from "../../forms/problems.ts";
import { addConsent, type NewConsent } from "../../pictures/consents.server.ts";
import { PICTURE_PROBLEMS } from "../../pictures/problems.ts";
import { publishChecks, waitForPictures } from "../../pictures/publish-checks.server.ts";
import type { Services } from "../../platform/services.ts";
import { wholeNumberIn } from "../../platform/text.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { shortMoment } from "../../time/dates.server.ts";
import type { ContentType } from "../content-type.ts";
import { type DraftRefusal, saveDraft } from "../editing/drafts.server.ts";
import type { ConflictingEdit, PublishProblem } from "../editing/entry-rows.server.ts";
import { changePendingSentence, problemSentence } from "../editing/messages.server.ts";
import { type PublishOutcome, publish, publishTogether } from "../editing/publishing.server.ts";
import { readEffectiveFrom, type ScheduleOutcome, schedulePublish } from "../editing/schedules.server.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";
import { quotedBy, readEntryConsent, recordAlongside, type TypedConsent } from "./entry-consent.server.ts";
import { type EntryControls, problemSentences, type SentEntryForm } from "./entry-form.server.ts";
import type { EntryBasis } from "./entry-form.tsx";
import { returnedFields } from "./entry-page.server.ts";
import { submittedTexts } from "./entry-parts.tsx";
import { changeLink, contentTypeAt } from "./entry-request.server.ts";
import { applyRowAction, type ChangedRow, parseRowAction, withoutBlankRows } from "./list-rows.ts";

export type ReturnedEntryForm = {
  status: 200 | 400 | 409 | 422;
  fields?: FormField[];
  renderId: string;
  /** Why the form was refused, with a link; undefined if only rows were changed. */
  summary?: { title: string; note: string; link?: { to: string; label: string } };
  /** The basis of the form; undefined for the page's own, with the stored draft. */
  basis?: EntryBasis | undefined;
  /** The title of an unpublished referenced entry, which can be published together with this entry. */
  publishBoth?: string;
  /** The result of a row's button, if it sent the form. */
  changedRow?: ChangedRow;
  consent?: TypedConsent;
  effective?: TypedEffectiveFrom;
};

/** A successful result. `next` is the page to redirect to. */
export type EntryDone = {
  code: "saved" | "published" | "scheduled";
  slug: string;
  revision?: number | undefined;
  next: "entry" | "preview" | `${"picture" | "focus"}/${string}`;
};

export type EntryOutcome = EntryDone | { code: "returned"; form: ReturnedEntryForm };

type Work = {
  services: Services;
  type: ContentType;
  slug: string | null;
  actor: StaffMember;
  sent: SentEntryForm;
  consent: NewConsent | undefined;
};

/**
 * Runs the action of the pressed button, now or at a date.
 * @param slug null for a new entry
 * @throws a 404 with the submitted texts when the entry no longer exists
 */
export async function changeEntry(
  services: Services,
  type: ContentType,
  slug: string | null,
  actor: StaffMember,
  sent: SentEntryForm,
): Promise<EntryOutcome> {
  if (sent.problem !== undefined) {
    const summary = { title: "Nothing was saved", note: sentenceOf(sent.problem) };
    const isRead = sent.problem !== "entry-unreadable";
    const returned = isRead && (await returnedFields(services, type, sent.texts, {}, actor));
    return { code: "returned", form: { status: 400, renderId: randomUUID(), ...returned, summary } };
  }
  const button = sent.controls.do ?? "save";
  const rowAction = parseRowAction(button);
  if (rowAction !== undefined) {
    const { texts, changedRow } = applyRowAction(sent.texts, rowAction);
    const returned = await returnedFields(services, type, texts, {}, actor);
    return { code: "returned", form: { status: 200, ...returned, basis: basisOf(sent.controls), changedRow } };
  }
  const read = readEntryConsent(type, sent.controls, sent.values, services.now());
  const work = {
    services,
    type,
    slug,
    actor,
    sent: withCompactLists(type, sent),
    consent: read.code === "read" ? read.consent : undefined,
  };
  if (read.code !== "read") {
    const { agreedOn = "", agreedHow = "" } = sent.controls;
    const consent = { agreedOn, agreedHow, problem: messageFor({ code: read.code }, PICTURE_PROBLEMS) };
    return rejectForm(work, [], button === "publish" ? "Not published" : "Not saved", { consent });
  }
  if (button === "publish" || button === "publish-both") {
    const effectiveFrom = readEffectiveFrom(sent.controls, services.now());
    if (effectiveFrom.code !== "read") {
      return rejectForm(work, [], "Not published", { effective: { effectiveProblem: sentenceOf(effectiveFrom.code) } });
    }
    const { dueAt } = effectiveFrom;
    await waitForPictures(services, type, work.sent.values);
    if (dueAt === undefined) return publishForm(work, button === "publish-both");
    const scheduled = await schedulePublish(services, type, slug, requestOf(work), dueAt, actor, optionsOf(work));
    return outcomeOf(work, scheduled, "schedule");
  }
  const [what, field] = button.split(":");
  if (what === "picture" || what === "focus") return saveForm(work, `${what}/${field}`);
  return saveForm(work, button === "preview" ? "preview" : "entry");
}

function sentenceOf(code: keyof typeof CONTENT_PROBLEMS): string {
  return messageFor({ code }, CONTENT_PROBLEMS);
}

export function entryFormResponse<Form extends ReturnedEntryForm>(form: Form, { controls }: SentEntryForm) {
  const { effectiveFrom = "", effectiveTime = "" } = controls;
  return data({ ...form, effective: { effectiveFrom, effectiveTime, ...form.effective } }, { status: form.status });
}

export function goneResponse(type: ContentType, { texts }: SentEntryForm, status: 403 | 404) {
  return data({ written: submittedTexts(type, texts) }, { status });
}

/** Renumbers rows of lists as in the values, which skip blank rows. */
function withCompactLists(type: ContentType, sent: SentEntryForm): SentEntryForm {
  const lists = Object.keys(type.fields).filter((key) => type.fields[key]?.kind === "list");
  return { ...sent, texts: lists.reduce<Texts>(withoutBlankRows, sent.texts) };
}

function basisOf({ revision, basedOn }: EntryControls): EntryBasis {
  return { revision: wholeNumberIn(revision), basedOn: wholeNumberIn(basedOn) ?? 0 };
}

async function saveForm(work: Work, next: EntryDone["next"]): Promise<EntryOutcome> {
  const { services, type, slug, actor, sent } = work;
  const outcome = await saveDraft(services, type, slug, sent.values, actor, basisOf(sent.controls));
  if (!("slug" in outcome)) return outcomeOf(work, outcome, "save");
  const { consent } = work;
  if (consent !== undefined) await addConsent(services, actor, quotedBy(outcome.slug), consent, consent.name);
  return { code: "saved", slug: outcome.slug, revision: outcome.revision, next };
}

async function publishForm(work: Work, withTargets: boolean): Promise<EntryOutcome> {
  const { services, type, slug, actor } = work;
  const outcome = await publish(services, type, slug, requestOf(work), actor, optionsOf(work));
  if (outcome.code === "refused" && withTargets && slug !== null) return publishBoth(work, slug, outcome.problems);
  return outcomeOf(work, outcome, "publish");
}

function requestOf({ sent: { values, controls } }: Work) {
  const { revision, basedOn } = basisOf(controls);
  return { values, basedOn, draftRevision: revision };
}

function optionsOf({ actor, consent }: Work) {
  return { checks: publishChecks, alongside: recordAlongside(actor, consent) };
}

async function publishBoth(work: Work, slug: string, problems: readonly PublishProblem[]): Promise<EntryOutcome> {
  const { services, type, actor } = work;
  const visible = problems.map((problem) => visibleProblem(actor, problem));
  const targets = targetsOf(visible);
  if (targets.length === 0) return rejectForm(work, visible, "Not published");
  const items = [
    ...targets.map((target) => ({
      type: contentTypeAt(target.type),
      slug: target.slug,
      request: { draftRevision: target.draftRevision },
    })),
    { type, slug, request: requestOf(work) },
  ];
  const outcome = await publishTogether(services, items, actor, { ...optionsOf(work), alongside: undefined });
  if (outcome.code === "published") return { code: "published", slug, next: "entry" };
  const { item, outcome: failure } = outcome;
  const isThisEntry = item.type.name === type.name && item.slug === slug;
  if (isThisEntry && (failure.code === "change-pending" || failure.code === "refused"))
    return outcomeOf(work, failure, "publish");
  return rejectForm(work, visible, "Not published: the other entry can’t be published yet");
}

/**
 * Maps the outcome of a form to its response.
 * @throws a 404 with the submitted texts when the entry no longer exists
 */
async function outcomeOf(
  work: Work,
  outcome: DraftRefusal | PublishOutcome | ScheduleOutcome,
  button: "save" | "publish" | "schedule",
): Promise<EntryOutcome> {
  const { services, type, actor, sent } = work;
  switch (outcome.code) {
    case "published":
    case "scheduled":
    case "same":
      return { code: button === "schedule" ? "scheduled" : "published", slug: outcome.slug, next: "entry" };
    case "not-saved":
      return outcomeOf(work, outcome.draft, "save");
    case "refused": {
      const problems = outcome.problems.map((problem) => visibleProblem(actor, problem));
      // Stored as a draft even when scheduling is refused.
      const stored = button === "schedule" ? { basis: undefined } : {};
      return rejectForm(work, problems, button === "save" ? "Not saved" : "Not published", stored);
    }
    case "change-pending": {
      const note = `${changePendingSentence(outcome, services.now())} Everything you wrote is here.`;
      const link = changeLink(type, outcome.slug);
      return rejectForm(work, [], "", { status: 409, summary: { title: "Not published", note, link } });
    }
    case "stale":
      return returnConflict(work, outcome.conflict);
    case "removed":
    case "unknown":
      if (button !== "schedule") throw goneResponse(type, sent, 404);
  }
  const note = "It was changed in the meantime, so nothing was scheduled. Please check it first.";
  return rejectForm(work, [], "", { status: 409, summary: { title: "Not published", note } });
}

/** A problem without what the member may not know: whether there is a draft of an entry that they may not publish. */
function visibleProblem({ role }: StaffMember, problem: PublishProblem): PublishProblem {
  if (problem.message !== "reference-unpublished" || problem.target === undefined) return problem;
  if (can(role, "publish", contentTypeAt(problem.target.type).name)) return problem;
  return { field: problem.field, message: "reference-missing" };
}

/** Referenced entries that are only drafts. */
function targetsOf(problems: readonly PublishProblem[]) {
  return problems.flatMap(({ target }) =>
    target?.draftRevision === undefined ? [] : [{ ...target, draftRevision: target.draftRevision }],
  );
}

async function rejectForm(
  { services, type, actor, sent }: Work,
  problems: readonly PublishProblem[],
  title: string,
  overrides: Partial<ReturnedEntryForm> = {},
): Promise<EntryOutcome> {
  const sentences = problemSentences(type, sent.values, problems);
  const returned = await returnedFields(services, type, sent.texts, sentences, actor);
  const general = problems.filter(({ field }) => field === "").map(problemSentence);
  const [target] = targetsOf(problems);
  const note = ["Everything you wrote is here. The site has not changed.", ...general].join(" ");
  const { agreedOn, agreedHow = "" } = sent.controls;
  return {
    code: "returned",
    form: {
      status: 422,
      ...returned,
      basis: basisOf(sent.controls),
      summary: { title, note },
      ...(target === undefined ? {} : { publishBoth: target.title }),
      ...(agreedOn === undefined ? {} : { consent: { agreedOn, agreedHow, problem: undefined } }),
      ...overrides,
    },
  };
}

/** The form after a concurrent edit. Sending it again replaces the other version. */
function returnConflict(work: Work, { by, at, revision, version }: ConflictingEdit) {
  const { services, type, slug, actor, sent } = work;
  const isOwn = by === actor.name;
  const when = shortMoment(new Date(at), services.now());
  const what = revision === undefined ? "published it" : "saved a draft of it";
  const path = `/staff/content/${type.name}/${slug}`;
  return rejectForm(work, [], "", {
    status: 409,
    basis: { revision, basedOn: version },
    summary: {
      title: isOwn ? "You have changed this in another window" : `${by} has changed this in the meantime`,
      note: `${isOwn ? "You" : by} ${what} ${when}, while you were writing${isOwn ? " here" : ""}. Everything you wrote is here: “${sent.controls.do === "publish" ? "Publish" : "Save draft"}” replaces that version.`,
      link: {
        to: revision === undefined ? `${path}/history` : path,
        label: isOwn ? "See the other version" : "See their version",
      },
    },
  });
}
