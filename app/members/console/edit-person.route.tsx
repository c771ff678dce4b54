import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { localPhone } from "../../forms/phone.ts";
import { correctPerson } from "../../people/desk-records.server.ts";
import { findPerson, type Person } from "../../people/people.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Route } from "./+types/edit-person.route";
import { PERSON_FIELDS, PersonFields } from "./person-fields.tsx";
import { readTypedPerson } from "./person-form.server.ts";
import { memberPage, personHead, personPath } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = { change: { submit: "Save", isMain: true, fields: PERSON_FIELDS } } satisfies Actions;

const server = staffActions(ACTIONS, {
  ...memberPage,
  load: async ({ services, person }) => ({
    ...personHead(person),
    texts: {
      ...{ name: person.name, phone: localPhone(person.phone), email: person.email, heardOf: person.heard_of },
      ...{ isChild: person.is_child === 1, bornOn: person.born_on ?? "" },
      guardian: (await guardianOf(services, person))?.name ?? "",
    },
  }),
  run: {
    change: [
      "edit",
      async ({ services, member, person }, { seen, ...values }) => {
        const typed = await readTypedPerson(services, values, await guardianOf(services, person));
        return "code" in typed ? typed : correctPerson(services, member, person.id, typed, Number(seen));
      },
    ],
  },
  to: ({ person }) => personPath(person.id, "changed"),
});
export const loader = server.loader;
export const action = server.action;

async function guardianOf({ db }: Services, { guardian_id: id }: Person): Promise<Person | undefined> {
  return id === null ? undefined : findPerson(db, id);
}

export default function EditMember({ loaderData: { page } }: Route.ComponentProps) {
  const { texts, ...head } = page;
  return (
    <ActionPage {...head} actions={ACTIONS} title="Edit">
      <ActionForm action="change" inputs={{ name: (returned) => <PersonFields texts={texts} returned={returned} /> }} />
    </ActionPage>
  );
}
