import { randomUUID } from "node:crypto";
import { data, href } from "react-router";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, dayField, idField, ownField, textField } from "../../console/kit/actions.ts";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink, Notice } from "../../console/page-parts.tsx";
import { membershipType, OWING } from "../../content-types/membership.ts";
import type { ReturnedForm } from "../../forms/problems.ts";
import { planChoice } from "../../members/console/plan-choice.server.ts";
import { PlanOptions } from "../../members/console/plan-choice.tsx";
import { passesOfPerson } from "../../members/pass-rows.server.ts";
import { REASON_MAX } from "../../members/passes.ts";
import { MINUTE_MS } from "../../platform/durations.ts";
import { dateInNairobi, timeSince } from "../../time/dates.server.ts";
import { calendarDay } from "../../time/days.ts";
import { moneyText } from "../../time/money.ts";
import { findOpenDrawer } from "../drawer.server.ts";
import { SALE_PROBLEMS } from "../problems.ts";
import { salesOfPerson } from "../sale-rows.server.ts";
import { PEOPLE_MAX } from "../sales.ts";
import { quoteSale, sell } from "../sell.server.ts";
import { soldWords } from "../words.server.ts";
import type { Route } from "./+types/sell.route";
import { PAY_BUTTONS, PAY_FIELDS, peopleIn, salePath } from "./sale-forms.ts";
import { explainUsedCode, salesRequest } from "./sales-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** A second sale within this time gets a warning. */
const JUST_NOW_MS = 10 * MINUTE_MS;

const PLANS = ["plan0", "plan1", "plan2", "plan3", "plan4", "plan5"] as const;

const UNTIL = dayField("until", "The rest is due", { help: "If they pay only part. Leave it empty for today." });

const MORE_FIELDS = [
  textField("price", "Lower price for everything", {
    inputMode: "numeric",
    help: "The desk may go down by 10%, the owner to KES 1.",
  }),
  textField("reason", "Why it is lower", { max: REASON_MAX }),
  textField("pin", "Buyer’s KRA PIN", { help: "Such as A123456789B. Printed on the receipt." }),
] as const;

const ACTIONS = {
  sell: {
    submit: "Sell",
    fields: [
      ...[idField("formId"), ...PLANS.map((name) => ownField(name)), ...PAY_FIELDS],
      // Rendered by `more`, below the others.
      ...[ownField("until"), ownField("price"), ownField("reason"), ownField("pin"), ownField("more")],
    ],
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["edit", "sales"],
  problems: SALE_PROBLEMS,
  find: async (_request, { context, params }: Route.LoaderArgs) => {
    const request = await salesRequest(context, "edit");
    const { services } = request;
    const quote = await quoteSale(services, services.db, peopleIn(params.people), services.now());
    if (quote === undefined || quote.people.length === 0) throw data(null, { status: 404 });
    return { ...request, quote };
  },
  load: async ({ services, quote }) => {
    const { db, now } = services;
    const today = calendarDay(now());
    const [first] = quote.people;
    const sales = first === undefined ? [] : await salesOfPerson(db, first.person.id, RECENT_SALES);
    const [last] = sales;
    const lastAt = last?.receipts[0]?.at;
    const isJustSold = last !== undefined && !last.isUndone && now().getTime() - Date.parse(lastAt ?? "") < JUST_NOW_MS;
    const owing = sales.find(({ balance, row }) => balance > 0 && row.person_id === first?.person.id);
    const { owing: owingRule } = await findSingleEntry(services, membershipType);
    const people = [];
    for (const { person, offers } of quote.people) {
      const before = (await passesOfPerson(db, person.id)).findLast(({ end }) => end !== "void");
      const { plans, usual } = planChoice({ offers, seen: "", today }, before?.row.plan_slug);
      people.push({ id: person.id, name: person.name, choice: { plans, usual } });
    }
    return {
      ...{ people, seen: quote.seen, formId: randomUUID(), isOpen: (await findOpenDrawer(db)) !== undefined },
      justSold: isJustSold
        ? `${soldWords(last)} was sold ${timeSince(new Date(lastAt ?? ""), now())}. This would be another sale.`
        : "",
      owes: owing && { text: `Owes ${moneyText(owing.balance)} for ${soldWords(owing)}.`, to: salePath(owing.row.id) },
      until: owingRule === OWING[1] ? dateInNairobi(now()) : undefined,
    };
  },
  run: {
    sell: [
      "edit",
      async ({ services, actor, quote }, values) => {
        const people = quote.people.map(({ person }, index) => {
          return { id: person.id, planSlug: values[PLANS[index] ?? "plan0"] };
        });
        return explainUsedCode(services, await sell(services, actor, { ...values, people }));
      },
    ],
  },
  to: (_found, { saleId }) => salePath(saleId, "sold"),
});
export const loader = server.loader;
export const action = server.action;

const RECENT_SALES = 20;

/** Sells passes to one or more people, in one payment. */
export default function Sell({ loaderData: { page } }: Route.ComponentProps) {
  const { people, seen, formId, isOpen, justSold, owes, until } = page;
  const [payer] = people;
  const isShared = people.length > 1;
  const more = [...(until === undefined ? [] : [UNTIL]), ...MORE_FIELDS];
  return (
    <ActionPage
      actions={ACTIONS}
      title="Sell"
      about={payer?.name ?? ""}
      back={{ to: href("/staff/sell"), label: "Somebody else" }}
      meta={isShared ? `${people.map(({ name }) => name).join(" and ")}; ${payer?.name} pays` : payer?.name}
      headActions={
        people.length < PEOPLE_MAX && (
          <ConsoleLink
            to={href("/staff/sell/:people/more", { people: people.map(({ id }) => id).join("~") })}
            label="One more person"
          />
        )
      }
      seen={seen}
    >
      {justSold !== "" && <Notice isBad>{justSold}</Notice>}
      {owes && (
        <Notice isBad action={<ConsoleLink to={owes.to} label="Take payment" />}>
          {owes.text}
        </Notice>
      )}
      {isOpen ? (
        <ActionForm
          action="sell"
          values={{ formId }}
          buttons={PAY_BUTTONS}
          inputs={{
            ...Object.fromEntries(
              people.map(({ id, name, choice }, index) => [
                PLANS[index] ?? "plan0",
                (returned: ReturnedForm | undefined) => (
                  <PlanOptions
                    key={id}
                    name={PLANS[index] ?? "plan0"}
                    legend={isShared ? `For ${name}` : "What is sold"}
                    choice={choice}
                    none={isShared ? "Nothing" : undefined}
                    returned={returned}
                  />
                ),
              ]),
            ),
            more: (returned) => (
              <details
                className="open:details-content:pt-row"
                open={more.some(({ name }) => returned?.errors[name] !== undefined)}
              >
                <summary className="link">
                  {until === undefined ? "Lower price, KRA PIN" : "Lower price, a later day for the rest, KRA PIN"}
                </summary>
                <div className="form">
                  <FormParts parts={more} values={{}} earliest={until} returned={returned} />
                </div>
              </details>
            ),
          }}
        />
      ) : (
        <Notice
          isBad
          action={
            <ConsoleLink
              to={`${href("/staff/money/drawer")}?sell=${people.map(({ id }) => id).join("~")}`}
              label="Open the drawer"
            />
          }
        >
          The drawer is closed. Count the cash in it and open it, then you can sell.
        </Notice>
      )}
    </ActionPage>
  );
}
