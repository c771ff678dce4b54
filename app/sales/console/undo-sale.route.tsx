import { ActionForm, ActionPage, Effects } from "../../console/kit/action-page.tsx";
import { type Actions, textField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { REASON_MAX } from "../../members/passes.ts";
import { SALE_PROBLEMS } from "../problems.ts";
import { undoSale } from "../take-back.server.ts";
import type { Route } from "./+types/undo-sale.route";
import { salePath } from "./sale-forms.ts";
import { saleRequest } from "./sales-request.server.ts";
import { readUndoPage } from "./take-back-page.server.ts";

const ACTIONS = {
  undo: {
    submit: "Undo the sale",
    isDestructive: true,
    fields: [textField("reason", "Why", { max: REASON_MAX, hasFocus: true })],
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["edit", "sales"],
  problems: SALE_PROBLEMS,
  find: (_request, args: Route.LoaderArgs) => saleRequest(args, "edit"),
  load: readUndoPage,
  run: { undo: ["edit", ({ services, actor, sale }, form) => undoSale(services, actor, sale.row.id, form)] },
  to: (_found, { saleId }) => salePath(saleId, "undone"),
});
export const loader = server.loader;
export const action = server.action;

/** Undoes a sale, as if it had never happened. */
export default function UndoSale({ loaderData: { page } }: Route.ComponentProps) {
  const { about, to, effects, emptyText } = page;
  return (
    <ActionPage actions={ACTIONS} title="Undo the sale" about={about} back={{ to, label: "The sale" }} meta={about}>
      {emptyText === undefined ? (
        <ActionForm action="undo" cancel={to}>
          <Effects effects={effects} />
        </ActionForm>
      ) : (
        <p className="empty">{emptyText}</p>
      )}
    </ActionPage>
  );
}
