import { ActionPage, Effects } from "../../console/kit/action-page.tsx";
import type { Actions, SentValues } from "../../console/kit/actions.ts";
import { hiddenField, ownField, textField, tickField } from "../../console/kit/fields.ts";
import { PreviewForm } from "../../console/kit/preview-form.tsx";
import { type Refusal, staffActions } from "../../console/kit/staff-actions.server.ts";
import { etagOf } from "../../forms/form-id.server.ts";
import { isProblem } from "../../forms/problems.ts";
import { calendarDay } from "../../time/days.ts";
import { endFreezeEarly, freezePass, undoFreeze } from "../pass-changes.server.ts";
import { passEventsOfPerson } from "../pass-rows.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/freeze.route";
import { FreezeDays } from "./freeze-days.tsx";
import { freezeEffects, kindOf, readFreezePage, readFreezePreview } from "./freeze-page.server.ts";
import { FreezeRows } from "./freeze-rows.tsx";
import { PassBar } from "./pass-bar.tsx";
import { type FoundPass, passPage } from "./pass-page.server.ts";
import { personPath } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/revalidate-after-conflict.ts";

const ACTIONS = {
  freeze: {
    submit: "Freeze",
    preview: "Preview",
    fields: [
      ownField("firstDay"),
      ownField("lastDay"),
      tickField("medical", "Not counted, for example for illness", {
        help: "1 to 180 days. We only record that it is not counted: no illness, no medical note.",
      }),
      textField("reason", "Reason, if they gave one", { help: "Write nothing about health." }),
    ],
  },
  return: {
    submit: "Back today",
    fields: [hiddenField("actId")],
    done: "The freeze ended today. The unused days are added back to the pass.",
  },
  "take-back": {
    submit: "Undo",
    fields: [hiddenField("actId")],
    done: "Undone, as if it had never been frozen.",
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  ...passPage,
  load: readFreezePage,
  preview: { freeze: readFreezePreview },
  run: {
    freeze: ["edit", freeze],
    return: ["edit", onFreeze(endFreezeEarly)],
    "take-back": ["edit", onFreeze(undoFreeze)],
  },
  to: ({ person }, _outcome, action) => (action === "freeze" ? personPath(person.id, "frozen") : undefined),
});
export const loader = server.loader;
export const action = server.action;

type Outcome = { code: "done" | "same" } | Refusal<keyof typeof MEMBER_PROBLEMS>;

async function freeze(
  { services, actor, pass }: FoundPass,
  { firstDay, lastDay, medical, reason, seen }: SentValues<typeof ACTIONS.freeze>,
): Promise<Outcome> {
  const days = { firstDay, lastDay };
  const { code } = await freezePass(services, actor, {
    ...{ ...days, passId: pass.row.id, kind: kindOf(medical), reason },
    isSeen: async (effect, db) =>
      seen === etagOf(await freezeEffects(db, pass, days, effect, calendarDay(services.now()))),
  });
  if (code === "done" || code === "same" || isProblem(MEMBER_PROBLEMS, code)) return { code };
  return { code: "effects-changed" };
}

/** Runs a change of a freeze, which may belong to another pass of the person. */
function onFreeze(change: (...args: Parameters<typeof endFreezeEarly>) => Promise<Outcome>) {
  return async (
    { services, person, actor }: FoundPass,
    { seen, actId }: Record<"seen" | "actId", string>,
  ): Promise<Outcome> => {
    const event = (await passEventsOfPerson(services.db, person.id)).find(({ id }) => id === actId);
    if (event === undefined) return { code: "not-frozen" };
    return change(services, actor, { actId, passId: event.pass_id, version: Number(seen) });
  };
}

export default function Freeze({ loaderData: { page } }: Route.ComponentProps) {
  const { values, preview, notFrozen, freezes, ...head } = page;
  return (
    <ActionPage {...head} actions={ACTIONS} title="Freeze" layout="">
      {freezes.length > 0 && <FreezeRows freezes={freezes} />}
      {preview ? (
        <PreviewForm
          action="freeze"
          preview={preview}
          values={values}
          inputs={{ firstDay: (returned) => <FreezeDays values={values} returned={returned} /> }}
        >
          {({ bar, effects }) => (
            <>
              <PassBar days={bar.days} />
              <p className="quiet time flex justify-between gap-3">
                {bar.words.map((text) => (
                  <span key={text}>{text}</span>
                ))}
              </p>
              <Effects effects={effects} />
            </>
          )}
        </PreviewForm>
      ) : (
        <p className="empty">{notFrozen}</p>
      )}
    </ActionPage>
  );
}
