import { fieldId } from "../../console/form-field.ts";
import { DAYS, type Day, dayName } from "../../time/days.ts";

const WORKING_DAYS: readonly Day[] = DAYS.slice(0, 5);

const WORKING_WEEK = "working-week";

const inputName = <Choice extends Day | typeof WORKING_WEEK>(choice: Choice) => `days.${choice}` as const;

export const DAYS_CONTROLS = ([WORKING_WEEK, ...DAYS] as const).map(inputName);

type Ticked = Partial<Record<string, string>>;

export function tickedDays(ticked: Ticked): Day[] {
  const isTicked = (choice: Day | typeof WORKING_WEEK) => Boolean(ticked[inputName(choice)]);
  return DAYS.filter((day) => isTicked(day) || (isTicked(WORKING_WEEK) && WORKING_DAYS.includes(day)));
}

export function tickedDay(day: string | undefined): Ticked {
  return DAYS.includes(day as Day) ? { [inputName(day as Day)]: "on" } : {};
}

export function DaysField({ ticked, problem }: { ticked: Ticked; problem: string | undefined }) {
  const box = (choice: Day | typeof WORKING_WEEK, label: string) => (
    <label key={choice} className="choice">
      <input
        type="checkbox"
        name={inputName(choice)}
        defaultChecked={Boolean(ticked[inputName(choice)])}
        aria-invalid={problem !== undefined && choice === WORKING_WEEK ? true : undefined}
      />
      <span>{label}</span>
    </label>
  );
  const id = fieldId("day");
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={problem ? "field wrong" : "field"}
      aria-describedby={problem ? `${id}-error` : undefined}
    >
      <legend>Days</legend>
      {problem && (
        <p id={`${id}-error`} className="error">
          {problem}
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4">
        {box(WORKING_WEEK, "Monday to Friday")}
        {DAYS.map((day) => box(day, dayName(day)))}
      </div>
    </fieldset>
  );
}
