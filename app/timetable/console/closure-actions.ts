import { type Actions, dayField, hiddenField, ownField } from "../../console/kit/actions.ts";
import { reasonField } from "./session-fields.ts";

export const CLOSURE_ACTIONS = {
  close: {
    submit: "Close the days",
    preview: "Preview",
    fields: [
      [dayField("from", "First day"), dayField("to", "Last day", { help: "Leave empty for one day." })],
      reasonField("note", "close", { isRequired: true }),
      ownField("addToPasses"),
    ],
  },
  open: { submit: "Reopen", fields: [hiddenField("days")] },
  add: { submit: "Add to active passes", fields: [hiddenField("days")] },
} satisfies Actions;
