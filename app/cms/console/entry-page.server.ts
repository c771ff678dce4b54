import { randomUUID } from "node:crypto";
import type { FormField, Option, Problems, Texts } from "../../console/form-field.ts";
import { formPath } from "../../content-types/paths.ts";
import { entriesWithHiddenPictures } from "../../pictures/library.server.ts";
import { PUBLISH_MESSAGES } from "../../pictures/messages.ts";
import { pictureProblem } from "../../pictures/publish-checks.server.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { shortMoment } from "../../time/dates.server.ts";
import type { ContentType } from "../content-type.ts";
import { type EditableEntry, findEditableEntry } from "../editing/editable-entry.server.ts";
import { type EntryState, listEntryStates } from "../editing/entry-states.server.ts";
import { byWhom, isOriginalContent, problemSentence } from "../editing/messages.server.ts";
import { formTexts, withDefaults } from "../editing/stored-body.ts";
import { describeForm, type ReferenceOptions } from "./entry-form.server.ts";
import type { StatusView } from "./entry-parts.tsx";
import { contentTypeAt } from "./entry-request.server.ts";

export type EntryPage = Omit<NonNullable<Awaited<ReturnType<typeof readEntryPage>>>, "slug"> & { slug: string | null };

export async function readEntryPage(services: Services, type: ContentType, slug: string, viewer: StaffMember) {
  const editing = await findEditableEntry(services, type, slug);
  if (editing === undefined) return undefined;
  const now = services.now();
  const hidden = await entriesWithHiddenPictures(services, [type]);
  const { title } = editing;
  const isOnSite = editing.live !== undefined;
  return {
    slug,
    title,
    status: statusOf({ ...statusFacts(editing), isPictureHidden: hidden.some((entry) => entry.slug === slug) }, now),
    facts: factsOf(editing, viewer, now),
    usedIn: [
      ...[...Map.groupBy(editing.references, ({ type: name }) => name)].map(([name, references]) => ({
        plural: contentTypeAt(name).plural,
        // Lists an entry once, even if its scheduled change has the reference too.
        entries: [...Map.groupBy(references, ({ slug: at }) => at)].map(([at, [reference]]) => ({
          title: reference?.title ?? at,
          to: formPath(name, at),
        })),
      })),
      ...[...Map.groupBy(editing.outsideUses, ({ label }) => label)].map(([plural, entries]) => ({ plural, entries })),
    ],
    schedules: editing.schedules.map((schedule) => ({
      action: schedule.action,
      sentence: scheduleSentence(schedule, { title, isOnSite }, now),
      hasNewerDraft: schedule.hasNewerDraft,
      isFailed: schedule.problems !== undefined && !schedule.isKept,
    })),
    basis: { revision: editing.draft?.revision, basedOn: editing.draft?.basedOn ?? editing.live?.version ?? 0 },
    draftNote: editing.draft
      ? `Draft from ${shortMoment(new Date(editing.draft.at), now)}, by ${byWhom(editing.draft.by, viewer)}.`
      : "No unpublished changes.",
    hasDraft: editing.draft !== undefined,
    isOnSite,
    isForStaff: type.isForStaff?.(editing.values) ?? false,
    /** An unpublished entry without a draft has only its history. */
    isRemoved: editing.removed !== undefined && editing.live === undefined && editing.draft === undefined,
    versionCount: editing.versionCount,
    fields: await describeFields(services, type, Object.fromEntries(formTexts(type, editing.values)), {}, viewer),
    // Changes whenever the texts do, so that the form is remounted; `madeAt` changes when the draft was scheduled.
    renderId: [editing.live?.version, editing.draft?.revision, ...editing.schedules.map(({ madeAt }) => madeAt)].join(),
  };
}

export function usesOfEntry({ references, outsideUses }: EditableEntry): { label: string; to: string }[] {
  return [
    ...references.map(({ type, slug, title, label, where }) => ({
      label: `${contentTypeAt(type).label}: ${title} (${label}${where === "schedule" ? ", in a scheduled change" : ""})`,
      to: formPath(type, slug),
    })),
    ...outsideUses.map(({ label, title, to }) => ({ label: `${label}: ${title}`, to })),
  ];
}

function scheduleSentence(
  { action, dueAt, by, problems, isKept }: EditableEntry["schedules"][number],
  { title, isOnSite }: { title: string; isOnSite: boolean },
  now: Date,
): string {
  const at = shortMoment(new Date(dueAt), now);
  if (isKept) return `A change by ${by} is kept for later. It was scheduled for ${at}.`;
  const what = action === "remove" ? "is unpublished" : isOnSite ? "changes" : "goes live";
  const why = problems?.map(problemSentence).join(" ");
  if (problems?.some(({ message }) => message === "author-may-not")) {
    return `Scheduled for ${at} by ${by}: ${title} ${what}. ${why}`;
  }
  if (why !== undefined) return `Could not be applied ${at}: ${why}`;
  const until = isOnSite && action === "publish" ? " No other change to this entry can be published until then." : "";
  return `${title} ${what} ${at}, Nairobi time. Scheduled by ${by}.${until}`;
}

/** The page of a new entry. @param from the slug of the entry to copy; null for an empty form */
export async function newEntryPage(
  services: Services,
  type: ContentType,
  from: string | null,
  viewer: StaffMember,
): Promise<EntryPage> {
  const original = from === null ? undefined : await findEditableEntry(services, type, from);
  const texts = Object.fromEntries(formTexts(type, original?.values ?? withDefaults(type, {})));
  return {
    slug: null,
    title: `New ${type.label.toLowerCase()}`,
    status: { code: "not-on-site" },
    facts: [],
    usedIn: [],
    schedules: [],
    basis: { revision: undefined, basedOn: 0 },
    draftNote: original === undefined ? "Not saved yet." : `Copy of ${original.title}, not saved yet.`,
    hasDraft: false,
    isOnSite: false,
    isForStaff: false,
    isRemoved: false,
    versionCount: 0,
    fields: await describeFields(services, type, texts, {}, viewer),
    renderId: `new ${from ?? ""}`,
  };
}

export async function returnedFields(
  services: Services,
  type: ContentType,
  texts: Texts,
  problems: Problems,
  viewer: StaffMember,
): Promise<{ fields: FormField[]; renderId: string }> {
  return { fields: await describeFields(services, type, texts, problems, viewer), renderId: randomUUID() };
}

async function describeFields(
  services: Services,
  type: ContentType,
  texts: Texts,
  problems: Problems,
  viewer: StaffMember,
): Promise<FormField[]> {
  const fields = describeForm(type, texts, problems, await readReferenceOptions(services, type, viewer));
  return Promise.all(fields.map((field) => withPictureNote(services, field)));
}

/** Adds why an uploaded picture can't be published. A picture whose files were deleted has no thumbnail. */
async function withPictureNote({ db }: Services, field: FormField): Promise<FormField> {
  const hash = field.kind === "photo" ? uploadedHash(field.texts.file ?? "") : undefined;
  const code = hash === undefined ? undefined : await pictureProblem(db, hash);
  if (code === undefined) return field;
  const { thumbnail, ...noted } = { ...field, pictureNote: PUBLISH_MESSAGES[code] };
  const isDeleted = code === "picture-unknown" || code === "picture-consent-withdrawn";
  return isDeleted || thumbnail === undefined ? noted : { ...noted, thumbnail };
}

/**
 * The entries that a type's references can point to. Unpublished entries are listed for members who may publish them,
 * as both can be published together.
 */
async function readReferenceOptions(
  services: Services,
  type: ContentType,
  { role }: StaffMember,
): Promise<ReferenceOptions> {
  const names = new Set(Object.values(type.fields).flatMap(({ to, item }) => to ?? item?.to ?? []));
  const options = new Map<string, readonly Option[]>();
  for (const name of names) {
    const target = contentTypeAt(name);
    const { entries } = await listEntryStates(services, target);
    const mayPublish = can(role, "publish", target.name);
    options.set(
      name,
      entries
        .filter(({ isOnSite }) => isOnSite || mayPublish)
        .map(({ slug, title, isOnSite }) => ({
          value: slug,
          label: isOnSite ? title : `${title} (not on the site yet)`,
        })),
    );
  }
  return options;
}

function statusFacts({ isBroken, live, draft, schedules }: EditableEntry) {
  return {
    isBroken,
    isOnSite: live !== undefined,
    hasDraft: draft !== undefined,
    hasKept: schedules.some(({ isKept }) => isKept),
    publishAt: schedules.find(({ action, isKept }) => action === "publish" && !isKept)?.dueAt,
    removeAt: schedules.find(({ action }) => action === "remove")?.dueAt,
    failure: schedules.find(({ problems, isKept }) => problems !== undefined && !isKept)?.problems,
  };
}

function factsOf({ live, draft, removed }: EditableEntry, viewer: Actor, now: Date): { term: string; text: string }[] {
  const moment = (at: string) => shortMoment(new Date(at), now);
  return [
    ...(live
      ? [
          {
            term: "On the site",
            text: `Version ${live.version}, since ${moment(live.at)}, ${isOriginalContent(live.by) ? byWhom(live.by, viewer) : `by ${byWhom(live.by, viewer)}`}`,
          },
        ]
      : []),
    ...(draft ? [{ term: "Draft", text: `${byWhom(draft.by, viewer)}, ${moment(draft.at)}` }] : []),
    ...(removed && !live
      ? [{ term: "Unpublished", text: `${moment(removed.at)}, by ${byWhom(removed.by, viewer)}` }]
      : []),
  ];
}

/** Facts that determine an entry's status. Moments are ISO 8601 in UTC. */
type StatusFacts = Pick<
  EntryState,
  "isBroken" | "isOnSite" | "hasDraft" | "hasKept" | "publishAt" | "removeAt" | "failure"
> & {
  /** Visitors no longer see its picture. */
  isPictureHidden: boolean;
};

export function statusOf(facts: StatusFacts, now: Date): StatusView {
  const { isBroken, isOnSite, hasDraft, hasKept, publishAt, removeAt, failure, isPictureHidden } = facts;
  const moment = (at: string) => shortMoment(new Date(at), now);
  if (isBroken) return { code: "broken" };
  if (failure !== undefined) return { code: "failed", why: failure.map(problemSentence).join(" ") };
  if (isPictureHidden) return { code: "picture-hidden" };
  if (publishAt !== undefined) return { code: isOnSite ? "changes-go-live" : "goes-live", at: moment(publishAt) };
  if (removeAt !== undefined) return { code: "goes-off", at: moment(removeAt) };
  if (!isOnSite) return { code: "not-on-site" };
  return { code: hasDraft || hasKept ? "changes-waiting" : "on-site" };
}
