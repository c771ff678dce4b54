/** The notice on every page: its entry, its moments as a version of pages, and setting it. */
import { findDraft, findLive } from "../cms/editing/entry-rows.server.ts";
import { publish } from "../cms/editing/publishing.server.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { problems } from "../forms/problems.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { dateInNairobi, nairobiInputValue, parseNairobiMoment, startOfDate } from "../time/dates.server.ts";
import { noticeType } from "./notice.ts";
import { NOTICE_MAX } from "./notice-length.ts";

export type NoticeView = { text: string; from: Date; until: Date };

export const NOTICE_PROBLEMS = problems({
  "notice-missing": ["text", 422, "Write the notice: one line for visitors."],
  "notice-long": ["text", 422, `Use at most ${NOTICE_MAX} characters.`],
  "from-unreadable": ["fromDay", 422, "Choose a date, and a time like 06:00."],
  "until-unreadable": ["untilDay", 422, "Choose a date, and a time like 21:00."],
  "until-past": ["untilDay", 422, "That time has passed. Choose a later one."],
  "until-before": ["untilDay", 422, "This is not after “From”. Choose a later time."],
  "notice-waits": [
    "form",
    409,
    "A change of the notice waits for its day, so nothing was changed. Cancel it first: Content, Notice on every page.",
  ],
  "notice-stale": ["form", 409, "Somebody else has just changed the notice. Here it is now: check it, and try again."],
});

/** The notice that is or will be on the pages; undefined without one. */
export async function readNotice(services: Services): Promise<NoticeView | undefined> {
  const { text, from, until } = await findSingleEntry(services, noticeType);
  const [start, end] = [from, until].map((moment) => parseNairobiMoment(moment ?? ""));
  if (text === undefined || end === undefined || end <= services.now()) return undefined;
  return { text, from: start ?? new Date(0), until: end };
}

/** The notice on every page at this moment. `until` is in milliseconds since 1970. */
export async function findNotice(services: Services): Promise<{ text: string; until: number } | undefined> {
  const notice = await readNotice(services);
  return notice && notice.from <= services.now() ? { text: notice.text, until: notice.until.getTime() } : undefined;
}

/** Remembers the moments of the notice for `contentVersionOfPages`, once per content version. */
export async function refreshNotice(services: Services): Promise<void> {
  const { content } = services;
  const { version } = content;
  if (content.notice?.version === version) return;
  const { text, from, until } = await findSingleEntry(services, noticeType);
  const moments = text === undefined ? [] : [from, until].map((moment) => parseNairobiMoment(moment ?? ""));
  content.notice = { version, moments: moments.flatMap((moment) => moment?.getTime() ?? []) };
}

/** Grows with each change of content, and when the notice appears or goes. Read for every cached page. */
export function contentVersionOfPages({ content, now }: Services): number {
  const { version, notice } = content;
  const at = now().getTime();
  // The moments of an earlier version would count, and the number could then decrease.
  const changes = notice?.version === version ? notice.moments.filter((moment) => moment <= at).length : 0;
  return version * 3 + changes;
}

export type NoticeForm = Record<"text" | "fromDay" | "fromTime" | "untilDay" | "untilTime", string>;

/** Publishes a notice at once, or for a later moment. An empty `from` is now. */
export async function publishNotice(services: Services, form: NoticeForm, actor: Actor) {
  const text = form.text.trim();
  if (text === "") return { code: "notice-missing" as const };
  if (text.length > NOTICE_MAX) return { code: "notice-long" as const };
  const now = services.now();
  const isNow = form.fromDay === "" && form.fromTime === "";
  const from = isNow ? now : parseNairobiMoment(`${form.fromDay}T${form.fromTime}`);
  if (from === undefined) return { code: "from-unreadable" as const };
  const until = parseNairobiMoment(`${form.untilDay}T${form.untilTime}`);
  if (until === undefined) return { code: "until-unreadable" as const };
  if (until <= now) return { code: "until-past" as const };
  if (until <= from) return { code: "until-before" as const };
  return write(services, { text, from: nairobiInputValue(from), until: nairobiInputValue(until) }, actor);
}

export async function takeDownNotice(services: Services, actor: Actor) {
  return write(services, {}, actor);
}

async function write(services: Services, values: { text?: string; from?: string; until?: string }, actor: Actor) {
  const { slug } = noticeType.entries;
  const key = { type: noticeType.name, slug };
  const [live, draft] = [await findLive(services.db, key), await findDraft(services.db, key)];
  const request = { values, basedOn: live?.version ?? 0, draftRevision: draft?.revision };
  const { code } = await publish(services, noticeType, slug, request, actor);
  if (code === "published" || code === "same") return { code: "done" as const };
  return { code: code === "change-pending" ? ("notice-waits" as const) : ("notice-stale" as const) };
}

/** The form's values for a notice, by default from now until the gym closes. @param closes minutes since midnight */
export function noticeForm(notice: NoticeView | undefined, now: Date, closes: number | undefined): NoticeForm {
  const midnight = startOfDate(dateInNairobi(now)).getTime();
  const closing = new Date(midnight + (closes ?? 0) * 60_000);
  const tonight = closing > now ? closing : new Date(midnight + 24 * 60 * 60_000);
  const [fromDay = "", fromTime = ""] = nairobiInputValue(notice?.from ?? now).split("T");
  const [untilDay = "", untilTime = ""] = nairobiInputValue(notice?.until ?? tonight).split("T");
  return { text: notice?.text ?? "", fromDay, fromTime, untilDay, untilTime };
}
