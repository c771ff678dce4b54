import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { localPhone } from "../../forms/phone.ts";
import type { Services } from "../../platform/services.ts";
import { changeMember, findMember, type Member } from "../members.server.ts";
import type { Route } from "./+types/edit-member.route";
import { MEMBER_FIELDS, MemberFields } from "./member-fields.tsx";
import { readTypedMember } from "./member-form.server.ts";
import { memberHead, memberPage, memberPath } from "./members-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/revalidate-after-conflict.ts";

const ACTIONS = { change: { submit: "Save", isMain: true, fields: MEMBER_FIELDS } } satisfies Actions;

const server = staffActions(ACTIONS, {
  ...memberPage,
  load: async ({ services, person }) => ({
    ...memberHead(person),
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
        const typed = await readTypedMember(services, values, await guardianOf(services, person));
        return "code" in typed ? typed : changeMember(services, member, person.id, typed, Number(seen));
      },
    ],
  },
  to: ({ person }) => memberPath(person.id, "changed"),
});
export const loader = server.loader;
export const action = server.action;

async function guardianOf({ db }: Services, { guardian_id: id }: Member): Promise<Member | undefined> {
  return id === null ? undefined : findMember(db, id);
}

/** Corrects somebody's record. */
export default function EditMember({ loaderData: { page } }: Route.ComponentProps) {
  const { texts, ...head } = page;
  return (
    <ActionPage {...head} actions={ACTIONS} title="Correct">
      <ActionForm action="change" inputs={{ name: (returned) => <MemberFields texts={texts} returned={returned} /> }} />
    </ActionPage>
  );
}
