/** What can be done with closed days. */
import type { Actions } from "../../console/kit/actions.ts";
import { dayField, hiddenField, ownField } from "../../console/kit/fields.ts";
import { reasonField } from "./session-fields.ts";

export const CLOSURE_ACTIONS = {
  close: {
    submit: "Close the days",
    preview: "Show what it closes",
    fields: [
      [dayField("from", "First day"), dayField("to", "Last day", { help: "Empty: one day." })],
      reasonField("note", "close", { isRequired: true }),
      ownField("addToPasses"),
    ],
  },
  open: { submit: "Open again", fields: [hiddenField("days")] },
  add: { submit: "Add to running passes", fields: [hiddenField("days")] },
} satisfies Actions;
