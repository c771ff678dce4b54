import { href } from "react-router";
import { countPast, countUpcoming } from "../../bookings/erasure.server.ts";
import { ActionForm, ActionPage, Effects } from "../../console/kit/action-page.tsx";
import type { Actions, Effect } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { erasePerson } from "../../people/erase-person.server.ts";
import type { Person } from "../../people/people.server.ts";
import type { Services } from "../../platform/services.ts";
import { passesOfPerson } from "../pass-rows.server.ts";
import type { Route } from "./+types/erase-person.route";
import { personHead, personPage } from "./person-request.server.ts";

const ACTIONS = { erase: { submit: "Erase for good", isDestructive: true } } satisfies Actions;

const server = staffActions(ACTIONS, {
  ...personPage,
  may: ["publish", "members"],
  load: async ({ services, person }) => ({ ...personHead(person), effects: await readEffects(services, person) }),
  run: { erase: ["publish", ({ services, member, person }) => erasePerson(services, member, person.id)] },
  to: () => `${href("/staff/members")}?removed=1`,
});
export const loader = server.loader;
export const action = server.action;

async function readEffects(
  services: Services,
  { id, user_id: userId, enquiry_id: enquiryId }: Person,
): Promise<Effect[]> {
  const upcoming = await countUpcoming(services, id);
  const past = await countPast(services, id);
  return [
    { text: "Name, phone, email, notes and their choice about offers are deleted at once" },
    ...(enquiryId === null ? [] : [{ text: "The enquiry they came from is deleted" }]),
    ...(upcoming === 0
      ? []
      : [
          {
            text: `${upcoming === 1 ? "1 upcoming booking is cancelled, and its place goes" : `${upcoming} upcoming bookings are cancelled, and the places go`} to the waiting list`,
          },
        ]),
    ...(past === 0
      ? []
      : [
          {
            text: `${past === 1 ? "1 past booking stays" : `${past} past bookings stay`} counted, without a name`,
          },
        ]),
    ...(userId === null ? [] : [{ text: "The account is deleted" }]),
    ...((await passesOfPerson(services.db, id)).length === 0
      ? []
      : [{ text: "Passes are kept without a name for five years, as the law requires" }]),
    { text: "This can’t be undone" },
  ];
}

export default function ErasePerson({ loaderData: { page } }: Route.ComponentProps) {
  const { effects, ...head } = page;
  return (
    <ActionPage {...head} actions={ACTIONS} title="Erase">
      <ActionForm action="erase" title={`Erase ${head.about}?`} cancel={head.back.to}>
        <Effects effects={effects} />
      </ActionForm>
    </ActionPage>
  );
}
