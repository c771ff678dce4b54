import { randomUUID } from "node:crypto";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, choiceField, idField, textField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { REASON_MAX } from "../../members/passes.ts";
import { SALE_PROBLEMS } from "../problems.ts";
import { refundPayment } from "../take-back.server.ts";
import type { Route } from "./+types/refund.route";
import { PAY_BUTTONS, salePath } from "./sale-forms.ts";
import { explainUsedCode, saleRequest } from "./sales-request.server.ts";
import { readRefundPage } from "./take-back-page.server.ts";

const ACTIONS = {
  back: {
    submit: "Record the refund",
    isMain: true,
    fields: [
      idField("formId"),
      choiceField("payment", "Payment"),
      [
        textField("amount", "How much", { inputMode: "numeric" }),
        choiceField("way", "How it is refunded", { empty: "Choose" }),
      ],
      textField("reference", "M-Pesa code or slip number of the refund", {
        help: "Leave it empty for cash.",
      }),
      choiceField("passes", "The pass", { empty: "Choose" }),
      textField("reason", "Why", { max: REASON_MAX }),
    ],
  },
} satisfies Actions;

const PASSES = [
  { value: "end", label: "Ends today" },
  { value: "stay", label: "Stays as it is" },
];

const server = staffActions(ACTIONS, {
  may: ["publish", "sales"],
  problems: SALE_PROBLEMS,
  find: (_request, args: Route.LoaderArgs) => saleRequest(args, "publish"),
  load: async (request) => ({ ...(await readRefundPage(request)), formId: randomUUID() }),
  run: {
    back: [
      "publish",
      async ({ services, actor, sale }, form) =>
        explainUsedCode(services, await refundPayment(services, actor, sale.row.id, form)),
    ],
  },
  to: (_found, { saleId }) => salePath(saleId, "back"),
});
export const loader = server.loader;
export const action = server.action;

/** Records a refund of a payment, or of a part of it. */
export default function Refund({ loaderData: { page } }: Route.ComponentProps) {
  const { formId, about, to, payments } = page;
  return (
    <ActionPage actions={ACTIONS} title="Refund" about={about} back={{ to, label: "The sale" }} meta={about}>
      {payments.length === 0 ? (
        <p className="empty">Nothing is left to refund.</p>
      ) : (
        <ActionForm
          action="back"
          values={{ formId }}
          options={{ payment: payments, way: PAY_BUTTONS.options, passes: PASSES }}
        />
      )}
    </ActionPage>
  );
}
