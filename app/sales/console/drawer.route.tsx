import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, idField, textField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink } from "../../console/page-parts.tsx";
import { REASON_MAX } from "../../members/passes.ts";
import { shortMoment } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import {
  closeDrawer,
  type DrawerOutcome,
  findOpenDrawer,
  listDrawers,
  openDrawer,
  takeCashOut,
  withdrawalsOf,
} from "../drawer.server.ts";
import { SALE_PROBLEMS } from "../problems.ts";
import { Sums } from "../receipt-facts.tsx";
import { sellerNames } from "../sale-rows.server.ts";
import type { Route } from "./+types/drawer.route";
import { closedWords } from "./drawer-view.server.ts";
import { sellPath } from "./sale-forms.ts";
import { salesRequest } from "./sales-request.server.ts";

const AMOUNT = { inputMode: "numeric", help: "Whole shillings, such as 3,900." } as const;

const ACTIONS = {
  open: {
    submit: "Open the drawer",
    isMain: true,
    fields: [idField("formId"), hiddenField("sell"), textField("amount", "Cash you counted", AMOUNT)],
    done: "The drawer is open.",
  },
  close: {
    submit: "Close the drawer",
    isMain: true,
    fields: [hiddenField("drawerId"), textField("amount", "Cash you counted", AMOUNT)],
  },
  out: {
    submit: "Take cash out",
    fields: [
      idField("formId"),
      textField("amount", "Amount", AMOUNT),
      textField("reason", "What for", { max: REASON_MAX }),
    ],
    done: "The cash is taken out.",
  },
} satisfies Actions;

/** Adds the address to go to after a success; by default the page itself. */
function withNextPage(outcome: DrawerOutcome, to?: string) {
  const { code } = outcome;
  return code === "done" || code === "same" ? { code, to } : { code };
}

const server = staffActions(ACTIONS, {
  may: ["edit", "sales"],
  problems: SALE_PROBLEMS,
  find: async (_request, { context, url }: Route.LoaderArgs) => ({
    ...(await salesRequest(context, "edit")),
    sell: url.searchParams.get("sell") ?? "",
  }),
  // The expected sum is never read here: the count comes first.
  load: async ({ services: { db, now }, sell }) => {
    const drawer = await findOpenDrawer(db);
    const withdrawals = drawer === undefined ? [] : await withdrawalsOf(db, drawer.id);
    const sellerOf = await sellerNames(db);
    const [last] = await listDrawers(db, 1);
    const moment = (at: string) => shortMoment(new Date(at), now());
    return {
      formId: randomUUID(),
      sell,
      drawer: drawer && {
        id: drawer.id,
        words: `Opened with ${moneyText(drawer.opened_kes)} on ${moment(drawer.opened_at)}, by ${sellerOf(drawer.opened_by_id)}.`,
      },
      last: last && {
        to: href("/staff/money/drawers/:drawer", { drawer: last.id }),
        text: closedWords(last, sellerOf, now()),
      },
      withdrawals: withdrawals.map(({ at, amount_kes: amount, reason, by_id: by }) => ({
        what: `${reason}, ${moment(at)}, by ${sellerOf(by)}`,
        amount: moneyText(amount),
      })),
    };
  },
  run: {
    open: [
      "edit",
      async ({ services, actor }, form) => {
        const outcome = await openDrawer(services, actor, form);
        return withNextPage(outcome, form.sell === "" ? href("/staff/money") : sellPath(form.sell));
      },
    ],
    close: [
      "edit",
      async ({ services, actor }, { drawerId, amount }) => {
        const outcome = await closeDrawer(services, actor, { drawerId, counted: amount });
        return withNextPage(outcome, href("/staff/money/drawers/:drawer", { drawer: drawerId || "none" }));
      },
    ],
    out: ["edit", async ({ services, actor }, form) => withNextPage(await takeCashOut(services, actor, form))],
  },
  to: (_found, { to }) => to,
});
export const loader = server.loader;
export const action = server.action;

/** The cash drawer: opening it, taking cash out, and closing it by a count. */
export default function Drawer({ loaderData: { page } }: Route.ComponentProps) {
  const { formId, sell, drawer, last, withdrawals } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title={drawer === undefined ? "Open the drawer" : "Cash drawer"}
      back={{ to: href("/staff/money"), label: "Money" }}
      meta={drawer?.words}
    >
      {drawer === undefined ? (
        <ActionForm action="open" values={{ formId, sell }} />
      ) : (
        <>
          <ActionForm action="close" title="Close the drawer" values={{ drawerId: drawer.id }}>
            <p className="help">
              Count first. Once it is closed, you see what should be in the drawer. The difference is saved.
            </p>
          </ActionForm>
          <ActionForm action="out" title="Take cash out" values={{ formId }} />
          {withdrawals.length > 0 && <Sums rows={withdrawals} />}
        </>
      )}
      {last && (
        <p>
          <ConsoleLink to={last.to} label={withoutBreaks(last.text)} />
        </p>
      )}
    </ActionPage>
  );
}
