import { ConsoleTextField } from "../../console/text-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { dayNumber } from "../../time/days.ts";
import { FREEZE_LENGTHS } from "../passes.ts";

type FreezeDaysProps = { values: { firstDay: string; lastDay: string }; returned: ReturnedForm | undefined };

/** The days of a freeze: the first and the last, or the first and a length, which fills in the last. */
export function FreezeDays({ values, returned }: FreezeDaysProps) {
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
