/** The start of every loader and action of the console's pages about people and their passes. */
import { data, href, type RouterContextProvider, redirect } from "react-router";
import { canTrainerSee } from "../../bookings/booked-people.server.ts";
import { readPeopleChoice } from "../../bookings/person-view.server.ts";
import type { Warning } from "../../console/kit/actions.ts";
import type { Found, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import { findPerson, type Person } from "../../people/people.server.ts";
import type { Services } from "../../platform/services.ts";
import { type Action, can, ownTrainer, type StaffMember } from "../../staff/roles.ts";
import { type Permission, staffRequest } from "../../staff/staff-request.server.ts";
import { areMembersOn } from "../coverage.server.ts";
import type { PassActor } from "../pass-changes.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";

type Context = Readonly<RouterContextProvider>;

/** As `staffRequest`. @throws a 404 while members are switched off, and a 403 if the role has no permission */
export async function membersRequest(context: Context, action: Action) {
  const request = staffRequest(context, [action, "members"]);
  if (!(await areMembersOn(request.services))) throw data(null, { status: 404 });
  return request;
}

/**
 * As `staffRequest`, with the person of the address, redirecting from a merged record. @throws also a 404 for trainers
 * of other classes
 */
export async function personRequest(context: Context, permission: Permission, id: string) {
  const request = staffRequest(context, permission);
  const { db } = request.services;
  const person = await findPerson(db, id);
  const isShown = person !== undefined && (await canTrainerSee(db, person.id, ownTrainer(request.member)));
  if (!isShown) throw data(null, { status: 404 });
  if (person.id !== id) throw redirect(personPath(person.id), 303);
  return { ...request, person };
}

type PersonArgs = RouteArgs & { params: { person: string } };

/** Options of `staffActions` for pages about people. */
export const personPage = {
  may: ["edit", "members"],
  problems: MEMBER_PROBLEMS,
  find: async (_request: Found, { context, params }: PersonArgs) => {
    const target = await personRequest(context, ["edit", "members"], params.person);
    // An erased person's passes are read-only.
    if (target.person.erased_at !== null) throw data(null, { status: 404 });
    return target;
  },
} as const;

export const memberPage = {
  ...personPage,
  find: async (request: Found, args: PersonArgs) => {
    await membersRequest(args.context, "edit");
    return personPage.find(request, args);
  },
} as const;

export function personHead({ id, name, version }: Pick<Person, "id" | "name" | "version">) {
  return { about: name, back: { to: personPath(id), label: name || "Back" }, seen: version };
}

export function personPath(person: string, done?: DoneElsewhere): string {
  return `${href("/staff/members/:person", { person })}${done === undefined ? "" : `?done=${done}`}`;
}

export type DoneElsewhere = "made" | "given" | "changed" | "frozen" | "booked" | "merged" | "unlinked";

export function actorOf({ id, name, role }: StaffMember): PassActor {
  return { id, name, isOwner: can(role, "publish", "members") };
}

/** Asks whether the typed person is one of these similar people, each with a link. */
export async function similarPeopleQuestion(
  services: Services,
  member: StaffMember,
  ids: readonly string[],
): Promise<Warning> {
  const { people } = await readPeopleChoice(services, member, "", ids);
  return {
    code: "similar-people",
    sentence: people.length === 1 ? "Is it this person?" : "Is it one of these?",
    links: people.map(({ id, name, contact }) => ({ to: personPath(id), label: `${name}, ${contact}` })),
    answer: "No, a new person",
  };
}
