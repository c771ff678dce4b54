import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, idField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { findEnquiry } from "../../enquiries/inbox.server.ts";
import { localPhone } from "../../forms/phone.ts";
import { areSalesOn } from "../coverage.server.ts";
import { createMember, offersFor } from "../give-pass.server.ts";
import { REASON_MAX } from "../passes.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/new-person.route";
import { PERSON_FIELDS, PersonFields } from "./person-fields.tsx";
import { readTypedPerson } from "./person-form.server.ts";
import { actorOf, membersRequest, personPath, similarPeopleQuestion } from "./person-request.server.ts";
import { planChoice } from "./plan-choice.server.ts";
import { PLAN_FIELDS, PlanChoice } from "./plan-choice.tsx";

const ACTIONS = {
  make: {
    submit: "Save",
    isMain: true,
    fields: [idField("formId"), idField("passId"), hiddenField("enquiryId"), ...PERSON_FIELDS, ...PLAN_FIELDS],
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["edit", "members"],
  problems: MEMBER_PROBLEMS,
  find: (_request, { context }: Route.LoaderArgs) => membersRequest(context, "edit"),
  load: async ({ services, member }, url) => {
    const enquiry = await findEnquiry(services, url.searchParams.get("enquiry") ?? "");
    // With sales on, passes are sold once the record exists.
    const choice = (await areSalesOn(services)) ? undefined : planChoice(await offersFor(services));
    return {
      seen: choice?.seen ?? "",
      ids: { formId: randomUUID(), passId: randomUUID(), enquiryId: enquiry?.id ?? "" },
      texts: {
        ...{ name: enquiry?.name ?? "", phone: localPhone(enquiry?.phone ?? ""), email: enquiry?.email ?? "" },
        ...{ isChild: false, bornOn: "", guardian: "", heardOf: "" },
      },
      choice,
      mayGift: actorOf(member).isOwner,
    };
  },
  run: {
    make: [
      "edit",
      async ({ services, member }, { formId, passId, enquiryId, plan, seen, paidHow, paidNote, anyway, ...values }) => {
        const actor = actorOf(member);
        if (plan === "" && paidHow !== "") return { code: "plan-missing" };
        if (plan !== "" && paidHow === "") return { code: "paid-missing" };
        if (paidNote.trim().length > REASON_MAX) return { code: "paid-note-long" };
        if (paidHow === "gift" && !actor.isOwner) return { code: "gift-owner" };
        const typed = await readTypedPerson(services, values);
        if ("code" in typed) return typed;
        const form = { formId, isOther: anyway !== "", ...(enquiryId !== "" && { enquiryId }) };
        const pass = plan === "" ? undefined : { formId: passId, planSlug: plan, seen, paidHow, paidNote };
        const made = await createMember(services, actor, typed, form, pass);
        if (made.code === "similar") {
          return { code: "questions", questions: [await similarPeopleQuestion(services, member, made.ids)] };
        }
        return "id" in made ? { code: "done", to: personPath(made.id, pass ? "given" : "made") } : made;
      },
    ],
  },
  to: (_found, { to }) => to,
});
export const loader = server.loader;
export const action = server.action;

/** Creates a person's record, with a first pass if one is chosen. */
export default function NewMember({ loaderData: { page } }: Route.ComponentProps) {
  const { seen, ids, texts, choice, mayGift } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title="New member"
      back={{ to: href("/staff/members"), label: "Members" }}
      seen={seen}
    >
      <ActionForm
        action="make"
        values={ids}
        inputs={{
          name: (returned) => <PersonFields texts={texts} returned={returned} />,
          plan: (returned) =>
            choice && <PlanChoice choice={choice} none="No pass yet" mayGift={mayGift} returned={returned} />,
        }}
      />
    </ActionPage>
  );
}
