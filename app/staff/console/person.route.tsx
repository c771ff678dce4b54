import type { ReactNode } from "react";
import { data, href, Link, redirect } from "react-router";
import { z } from "zod";
import { scheduledBy } from "../../cms/editing/waiting.server.ts";
import { listEntries } from "../../cms/entries.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { trainerType } from "../../content-types/trainer.ts";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import type { Services } from "../../platform/services.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { type ChangedBy, changeRole, listPeople, removePerson, resetSecondStep } from "../people.server.ts";
import type { StaffOutcome } from "../problems.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import { ROLE_NAMES } from "../roles.ts";
import { holdFormUntilFresh, requireFreshSecondStep } from "../staff-guard.server.ts";
import { staffAction, staffRequest } from "../staff-request.server.ts";
import type { Route } from "./+types/person.route";
import { FormNotice } from "./code-form.tsx";
import { readRoleChoice } from "./role-choice.server.ts";
import { RoleField } from "./role-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.person.name ?? "Team");
}

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["edit", "people"]);
  requireFreshSecondStep(context, url);
  const found = (await listPeople(services)).find(({ id }) => id === params.person);
  if (found === undefined) throw data(null, { status: 404 });
  const { id, name, email, role, trainerSlug, hasApp, passkeys } = found;
  return {
    person: { id, name, email, roleName: ROLE_NAMES[role], hasSecondStep: hasApp || passkeys > 0 },
    choice: { role, trainerSlug },
    isOneself: id === member.id,
    isDone: url.searchParams.get("done") === "1",
    isRemovalAsked: url.searchParams.has("remove"),
    scheduled: (await scheduledBy(services, id)).map(
      ({ title, dueAt }) => `${title}, ${shortMoment(new Date(dueAt), services.now())}`,
    ),
    trainers: (await listEntries(services, trainerType)).map(({ slug, name: trainer }) => ({ slug, name: trainer })),
  };
}

const personForm = z.object({
  do: fixedValue(["role", "remove", "reset"]),
  role: z.string(),
});

export async function action(args: Route.ActionArgs) {
  const { person } = args.params;
  staffRequest(args.context, ["edit", "people"]);
  holdFormUntilFresh(args);
  return staffAction(args, undefined, personForm, async ({ services, member, values, typed }) => {
    const outcome = await change(services, member, person, values);
    if (outcome.code !== "done") return problemResponse(STAFF_PROBLEMS, outcome.code, typed);
    if (values.do === "remove") return redirect(`${href("/staff/people")}?removed=${person}`, 303);
    return redirect(`${href("/staff/people/:person", { person })}?done=1`, 303);
  });
}

async function change(
  services: Services,
  by: ChangedBy,
  userId: string,
  { do: what, role }: z.output<typeof personForm>,
): Promise<StaffOutcome> {
  switch (what) {
    case "role": {
      const read = await readRoleChoice(services, role);
      return read.code === "done" ? changeRole(services, by, userId, read.choice.role, read.choice.trainerSlug) : read;
    }
    case "remove":
      return removePerson(services, by, userId);
    case "reset":
      return resetSecondStep(services, by, userId);
  }
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person, choice, isOneself, isDone, trainers, scheduled } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <>
      <PageHead
        title={person.name}
        back={{ to: href("/staff/people"), label: "Team" }}
        meta={`${person.roleName} · ${person.email}`}
      />
      <div className="grid max-w-[620px] gap-9">
        <FormNotice returned={returned} />
        {isDone && returned === undefined && <Notice>Done. It holds from their next click.</Notice>}
        <ChangeForm change="role" submit="Save the role" isMain>
          <RoleField current={choice} trainers={trainers} returned={returned} />
          {isOneself && <p className="help">This is you: with another role you leave this page.</p>}
          {scheduled.length > 0 && (
            <p className="help">
              What they have scheduled and may not publish in the new role waits for somebody who may.
            </p>
          )}
        </ChangeForm>
        {person.hasSecondStep && (
          <ChangeForm change="reset" submit="Reset the second step">
            <h2>Lost phone</h2>
            <p>
              Resetting removes {isOneself ? "your" : "their"} app, passkeys and recovery codes, and signs{" "}
              {isOneself ? "you" : "them"} out on every phone and laptop. Only after you have spoken to them: until they
              set it up again, the password alone decides who does.
            </p>
          </ChangeForm>
        )}
        <Removal {...loaderData} />
      </div>
    </>
  );
}

/** Removes somebody, after a question. */
function Removal({ person: { name }, isOneself, isRemovalAsked, scheduled }: Route.ComponentProps["loaderData"]) {
  const consequence = (
    <p>
      {isOneself ? "You" : name} can’t open the console from the next click on. What they did stays in the activity, and
      their account as a visitor stays theirs.
    </p>
  );
  if (!isRemovalAsked) {
    return (
      <div className="form border-(--line) border-t pt-6">
        <h2>Leaving</h2>
        {consequence}
        <p className="actions">
          <Link className="button" to="?remove=1#remove" preventScrollReset>
            Remove {name}
          </Link>
        </p>
      </div>
    );
  }
  return (
    <section className="summary calm" id="remove" tabIndex={-1}>
      <h2>Remove {name}?</h2>
      {consequence}
      {scheduled.length > 0 && (
        <>
          <p className="mt-2">
            What they have scheduled is not done. It waits on the first page for somebody to publish or cancel it:
          </p>
          <ul className="mt-2 list-disc pl-5">
            {scheduled.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      <PostForm returned={undefined} className="mt-4">
        <input type="hidden" name="do" value="remove" />
        <p className="actions">
          <button type="submit" className="button ink">
            Remove {name}
          </button>
          <Link className="link" to="?" preventScrollReset>
            No
          </Link>
        </p>
      </PostForm>
    </section>
  );
}

type ChangeFormProps = { change: string; submit: string; isMain?: boolean; children: ReactNode };

function ChangeForm({ change, submit, isMain = false, children }: ChangeFormProps) {
  return (
    <PostForm
      returned={undefined}
      className="form border-(--line) border-t pt-6 first-of-type:border-0 first-of-type:pt-0"
    >
      <input type="hidden" name="do" value={change} />
      {children}
      <p className="actions">
        <button type="submit" className={isMain ? "button red" : "button"}>
          {submit}
        </button>
      </p>
    </PostForm>
  );
}
