import { ConsoleTextField } from "../../console/fields.tsx";
import { ActionPage, ActionPress, Effects } from "../../console/kit/action-page.tsx";
import {
  type Actions,
  hiddenField,
  ownField,
  type SentValues,
  textField,
  tickField,
} from "../../console/kit/actions.ts";
import { PreviewForm } from "../../console/kit/preview-form.tsx";
import { type Refusal, staffActions } from "../../console/kit/staff-actions.server.ts";
import { TitledSection } from "../../console/page-parts.tsx";
import { isProblem, type ReturnedForm } from "../../forms/problems.ts";
import { etagOf } from "../../forms/read-form.server.ts";
import { calendarDay, dayNumber } from "../../time/days.ts";
import { DAY_FILL, type DaysInRow, MAX_DAYS_DRAWN } from "../days-in-row.ts";
import { FREEZE_LENGTHS } from "../freezes.ts";
import { endFreezeEarly, freezePass, undoFreeze } from "../pass-changes.server.ts";
import { passEventsOfPerson } from "../pass-rows.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/freeze.route";
import { type FreezeRowData, freezeEffects, kindOf, readFreezePage, readFreezePreview } from "./freeze-page.server.ts";
import { type FoundPass, passPage } from "./pass-page.server.ts";
import { personPath } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

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
          title="New freeze"
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

function FreezeRows({ freezes }: { freezes: readonly FreezeRowData[] }) {
  return (
    <TitledSection title="Freezes">
      <ul className="board">
        {freezes.map(({ actId, days, about, mayReturn, mayTakeBack, isTooLate }) => {
          const press = { values: { actId }, about: `: ${days}` };
          return (
            <li key={actId} className="row">
              <div>
                <p className="name sentence">{days}</p>
                <p className="about">{about}</p>
                {isTooLate && <p className="about">More than seven days ago: only the owner can undo it.</p>}
              </div>
              {(mayReturn || mayTakeBack) && (
                <div className="actions">
                  {mayReturn && <ActionPress action="return" className="button" {...press} />}
                  {mayTakeBack && <ActionPress action="take-back" className="button" {...press} />}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </TitledSection>
  );
}

type FreezeDaysProps = { values: { firstDay: string; lastDay: string }; returned: ReturnedForm | undefined };

/** The days of a freeze: the first and the last, or the first and a length, which fills in the last. */
function FreezeDays({ values, returned }: FreezeDaysProps) {
  const { firstDay = values.firstDay, lastDay = values.lastDay } = returned?.typed ?? {};
  const count = dayNumber(lastDay) - dayNumber(firstDay) + 1;
  return (
    <>
      {/* Remounted when a button fills in the last day. */}
      <div className="pair" key={`${firstDay} ${lastDay}`}>
        <ConsoleTextField name="firstDay" label="First day" type="date" defaultValue={firstDay} returned={undefined} />
        <ConsoleTextField name="lastDay" label="Last day" type="date" defaultValue={lastDay} returned={undefined} />
      </div>
      <fieldset className="field">
        <legend className="sr-only">For how long</legend>
        <div className="pick [--share:20%]">
          {FREEZE_LENGTHS.map(([days, label]) => (
            <button key={days} type="submit" name="show" value={days} aria-pressed={count === days}>
              {label}
            </button>
          ))}
        </div>
        <p className="help">14 to 90 days, once every twelve months.</p>
      </fieldset>
    </>
  );
}

/** The days of a pass as a row of marks: past days are pale, frozen days are low. A text below it has the same facts. */
function PassBar({ days }: { days: DaysInRow }) {
  const total = days.reduce((sum, part) => sum + part.days, 0);
  let from = 0;
  const marks = days.flatMap(({ kind, days: count }) => {
    const start = from;
    from += count;
    return total > MAX_DAYS_DRAWN
      ? [{ kind, x: start, width: count }]
      : Array.from({ length: count }, (_, index) => ({ kind, x: start + index, width: DAY_FILL }));
  });
  return (
    <svg className="h-8.5 w-full" viewBox={`0 0 ${total} 8`} preserveAspectRatio="none" aria-hidden="true">
      {marks.map(({ kind, x, width }) => (
        <rect
          key={x}
          className={kind === "gone" ? "opacity-20" : kind === "frozen" ? "fill-graphite" : ""}
          x={x}
          y={kind === "frozen" ? 5 : 0}
          width={width}
          height={kind === "frozen" ? 3 : 8}
        />
      ))}
    </svg>
  );
}
