import { entriesWithHiddenPictures } from "../../pictures/library.server.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { wholeNumberIn } from "../../platform/text.ts";
import { timeSince } from "../../time/dates.server.ts";
import type { ContentType } from "../content-type.ts";
import { type EntryState, listEntryStates } from "../editing/entry-states.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import { movedSlugs, moveEntry, type OrderOutcome, setOrder } from "../editing/order.server.ts";
import { listRemoved } from "../editing/undo.server.ts";
import { titleFinder } from "../entries.server.ts";
import { type FindTitle, formatValue } from "../entry-title.server.ts";
import { photoThumbnail, THUMBNAIL_WIDTH } from "./difference-views.server.ts";
import type { ListedEntry } from "./entry-list.tsx";
import { statusOf } from "./entry-page.server.ts";

/** The rows of a list: unpublished entries first, then published entries in the site's order. */
export async function readEntryRows(
  services: Services,
  type: ContentType,
  viewer: Actor,
  after: string | undefined,
): Promise<{ rows: ListedEntry[]; next: string | undefined }> {
  const now = services.now();
  const findTitle = await titleFinder(services, [type]);
  const { entries, next } = await listEntryStates(services, type, { after });
  const hidden = new Set((await entriesWithHiddenPictures(services, [type])).map(({ slug }) => slug));
  const hasPictures = Object.values(type.fields).some(({ kind }) => kind === "photo");
  let place = 0;
  const rows = entries.map((state) => {
    if (state.position !== undefined) place += 1;
    const isPictureHidden = hidden.has(state.slug);
    const photo = isPictureHidden ? undefined : state.photo;
    return {
      ...rowOf(type, state, { findTitle, now, viewer, isPictureHidden }),
      ...(hasPictures && { thumbnail: (photo && photoThumbnail(photo, THUMBNAIL_WIDTH)) ?? null }),
      ...(state.position !== undefined && { place }),
    };
  });
  return { rows, next };
}

export type RemovedRow = Awaited<ReturnType<typeof readRemovedRows>>["rows"][number];

export async function readRemovedRows(services: Services, type: ContentType, viewer: Actor, after: string | null) {
  const now = services.now();
  const { entries, next } = await listRemoved(services, type, after);
  const rows = entries.map(({ slug, title, at, by }) => {
    return { slug, title, removed: `Unpublished by ${byWhom(by, viewer)}, ${timeSince(new Date(at), now)}` };
  });
  return { rows, next };
}

type RowContext = { findTitle: FindTitle; now: Date; viewer: Actor; isPictureHidden: boolean };

function rowOf(type: ContentType, state: EntryState, context: RowContext): ListedEntry {
  const { findTitle, now, viewer, isPictureHidden } = context;
  const { slug, title, values, changedAt, changedBy } = state;
  const textOf = (key: string) => {
    const field = type.fields[key];
    return (field && field.kind !== "photo" && formatValue(field, values[key], findTitle)) || [];
  };
  const summary = type.summary.flatMap((key) => {
    const text = textOf(key);
    return type.fields[key]?.kind === "whole number" && text.length > 0
      ? `${type.fields[key].label}:\u00a0${text}`
      : text;
  });
  return {
    slug,
    title,
    summary: summary.join(", "),
    status: statusOf({ ...state, isPictureHidden }, now),
    ...(changedBy !== "seed" && {
      changed: { by: byWhom(changedBy, viewer), at: timeSince(new Date(changedAt), now) },
    }),
  };
}

export type ListForm = { button: string; seen: readonly string[]; places: ReadonlyMap<string, number | undefined> };

export function readListForm(body: FormData): ListForm | undefined {
  const places = new Map<string, number | undefined>();
  let button = "order";
  let seen: string[] = [];
  for (const [name, value] of body) {
    if (typeof value !== "string") return undefined;
    if (name === "do") button = value;
    else if (name === "seen") seen = value.split(" ").filter(Boolean);
    else if (name.startsWith("place.")) places.set(name.slice("place.".length), wholeNumberIn(value.trim()));
    else return undefined;
  }
  return { button, seen, places };
}

export async function changeOrder(
  services: Services,
  type: ContentType,
  { button, seen, places }: ListForm,
  actor: Actor,
): Promise<OrderOutcome> {
  const [, direction, slug = ""] = /^(up|down):(.+)$/.exec(button) ?? [];
  if (direction === "up" || direction === "down") return moveEntry(services, type, seen, slug, direction, actor);
  return setOrder(services, type, seen, orderByPlaces(seen, places), actor);
}

/** Moves the entries with changed numbers to their new places; the others keep their order. */
function orderByPlaces(seen: readonly string[], places: ReadonlyMap<string, number | undefined>): string[] {
  const moved = seen
    .map((slug, index) => ({ slug, to: places.get(slug) ?? index + 1, from: index + 1 }))
    .filter(({ to, from }) => to !== from)
    .toSorted((a, b) => a.to - b.to);
  return moved.reduce((order, { slug, to }) => movedSlugs(order, slug, { to }), [...seen]);
}
