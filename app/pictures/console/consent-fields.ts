/** The fields of a person and their consent, in the forms of pictures and testimonials. */
import { choiceField, dayField, textField, tickField } from "../../console/kit/actions.ts";
import { optionsOf } from "../../console/select-field.tsx";
import { CONSENT_PURPOSES, CONSENT_WAYS } from "../consent-terms.ts";

export const CONSENT_FIELDS = [
  [
    textField("name", "Name", { max: 80 }),
    dayField("given_on", "Agreed on", { help: "Leave empty if not asked yet." }),
  ],
  [choiceField("purpose", "May be used"), choiceField("how", "How it was given")],
  tickField("child", "A child: a parent or guardian agreed"),
  textField("guardian", "Parent or guardian", { help: "For a child only.", max: 80 }),
];

export const CONSENT_OPTIONS = { purpose: optionsOf(CONSENT_PURPOSES), how: optionsOf(CONSENT_WAYS) };
