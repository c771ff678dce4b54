import { randomUUID } from "node:crypto";
import { href, Link } from "react-router";
import { ConsoleLink } from "../../console/console-link.tsx";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, idField } from "../../console/kit/actions.ts";
import { Board } from "../../console/kit/list-page.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { Notice } from "../../console/notice.tsx";
import { TitledSection } from "../../console/titled-section.tsx";
import { SALE_PROBLEMS } from "../problems.ts";
import { Sums } from "../receipt-facts.tsx";
import { takePayment } from "../sell.server.ts";
import type { Route } from "./+types/sale.route";
import { PAY_BUTTONS, PAY_FIELDS } from "./pay-fields.ts";
import { explainUsedCode } from "./pay-outcome.server.ts";
import { readSalePage } from "./sale-page.server.ts";
import { saleRequest } from "./sales-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/revalidate-after-conflict.ts";

const ACTIONS = {
  take: { submit: "Take the payment", fields: [idField("formId"), ...PAY_FIELDS], done: "The payment is stored." },
  // Done on other pages.
  sold: { submit: "", done: "Sold." },
  undone: { submit: "", done: "The sale is undone." },
  back: { submit: "", done: "The refund is recorded." },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["see", "sales"],
  problems: SALE_PROBLEMS,
  find: (_request, args: Route.LoaderArgs) => saleRequest(args, "see"),
  load: async (request) => ({ ...(await readSalePage(request)), formId: randomUUID() }),
  run: {
    take: [
      "edit",
      async ({ services, actor, sale }, values) =>
        explainUsedCode(services, await takePayment(services, actor, sale.row.id, values)),
    ],
  },
});
export const loader = server.loader;
export const action = server.action;

/** A sale: what was sold, what was paid, its receipts, and taking what is owed. */
export default function SalePage({ loaderData: { page } }: Route.ComponentProps) {
  const { id, title, meta, person, state, rows, receipts, owed, isOpen, mayUndo, mayUndoLater, maySendBack, whatsApp } =
    page;
  return (
    <ActionPage
      actions={ACTIONS}
      title={title}
      back={{ to: href("/staff/money"), label: "Money" }}
      meta={meta}
      seen={page.seen}
      headActions={
        whatsApp !== null && (
          <a className="button low" href={whatsApp}>
            Send the receipt by WhatsApp
          </a>
        )
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Link to={person.to}>{person.name}</Link> <span className={`state ${state.mark}`}>{state.words}</span>
      </p>
      {owed !== undefined && isOpen && (
        <ActionForm action="take" title={`Take ${owed}`} values={{ formId: page.formId }} buttons={PAY_BUTTONS} />
      )}
      {owed !== undefined && !isOpen && (
        <Notice isBad action={<ConsoleLink to={href("/staff/money/drawer")} label="Open the drawer" />}>
          The drawer is closed. Open it to take what is owed.
        </Notice>
      )}
      <Sums rows={rows} />
      <TitledSection title="Receipts">
        <Board rows={receipts} heading="h3" />
      </TitledSection>
      {(mayUndo || maySendBack) && (
        <p className="actions">
          {mayUndo && (
            <Link className="button low" to={href("/staff/money/sales/:sale/undo", { sale: id })}>
              Undo the sale
            </Link>
          )}
          {maySendBack && (
            <Link className="button low" to={href("/staff/money/sales/:sale/back", { sale: id })}>
              Record a refund
            </Link>
          )}
        </p>
      )}
      {mayUndoLater && (
        <p className="help">
          A mistake? The desk can undo its own sales until the drawer is closed; the owner can undo any.
        </p>
      )}
    </ActionPage>
  );
}
