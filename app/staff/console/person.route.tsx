import { data, href, redirect } from "react-router";
import { z } from "zod";
import { scheduledBy } from "../../cms/editing/waiting.server.ts";
import { findEntry, listEntries } from "../../cms/entries.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { trainerType } from "../../content-types/trainer.ts";
import { fixedValue } from "../../forms/field-schemas.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import type { Services } from "../../platform/services.ts";
import { servicesContext } from "../../request/request-context.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { STAFF_MESSAGES } from "../messages.ts";
import {
  type ChangedBy,
  changeRole,
  listPeople,
  type PeopleOutcome,
  removePerson,
  resetSecondStep,
  setTrainer,
} from "../people.server.ts";
import { isRole, ROLE_NAMES } from "../roles.ts";
import { staffContext } from "../staff-context.ts";
import { holdFormUntilFresh, requireFreshSecondStep } from "../staff-guard.server.ts";
import { requirePermission } from "../staff-request.server.ts";
import { staffFormResponse } from "../staff-response.server.ts";
import type { Route } from "./+types/person.route";
import { PersonForms } from "./person-forms.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.person.name ?? "People");
}

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "edit", "people");
  requireFreshSecondStep(context, url);
  const found = (await listPeople(services)).find(({ id }) => id === params.person);
  if (found === undefined) throw data(null, { status: 404 });
  const { id, name, email, role, trainerSlug, hasApp, passkeys } = found;
  return {
    person: { id, name, email, role, roleName: ROLE_NAMES[role], trainerSlug, hasSecondStep: hasApp || passkeys > 0 },
    isOneself: id === member.id,
    isDone: url.searchParams.get("done") === "1",
    isRemovalAsked: url.searchParams.has("remove"),
    scheduled: (await scheduledBy(services, id)).map(
      ({ title, dueAt }) => `${title}, ${shortMoment(new Date(dueAt), services.now())}`,
    ),
    trainers: (await listEntries(services, trainerType)).map((trainer) => ({ slug: trainer.slug, name: trainer.name })),
  };
}

const personForm = z.object({
  do: fixedValue(["role", "trainer", "remove", "reset"]),
  role: z.string(),
  trainer: z.string(),
});

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "edit", "people");
  holdFormUntilFresh(args);
  const form = await readForm(request, personForm);
  if (!form.ok) return formResponse(form, STAFF_MESSAGES);
  const { values, typed } = form;
  return withFormReturnedOnError(services.log, typed, async () => {
    const outcome = await change(services, member, params.person, values);
    if (!outcome.ok) return staffFormResponse(outcome.code, typed);
    if (values.do === "remove") return redirect(`${href("/staff/people")}?removed=${params.person}`, 303);
    return redirect(`${href("/staff/people/:person", { person: params.person })}?done=1`, 303);
  });
}

type Outcome = PeopleOutcome | { ok: false; code: "role-unknown" | "trainer-unknown" };

async function change(
  services: Services,
  by: ChangedBy,
  userId: string,
  { do: what, role, trainer }: z.output<typeof personForm>,
): Promise<Outcome> {
  switch (what) {
    case "role":
      return isRole(role) ? changeRole(services, by, userId, role) : { ok: false, code: "role-unknown" };
    case "trainer":
      if (trainer === "") return setTrainer(services, by, userId, null);
      if ((await findEntry(services, trainerType, trainer)) === undefined)
        return { ok: false, code: "trainer-unknown" };
      return setTrainer(services, by, userId, trainer);
    case "remove":
      return removePerson(services, by, userId);
    case "reset":
      return resetSecondStep(services, by, userId);
  }
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person } = loaderData;
  return (
    <>
      <PageHead
        title={person.name}
        back={{ to: href("/staff/people"), label: "People" }}
        meta={`${person.roleName} · ${person.email}`}
      />
      <PersonForms {...loaderData} returnedForm={actionData} />
    </>
  );
}
