import { randomUUID } from "node:crypto";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, idField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { Notice } from "../../console/page-parts.tsx";
import { MINUTE_MS } from "../../platform/durations.ts";
import { calendarDay } from "../../time/days.ts";
import { areSalesOn } from "../coverage.server.ts";
import { givePass, offersFor } from "../give-pass.server.ts";
import { passesOfPerson } from "../pass-rows.server.ts";
import type { Route } from "./+types/give-pass.route";
import { passLabel } from "./member-labels.server.ts";
import { actorOf, memberPage, personHead, personPath } from "./person-request.server.ts";
import { planChoice } from "./plan-choice.server.ts";
import { PLAN_FIELDS, PlanChoice } from "./plan-choice.tsx";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const JUST_NOW_MS = 10 * MINUTE_MS;

const ACTIONS = {
  give: { submit: "Give the pass", isMain: true, fields: [idField("formId"), ...PLAN_FIELDS] },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  ...memberPage,
  load: async ({ services, member, person }) => {
    const now = services.now();
    const last = (await passesOfPerson(services.db, person.id)).findLast(({ end }) => end !== "void");
    // The plan of the last pass is preselected, so that renewing takes one click.
    const choice = planChoice(await offersFor(services, person), last?.row.plan_slug);
    return {
      ...personHead(person),
      seen: choice.seen,
      formId: randomUUID(),
      choice,
      isRenewal: last !== undefined,
      // For somebody who goes back to this page: nothing else shows that the form was sent.
      justGiven:
        last !== undefined && now.getTime() - Date.parse(last.row.given_at) < JUST_NOW_MS
          ? `${passLabel(last, calendarDay(now))} was given just now by ${last.row.given_by}. This would be another one.`
          : undefined,
      mayGift: actorOf(member).isOwner,
      isGift: await areSalesOn(services),
    };
  },
  run: {
    give: [
      "edit",
      async ({ services, member, person }, { plan, ...values }) => {
        const actor = actorOf(member);
        if (values.paidHow === "gift" && !actor.isOwner) return { code: "gift-owner" };
        return givePass(services, actor, person.id, { ...values, planSlug: plan });
      },
    ],
  },
  to: ({ person }) => personPath(person.id, "given"),
});
export const loader = server.loader;
export const action = server.action;

export default function GivePass({ loaderData: { page } }: Route.ComponentProps) {
  const { formId, justGiven, choice, isRenewal, mayGift, isGift, ...head } = page;
  return (
    <ActionPage
      {...head}
      actions={ACTIONS}
      title={isGift ? "Give a free pass" : isRenewal ? "Renew" : "Give a pass"}
      meta="A pass for a period starts the day after the current one ends, even if that one is in its grace period. Passes for visits start today. No pass can end more than 24 months from today."
    >
      {justGiven !== undefined && <Notice isBad>{justGiven}</Notice>}
      <ActionForm
        action="give"
        values={{ formId }}
        submit={isRenewal && !isGift ? "Renew" : "Give the pass"}
        inputs={{
          plan: (returned) => <PlanChoice choice={choice} mayGift={mayGift} isGift={isGift} returned={returned} />,
        }}
      />
    </ActionPage>
  );
}
