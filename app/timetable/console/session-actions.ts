/** The forms that change class sessions and close days, for the kit. */
import {
  type ActionField,
  type Actions,
  choiceField,
  dayField,
  hiddenField,
  ownField,
  textField,
} from "../../console/kit/actions.ts";
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
function reasonField<const Name extends string>(
  name: Name,
  action: keyof typeof REASONS,
  { isRequired = false } = {},
): ActionField<Name> {
  const [label, ...suggestions] = REASONS[action];
  const help = "Visitors see it in the timetable.";
  return textField(name, isRequired ? label : `${label} (optional)`, { max: MAX_REASON, help, suggestions });
}

export const SESSION_ACTIONS = {
  add: {
    submit: "Add the class",
    isMain: true,
    fields: [
      [
        choiceField("class", "Class", { empty: "Choose…" }),
        choiceField("trainer", "Trainer", { empty: "Usual trainer" }),
      ],
      dayField("date", "Day"),
      TIMES,
      reasonField("reason", "add"),
    ],
    done: "is added.",
  },
  cancel: {
    submit: "Cancel the class",
    isDestructive: true,
    fields: [reasonField("reason", "cancel", { isRequired: true })],
    done: "is cancelled.",
  },
  substitute: {
    submit: "Hand it over",
    fields: [choiceField("trainer", "Who teaches it", { empty: "Choose…" }), reasonField("reason", "substitute")],
    done: "is handed over.",
  },
  move: {
    submit: "Move the class",
    fields: [dayField("date", "Day"), TIMES, reasonField("reason", "move")],
    done: "is moved.",
  },
  restore: { submit: "Undo", done: "is back as planned." },
} satisfies Actions;

export const CLOSURE_ACTIONS = {
  close: {
    submit: "Close the days",
    preview: "Preview",
    fields: [
      [dayField("from", "First day"), dayField("to", "Last day (optional)", { help: "Leave empty for one day." })],
      reasonField("note", "close", { isRequired: true }),
      ownField("addToPasses"),
    ],
  },
  open: { submit: "Reopen", fields: [hiddenField("days")] },
  add: { submit: "Add to active passes", fields: [hiddenField("days")] },
} satisfies Actions;
