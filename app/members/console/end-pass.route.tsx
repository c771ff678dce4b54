import { ActionForm, ActionPage, Effects } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, textField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { endPass, undoEnd, voidPass } from "../pass-changes.server.ts";
import { REASON_MAX } from "../passes.ts";
import type { Route } from "./+types/end-pass.route";
import { onPass, passPage, readEndPage } from "./pass-page.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = {
  end: {
    submit: "End the pass",
    isDestructive: true,
    fields: [textField("reason", "Reason", { max: REASON_MAX })],
    done: "Ended.",
    undo: "end-back",
  },
  "end-back": { submit: "Undo the end", fields: [hiddenField("actId")], done: "Undone: the pass runs again." },
  "take-back": {
    submit: "Void the pass",
    isDestructive: true,
    fields: [textField("reason", "Note", { max: REASON_MAX })],
    done: "The pass is void.",
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  ...passPage,
  load: readEndPage,
  run: {
    end: ["publish", onPass(endPass)],
    "end-back": ["publish", onPass(undoEnd)],
    "take-back": ["edit", onPass(voidPass)],
  },
});
export const loader = server.loader;
export const action = server.action;

export default function EndPass({ loaderData: { page } }: Route.ComponentProps) {
  const { isOwner, end, ended, takeBack, emptyText, ...head } = page;
  return (
    <ActionPage {...head} actions={ACTIONS} title={isOwner ? "End" : "Void"} undo={ended?.undo}>
      {end && (
        <ActionForm action="end" title="End it today" cancel={head.back.to}>
          <Effects effects={end} />
        </ActionForm>
      )}
      {ended?.undo && (
        <ActionForm action="end-back" title="Ended" values={ended.undo}>
          <p className="wrap-anywhere">{ended.words}</p>
        </ActionForm>
      )}
      {ended && !ended.undo && (
        <section className="part">
          <h2>Ended</h2>
          <p className="wrap-anywhere">{ended.words}</p>
          <p className="help">Another pass has been given since, so this can’t be undone.</p>
        </section>
      )}
      {takeBack && (
        <ActionForm action="take-back" title="Given by mistake" cancel={head.back.to}>
          <Effects effects={takeBack} />
        </ActionForm>
      )}
      {emptyText !== undefined && <p className="empty">{emptyText}</p>}
    </ActionPage>
  );
}
