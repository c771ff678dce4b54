import { data } from "react-router";
import type { Found, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import type { Person } from "../../people/people.server.ts";
import type { Services } from "../../platform/services.ts";
import type { PassActor } from "../pass-changes.server.ts";
import { type Pass, passesOfPerson } from "../pass-rows.server.ts";
import { actorOf, memberPage } from "./person-request.server.ts";

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
