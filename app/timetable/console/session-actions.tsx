import { Form } from "react-router";
import { ConfirmForm, type ReturnedAction } from "../../console/confirm-form.tsx";
import { ConsoleSelectField } from "../../console/select-field.tsx";
import { isCancelledByHand, isDecided } from "../../console/session-marks.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { TimetableRow } from "../class-session.ts";
import { ReasonField, TimeFields } from "./session-fields.tsx";

/** Takes back what was decided about a class. Nothing of it has to be typed. */
export function TakeBack({ row }: { row: TimetableRow }) {
  if (!isDecided(row)) return null;
  const isCancelled = isCancelledByHand(row);
  return (
    <Form method="post" className="notice">
      <input type="hidden" name="seen" value={row.sequence} />
      <p>
        {isCancelled
          ? "Taken back, it takes place as it stands above: same day, same time, same trainer. Everybody who had booked has the place again, and gets a mail."
          : "Taken back, it is again at the time, and with the trainer, that was planned for it."}
      </p>
      <button type="submit" name="do" value="restore" className="button low">
        {isCancelled ? "It takes place after all" : "Take it back"}
      </button>
    </Form>
  );
}

/** Actions on a class session that has not begun. A cancelled one has to be taken back first. */
export function SessionActions({
  row,
  today,
  trainers,
  returned,
}: {
  row: TimetableRow;
  today: string;
  /** Those who could stand in. */
  trainers: readonly { value: string; label: string }[];
  returned: ReturnedAction | undefined;
}) {
  if (isCancelledByHand(row)) return null;
  const { date, time, state, sequence } = row;
  const shared = { seen: sequence, returned };
  return (
    // Made anew with each change of the class: what was typed before is done.
    <div className="acts" key={sequence}>
      {state === "scheduled" && (
        <ConfirmForm {...shared} action="cancel" title="Cancel this class" submit="Cancel the class" isMain>
          {(form) => <ReasonField of="cancel" isRequired returned={form} />}
        </ConfirmForm>
      )}
      <ConfirmForm {...shared} action="substitute" title="Another trainer" submit="Hand it over">
        {(form) => (
          <>
            <ConsoleSelectField
              name="trainer"
              label="Who teaches it"
              empty="Choose…"
              options={trainers}
              returned={form}
            />
            <ReasonField of="substitute" returned={form} />
          </>
        )}
      </ConfirmForm>
      <ConfirmForm {...shared} action="move" title="Another day or time" submit="Move the class">
        {(form) => (
          <>
            <ConsoleTextField name="date" label="Day" type="date" min={today} returned={form} defaultValue={date} />
            <TimeFields returned={form} time={time} />
            <ReasonField of="move" returned={form} />
          </>
        )}
      </ConfirmForm>
    </div>
  );
}
