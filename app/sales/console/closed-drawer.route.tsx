import { data, href } from "react-router";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, textField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { REASON_MAX } from "../../members/passes.ts";
import { noteDrawer } from "../drawer.server.ts";
import { SALE_PROBLEMS } from "../problems.ts";
import { Sums } from "../receipt-facts.tsx";
import type { Route } from "./+types/closed-drawer.route";
import { readClosedDrawer } from "./drawer-view.server.ts";
import { salesRequest } from "./sales-request.server.ts";

const ACTIONS = {
  note: {
    submit: "Save the note",
    fields: [textField("note", "What happened", { max: REASON_MAX })],
    done: "The note is saved.",
  },
  // Done on the drawer's page.
  close: { submit: "", done: "The drawer is closed." },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["see", "sales"],
  problems: SALE_PROBLEMS,
  find: async (_request, { context, params }: Route.LoaderArgs) => {
    const request = await salesRequest(context, "see");
    const view = await readClosedDrawer(request.services, params.drawer);
    if (view === undefined) throw data(null, { status: 404 });
    return { ...request, view };
  },
  load: async ({ view }) => view,
  run: {
    note: ["edit", ({ services, actor, view }, { note }) => noteDrawer(services, actor, { drawerId: view.id, note })],
  },
});
export const loader = server.loader;
export const action = server.action;

/** A closed drawer: the expected cash, the counted cash and the difference. */
export default function ClosedDrawer({ loaderData: { page } }: Route.ComponentProps) {
  const { closed, difference, rows, others, note } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title="Drawer"
      back={{ to: `${href("/staff/money")}?show=drawers`, label: "Drawers" }}
      meta={closed}
    >
      <p className={`state ${difference.mark}`}>{difference.words}</p>
      <Sums rows={rows} />
      {others.length > 0 && <Sums rows={others} />}
      <ActionForm action="note" values={{ note }} />
    </ActionPage>
  );
}
