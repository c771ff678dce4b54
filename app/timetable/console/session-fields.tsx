import type { TimeRange } from "../../cms/fields.ts";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";

/** Reasons that are given often. Other words can be typed. */
const REASONS = {
  cancel: ["The trainer is ill.", "No power at the gym.", "No water at the gym."],
  move: ["The room is needed for something else.", "Kenya Power works on our street at that time."],
  substitute: ["The trainer is ill.", "The trainer is on leave."],
  add: ["The first time is free.", "Because so many asked."],
  close: ["Public holiday.", "Kenya Power works on our street all day."],
} as const;

/** One page has several: each says of what. */
const LABELS = {
  cancel: "Reason for cancelling",
  move: "Reason for moving it",
  substitute: "Reason for the other trainer",
  add: "Note",
  close: "Note",
} as const;

/** Why something is otherwise than in the weekly timetable: visitors read it. Common reasons are suggested. */
export function ReasonField({
  of,
  name = "reason",
  isRequired = false,
  returned,
}: {
  of: keyof typeof REASONS;
  name?: string;
  isRequired?: boolean;
  returned: ReturnedForm | undefined;
}) {
  const list = `reasons-${of}`;
  return (
    <>
      <ConsoleTextField
        name={name}
        label={LABELS[of]}
        help={`Visitors read it in the timetable.${isRequired ? "" : " It may be left empty."}`}
        list={list}
        autoComplete="off"
        returned={returned}
      />
      <datalist id={list}>
        {REASONS[of].map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  );
}

const TIMES = [
  { name: "from", label: "From", placeholder: "9:00am" },
  { name: "to", label: "To", placeholder: "10:00am" },
] as const;

/** The two times of a class, as the owner writes times. */
export function TimeFields({ returned, time }: { returned: ReturnedForm | undefined; time?: TimeRange | undefined }) {
  return (
    <div className="pair">
      {TIMES.map(({ name, ...field }) => (
        <ConsoleTextField
          key={name}
          {...field}
          name={name}
          autoComplete="off"
          returned={returned}
          defaultValue={time?.[name]}
        />
      ))}
    </div>
  );
}
