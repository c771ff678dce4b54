/** The beginning of every loader and action of the console's pages about members. */
import { data, href, type RouterContextProvider, redirect } from "react-router";
import type { Found, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import type { FormSchema } from "../../forms/read-form.server.ts";
import type { Action } from "../../staff/roles.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { type StaffForm, staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { areMembersOn } from "../cover.server.ts";
import { currentRecord } from "../former-records.server.ts";
import { findMember, type Member } from "../members.server.ts";
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
 * The same with somebody whose record the page is about.
 * @throws also a 404 where there is nobody, and of a record that was made one with another the way to that
 */
export async function memberRequest(context: Context, action: Action, memberId: string) {
  const request = await membersRequest(context, action);
  const found = await findMember(request.services.db, memberId);
  if (found === undefined) throw data(null, { status: 404 });
  const current = await currentRecord(request.services.db, memberId);
  if (current !== memberId) throw redirect(`${href("/staff/members/:member", { member: current })}?done=one`, 303);
  return { ...request, person: found };
}

/** What the declared pages about a person share: the options of `staffActions`. */
export const memberPage = {
  may: ["edit", "members"],
  problems: MEMBER_PROBLEMS,
  find: (_request: Found, { context, params }: RouteArgs & { params: { member: string } }) =>
    memberRequest(context, "edit", params.member),
} as const;

/** The head of a page about a person. */
export function memberHead({ id, name, version }: Pick<Member, "id" | "name" | "version">) {
  return { about: name, back: { to: memberPath(id), label: name }, seen: version };
}

/** The page of a person, with what was just done. */
export function memberPath(member: string, done?: "made" | "given" | "changed" | "frozen" | "booked"): string {
  return `${href("/staff/members/:member", { member })}${done === undefined ? "" : `?done=${done}`}`;
}

/** As `staffAction`. */
export async function membersAction<Schema extends FormSchema, Result>(
  args: { context: Context; request: Request },
  action: Action,
  schema: Schema,
  work: (form: StaffForm<Schema>) => Promise<Result>,
) {
  await membersRequest(args.context, action);
  return staffAction(args, [action, "members"], schema, work);
}

/** A member of staff as the acts on passes know them. */
export function actorOf({ id, name, role }: StaffMember): PassActor {
  return { id, name, isOwner: can(role, "publish", "members") };
}
