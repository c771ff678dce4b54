/** Actions of a class session. */
import type { Actions } from "../../console/kit/actions.ts";
import { choiceField, dayField } from "../../console/kit/fields.ts";
import { reasonField, TIMES } from "./session-fields.ts";

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
