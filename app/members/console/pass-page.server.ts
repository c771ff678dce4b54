import { data } from "react-router";
import { type BookingRow, bookingsWithSessions } from "../../bookings/booking-rows.server.ts";
import type { Effect } from "../../console/kit/actions.ts";
import type { Found, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import type { Person } from "../../people/people.server.ts";
import type { Db, Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { dayText, shortDayAndTime } from "../../time/dates.server.ts";
import { calendarDay } from "../../time/days.ts";
import {
  type AlteredPass,
  canVoidPass,
  hasPassGivenSince,
  type PassActor,
  previewEnd,
} from "../pass-changes.server.ts";
import { activePassEvents, type Pass, passEventsOfPerson, passesOfPerson } from "../pass-rows.server.ts";
import { type PassEnd, stateOn } from "../passes.ts";
import { passLabel } from "./member-labels.server.ts";
import { actorOf, memberPage, personHead } from "./person-request.server.ts";

export type FoundPass = Found & { person: Person; pass: Pass; actor: PassActor };

/** Options of `staffActions` for pages about passes. */
export const passPage = {
  ...memberPage,
  find: async (request: Found, args: RouteArgs & { params: { person: string } }) => {
    const { services, member, person } = await memberPage.find(request, args);
    const passes = await passesOfPerson(services.db, person.id);
    const pass = passes.find(({ row }) => row.id === args.url.searchParams.get("pass"));
    if (pass === undefined) throw data(null, { status: 404 });
    return { services, member, person, pass, actor: actorOf(member) };
  },
} as const;

/** Runs a change of the page's pass. It conflicts if the record has changed since the page was loaded. */
export function onPass<Form extends object, Outcome>(
  change: (services: Services, actor: PassActor, form: Form) => Promise<Outcome>,
) {
  return (
    { services, actor, pass }: FoundPass,
    { seen, ...values }: Omit<Form, "passId" | "version"> & { seen: string },
  ) => change(services, actor, { ...values, passId: pass.row.id, version: Number(seen) } as Form);
}

export async function readEndPage(foundPass: FoundPass) {
  const { services, person, pass, actor } = foundPass;
  const { db, now } = services;
  const at = now();
  const today = calendarDay(at);
  const state = stateOn(pass, today);
  const passes = await passesOfPerson(db, person.id);
  const ended = activePassEvents(await passEventsOfPerson(db, person.id)).ends.find(
    ({ passId, kind }) => passId === pass.row.id && kind === "ended",
  );
  const isOpen = state === "running" || state === "frozen" || state === "future";
  const mayEnd = actor.isOwner && isOpen && ended === undefined;
  const mayTakeBack = pass.end !== "void" && canVoidPass(pass, actor, at);
  return {
    ...personHead(person),
    meta: passLabel(pass, today),
    isOwner: actor.isOwner,
    end: mayEnd ? await effectsOf(services, pass, "ended", today) : undefined,
    ended:
      actor.isOwner && ended && pass.end !== "void"
        ? {
            words: `On ${dayText(ended.day, today)} by ${ended.event.by}: ${ended.event.reason}`,
            undo: hasPassGivenSince(passes, ended.event) ? undefined : { actId: ended.event.id },
          }
        : undefined,
    takeBack: mayTakeBack ? await effectsOf(services, pass, "void", today) : undefined,
    emptyText:
      pass.end === "void"
        ? "It was voided, as if it had never been given."
        : mayTakeBack || mayEnd
          ? undefined
          : "The desk can void a pass on the day it was given. After that only the owner can, and only the owner can end passes.",
  };
}

async function effectsOf(services: Services, pass: Pass, kind: PassEnd["kind"], today: number): Promise<Effect[]> {
  const { altered, bookings } = await previewEnd(services, pass, kind);
  const after = altered.find((change) => change.pass.row.id === pass.row.id)?.after;
  const isNever = after !== undefined && after.lastDay < after.firstDay;
  const sentence =
    kind === "void"
      ? "As if it had never been given."
      : isNever
        ? "It never starts."
        : pass.lastDay === today
          ? "Today is already its last day. If you end it, it has no grace period."
          : `Its last day is today instead of ${dayText(pass.lastDay, today)}.`;
  const moved = movedWords(altered, pass, today);
  const count = plural(bookings.length, "booking");
  return [
    { text: sentence },
    ...(moved.length === 0
      ? []
      : [
          {
            text: kind === "ended" && !isNever ? "The next pass starts tomorrow." : "The next pass takes its place.",
            below: moved,
          },
        ]),
    ...(bookings.length === 0
      ? []
      : [
          {
            text: `${count} that it covers ${bookings.length === 1 ? "stays" : "stay"} booked. Cancel or keep ${bookings.length === 1 ? "it" : "them"} on the day’s page.`,
            below: await sessionTextsOf(services.db, bookings),
          },
        ]),
  ];
}

export function movedWords(altered: readonly AlteredPass[], changed: Pass, today: number): string[] {
  return altered
    .filter(({ pass }) => pass.row.id !== changed.row.id && pass.end !== "void")
    .map(({ pass, after }) => {
      const days = `${dayText(after.firstDay, today)} to ${dayText(after.lastDay, today)}`;
      return `${pass.row.plan_name} after it: ${days}, instead of ${dayText(pass.firstDay, today)}`;
    });
}

/** The classes of some bookings, in the order they begin. */
export async function sessionTextsOf(db: Db, bookings: readonly Pick<BookingRow, "id">[]): Promise<string[]> {
  if (bookings.length === 0) return [];
  const ids = bookings.map(({ id }) => id);
  const rows = await bookingsWithSessions(db)
    .select(["class_name", "starts_at", "bookings.state", "guest_name"])
    .where("bookings.id", "in", ids)
    .orderBy("starts_at")
    .orderBy("bookings.id")
    .execute();
  return rows.map(({ class_name: name, starts_at: at, state, guest_name: guest }) =>
    [
      `${name}, ${shortDayAndTime(new Date(at))}`,
      state === "waiting" ? "on the waiting list" : "",
      guest === null || guest === "" ? "" : `for ${guest}`,
    ]
      .filter((text) => text !== "")
      .join(", "),
  );
}
