import { type ActionField, textField } from "../../console/kit/actions.ts";
import { MAX_REASON } from "../class-session.ts";

export const TIMES = [
  textField("from", "From", { placeholder: "9:00am" }),
  textField("to", "To", { placeholder: "10:00am" }),
];

/** The label of each action's field, and suggestions. Labels name the action: a page has several such fields. */
const REASONS = {
  cancel: ["Reason for cancelling", "The trainer is ill.", "No power at the gym.", "No water at the gym."],
  move: [
    "Reason for moving it",
    "The room is needed for something else.",
    "Kenya Power is working on our street at that time.",
  ],
  substitute: ["Reason for the change of trainer", "The trainer is ill.", "The trainer is on leave."],
  add: ["Note", "The first time is free.", "By popular demand."],
  close: ["Note", "Public holiday.", "Kenya Power is working on our street all day."],
} as const;

/** The field for a reason or note, which visitors see. */
export function reasonField<const Name extends string>(
  name: Name,
  action: keyof typeof REASONS,
  { isRequired = false } = {},
): ActionField<Name> {
  const [label, ...suggestions] = REASONS[action];
  const help = `Visitors see it in the timetable.${isRequired ? "" : " Optional."}`;
  return textField(name, label, { max: MAX_REASON, help, suggestions });
}
