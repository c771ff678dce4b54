import { data, href } from "react-router";
import { listSchedulesBy } from "../../cms/editing/pending-changes.server.ts";
import { listEntries } from "../../cms/entries.server.ts";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, ownField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink } from "../../console/page-parts.tsx";
import { trainerType } from "../../content-types/trainer.ts";
import { shortMoment } from "../../time/dates.server.ts";
import { changeRole, listPeople, readRoleChoice, removePerson, resetSecondStep } from "../people.server.ts";
import { STAFF_PROBLEMS } from "../problems.ts";
import { ROLE_NAMES } from "../roles.ts";
import type { Route } from "./+types/person.route";
import { RoleField } from "./role-field.tsx";

const DONE = "Done. It takes effect with their next click.";

const ACTIONS = {
  role: { submit: "Save the role", isMain: true, fields: [ownField("role")], done: DONE },
  reset: { submit: "Reset two-step verification", isDestructive: true, done: DONE },
  remove: { submit: "Remove from the team", isDestructive: true },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["edit", "people"],
  isSensitive: true,
  problems: STAFF_PROBLEMS,
  find: async (request, { params }: Route.LoaderArgs) => {
    const person = (await listPeople(request.services)).find(({ id }) => id === params.person);
    if (person === undefined) throw data(null, { status: 404 });
    return { ...request, person };
  },
  load: async ({ services, member, person: { id, name, email, role, trainerSlug, hasApp, passkeys } }, url) => ({
    name,
    meta: `${ROLE_NAMES[role]}, ${email}`,
    hasSecondStep: hasApp || passkeys > 0,
    choice: { role, trainerSlug },
    isOneself: id === member.id,
    isRemovalAsked: url.searchParams.has("remove"),
    scheduled: (await listSchedulesBy(services, id)).map(
      ({ title, dueAt }) => `${title}, ${shortMoment(new Date(dueAt), services.now())}`,
    ),
    trainers: (await listEntries(services, trainerType)).map(({ slug, name: trainer }) => ({ slug, name: trainer })),
  }),
  run: {
    role: [
      "edit",
      async ({ services, member, person }, { role }) => {
        const read = await readRoleChoice(services, role);
        return read.code === "done"
          ? changeRole(services, member, person.id, read.choice.role, read.choice.trainerSlug)
          : read;
      },
    ],
    reset: ["edit", ({ services, member, person }) => resetSecondStep(services, member, person.id)],
    remove: ["edit", ({ services, member, person }) => removePerson(services, member, person.id)],
  },
  to: ({ person }, _outcome, action) =>
    action === "remove"
      ? `${href("/staff/people")}?removed=${person.id}`
      : href("/staff/people/:person", { person: person.id }),
});

export const loader = server.loader;
export const action = server.action;

/** A member of staff: the role, a lost phone, and leaving. */
export default function Person({ loaderData: { page } }: Route.ComponentProps) {
  const { name, isOneself } = page;
  const notes = [
    ...(isOneself ? ["This is you: with another role you may lose access to this page."] : []),
    ...(page.scheduled.length > 0
      ? ["Scheduled changes that the new role can’t publish are put on hold until somebody else publishes them."]
      : []),
  ];
  return (
    <ActionPage actions={ACTIONS} title={name} back={{ to: href("/staff/people"), label: "Team" }} meta={page.meta}>
      <ActionForm
        action="role"
        inputs={{
          role: (returned) => (
            <RoleField current={page.choice} trainers={page.trainers} notes={notes} returned={returned} />
          ),
        }}
      />
      {page.hasSecondStep && (
        <ActionForm action="reset" title="Lost phone">
          <p>
            Resetting removes {isOneself ? "your" : "their"} app, passkeys and recovery codes, and signs{" "}
            {isOneself ? "you" : "them"} out on every phone and laptop. Speak to them first: until they set it up again,
            anybody with their password could do that.
          </p>
        </ActionForm>
      )}
      {page.isRemovalAsked ? (
        <ActionForm action="remove" id="remove" title={`Remove ${name}?`} submit={`Remove ${name}`} cancel="?">
          <Consequence {...page} />
          {page.scheduled.length > 0 && (
            <>
              <p>Their scheduled changes are put on hold. Somebody has to publish or cancel them on the first page:</p>
              <ul className="list-disc pl-5">
                {page.scheduled.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </>
          )}
        </ActionForm>
      ) : (
        <section className="part">
          <h2>Leaving</h2>
          <Consequence {...page} />
          <p className="actions">
            <ConsoleLink className="button danger" to="?remove=1#remove" preventScrollReset label={`Remove ${name}`} />
          </p>
        </section>
      )}
    </ActionPage>
  );
}

function Consequence({ name, isOneself }: { name: string; isOneself: boolean }) {
  return (
    <p>
      {isOneself
        ? "You can no longer open the console. What you did stays in the activity log, and you keep your visitor account."
        : `${name} can no longer open the console. What they did stays in the activity log, and they keep their visitor account.`}
    </p>
  );
}
