import { href } from "react-router";
import { cancellationText, countPast, countUpcoming } from "../../bookings/erasure.server.ts";
import { ActionForm, ActionPage, Effects } from "../../console/kit/action-page.tsx";
import type { Actions, Effect } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { erasePerson } from "../../people/erase-person.server.ts";
import type { Person } from "../../people/people.server.ts";
import type { Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
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
  const hasPasses = (await passesOfPerson(services.db, id)).length > 0;
  return [
    "Name, phone, email, notes and their choice about offers are deleted at once",
    enquiryId === null ? "" : "The enquiry they came from is deleted",
    cancellationText(upcoming),
    past === 0 ? "" : `${plural(past, "past booking stays", "past bookings stay")} counted, without a name`,
    userId === null ? "" : "The account is deleted",
    hasPasses ? "Passes are kept without a name for five years, as the law requires" : "",
    "This can’t be undone",
  ].flatMap((text) => (text === "" ? [] : { text }));
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
