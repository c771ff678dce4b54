/** The beginning of every loader and action of the console's pages about people and their passes. */
import { data, href, type RouterContextProvider, redirect } from "react-router";
import { isOfTrainer } from "../../bookings/booked-people.server.ts";
import type { Found, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import { findPerson, type Person, personOfAccount } from "../../people/people.server.ts";
import type { Db } from "../../platform/services.ts";
import { type Action, can } from "../../staff/roles.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { type Permission, staffRequest } from "../../staff/staff-request.server.ts";
import { areMembersOn } from "../cover.server.ts";
import type { PassActor } from "../pass-changes.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";

type Context = Readonly<RouterContextProvider>;

/** As `staffRequest`. @throws a 404 while members are switched off, and a 403 where the role may not */
export async function membersRequest(context: Context, action: Action) {
  const request = staffRequest(context, [action, "members"]);
  if (!(await areMembersOn(request.services))) throw data(null, { status: 404 });
  return request;
}

/**
 * As `staffRequest`, with the person whom an address names; addresses of before had the id of an account or of a booking.
 * @throws also a 404 where there is nobody, and for a trainer whose classes they have not booked; the way to the person's own address
 */
export async function personRequest(context: Context, permission: Permission, id: string) {
  const request = staffRequest(context, permission);
  const { db } = request.services;
  const person = await findAddressed(db, id);
  const isShown = person !== undefined && (await isOfTrainer(db, person.id, ownTrainer(request.member)));
  if (!isShown) throw data(null, { status: 404 });
  if (person.id !== id) throw redirect(personPath(person.id), 303);
  return { ...request, person };
}

async function findAddressed(db: Db, id: string): Promise<Person | undefined> {
  const person = (await findPerson(db, id)) ?? (await personOfAccount(db, id));
  if (person !== undefined) return person;
  const booking = await db.selectFrom("bookings").select("person_id").where("id", "=", id).executeTakeFirst();
  return booking?.person_id == null ? undefined : findPerson(db, booking.person_id);
}

type PersonArgs = RouteArgs & { params: { person: string } };

/** What the pages about a person share: the options of `staffActions`. */
export const personPage = {
  may: ["edit", "members"],
  problems: MEMBER_PROBLEMS,
  find: async (_request: Found, { context, params }: PersonArgs) => {
    const found = await personRequest(context, ["edit", "members"], params.person);
    // What is left of an erased person is read alone.
    if (found.person.erased_at !== null) throw data(null, { status: 404 });
    return found;
  },
} as const;

/** The same of pages about passes, which are there while members are switched on. */
export const memberPage = {
  ...personPage,
  find: async (request: Found, args: PersonArgs) => {
    await membersRequest(args.context, "edit");
    return personPage.find(request, args);
  },
} as const;

/** The head of a page about a person. */
export function personHead({ id, name, version }: Pick<Person, "id" | "name" | "version">) {
  return { about: name, back: { to: personPath(id), label: name || "Back" }, seen: version };
}

/** The page of a person, with what was just done. */
export function personPath(person: string, done?: DoneElsewhere): string {
  return `${href("/staff/members/:person", { person })}${done === undefined ? "" : `?done=${done}`}`;
}

/** What is done on another page, and said on that of the person. */
export type DoneElsewhere = "made" | "given" | "changed" | "frozen" | "booked" | "merged" | "unlinked";

/** A member of staff as the acts on passes know them. */
export function actorOf({ id, name, role }: StaffMember): PassActor {
  return { id, name, isOwner: can(role, "publish", "members") };
}
