import { href } from "react-router";
import { ActivityBoard } from "../../console/activity/activity-board.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { catalogue } from "../../content/catalogue.ts";
import { shortMomentInNairobi } from "../../content/nairobi-time.ts";
import { servicesContext, staffContext } from "../../request-context.ts";
import { type ActivityKey, listActivity } from "../../staff/activity-log.server.ts";
import { activitySentence } from "../../staff/activity-sentences.ts";
import { listPeople } from "../../staff/people.server.ts";
import { requirePermission } from "../../staff/permission.server.ts";
import type { Route } from "./+types/activity";

/** The kinds of things in the log that are no content. */
const OTHER_TYPES = { person: "People", enquiry: "Enquiries", picture: "Pictures" } as const;

export function meta() {
  return consoleMeta("Activity");
}

/** An optional search parameter; an empty one, as a form without script sends it, is none. */
function param(url: URL, name: string): string | undefined {
  return url.searchParams.get(name) || undefined;
}

function keyFrom(url: URL): ActivityKey | undefined {
  const [, at, id] = /^([\d:.TZ-]{1,40})_([\w-]{1,80})$/.exec(param(url, "before") ?? "") ?? [];
  return at === undefined || id === undefined ? undefined : { at, id };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  requirePermission(context.get(staffContext), "see", "activity");
  const services = context.get(servicesContext);
  const filter = { who: param(url, "who"), type: param(url, "type") };
  const { entries, next } = await listActivity(services, { ...filter, before: keyFrom(url) });
  const now = services.now();
  const people = (await listPeople(services)).map(({ id, name }) => ({ value: id, label: name }));
  const named = entries.find(({ whoId }) => whoId === filter.who);
  // Somebody who has left is chosen by a link of their entries.
  const hasLeft = filter.who !== undefined && !people.some(({ value }) => value === filter.who);
  return {
    entries: entries.map(({ id, at, whoId, whoName, action, label, details }) => ({
      id,
      at,
      when: shortMomentInNairobi(new Date(at), now),
      whoId,
      whoName,
      sentence: activitySentence(action, { label: label ?? "", details }),
    })),
    filter,
    people: hasLeft ? [...people, { value: filter.who ?? "", label: named?.whoName ?? "Somebody else" }] : people,
    types: [
      ...Object.values(catalogue).map(({ name, label }) => ({ value: name as string, label })),
      ...Object.entries(OTHER_TYPES).map(([value, label]) => ({ value, label })),
    ],
    next: next && pathOf({ ...filter, before: `${next.at}_${next.id}` }),
    first: url.searchParams.has("before") ? pathOf(filter) : undefined,
  };
}

function pathOf(parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? href("/staff/activity") : `${href("/staff/activity")}?${search}`;
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Activity" meta="Who did what, newest first. In Nairobi time." />
      <ActivityBoard {...loaderData} />
    </>
  );
}
