/** Sentences about lists that are brought in. */

import { localPhone } from "../../forms/phone.ts";
import { problems } from "../../forms/problems.ts";
import { PERSON_NAME_MAX } from "../../people/person.ts";
import type { Candidate, LookReason, RefusedReason, RowRemark } from "../list/judge-list.ts";
import { MAX_LIST_ROWS } from "../list/list-rows.server.ts";
import { MAX_LIST_BYTES } from "../list/list-upload.server.ts";
import { dayText } from "./member-labels.server.ts";

const MEGABYTES = MAX_LIST_BYTES / 1024 / 1024;

const AS_CSV = "In Excel: File, Save As, “CSV UTF-8”. In Google Sheets: File, Download, “Comma-separated values”.";

export const LIST_PROBLEMS = problems({
  "list-missing": ["list", 422, "Choose a file, or paste the list."],
  "list-empty": ["list", 422, "There is nothing in this list."],
  "list-too-large": [
    "list",
    422,
    `This file has more than ${MEGABYTES} MB, so nothing of it was read. A list of 5,000 people has less than one: delete pictures and other sheets, or save the list as CSV. ${AS_CSV}`,
  ],
  "list-excel-97": [
    "list",
    422,
    `This is a file of an old Excel, or one with a password, and can’t be read. Save it anew. ${AS_CSV}`,
  ],
  "list-unreadable": [
    "list",
    422,
    `This spreadsheet can’t be read: it is damaged, protected, or has no list in it. Save the list as CSV. ${AS_CSV}`,
  ],
  "list-no-text": ["list", 422, `This is no list. Choose a spreadsheet (.xlsx) or a CSV file. ${AS_CSV}`],
  "list-too-many": [
    "list",
    422,
    `This list has more than ${MAX_LIST_ROWS.toLocaleString("en")} rows. Bring it in in two parts.`,
  ],
  "list-gone": ["form", 404, "This list is gone. What nobody has brought in for a month is deleted."],
  "list-changed": [
    "form",
    409,
    "Something has changed since this page was opened. It shows what would happen now: please look again.",
  ],
  "nothing-new": ["form", 422, "There is nobody to bring in."],
  "row-gone": ["form", 404, "This row is gone."],
  "row-done": ["form", 409, "This row was brought in meanwhile."],
  "name-missing": ["name", 422, "Please write a name."],
  "name-long": ["name", 422, `A name may have ${PERSON_NAME_MAX} characters at most.`],
  "phone-invalid": [
    "phone",
    422,
    "This can’t be called: a digit is missing or too many. Write a number like 0712 345 678, or leave it empty.",
  ],
  "plan-unknown": ["plan", 422, "This plan is gone. Choose another."],
  "plan-missing": ["plan", 422, "Choose a plan, or “No pass”."],
  "last-day-missing": ["lastDay", 422, "Say until when the pass runs, or choose “No pass”."],
  "last-day-over": [
    "lastDay",
    422,
    "This day is over, and of visits nothing is left then. Choose “No pass”, or another day.",
  ],
  "last-day-far": ["lastDay", 422, "Choose an earlier day: a pass ends within 24 months."],
  "visits-wrong": ["visits", 422, "Write how many visits are left, from 1 to 500."],
  "who-missing": ["who", 422, "Say who it is."],
  "adds-nothing": ["lastDay", 422, "Their pass runs as long already. Choose “No pass”, or a later day."],
  "line-wrong": ["firstLine", 422, "Write the number of a line."],
  "no-name-column": ["form", 422, "Say which column has the names."],
});

export type ListFormProblem = keyof typeof LIST_PROBLEMS;

/** Somebody who may be meant: with their line, where they stand in the list. */
function candidateText({ name, phone, line }: Candidate): string {
  const called = phone === "" ? name : `${name}, ${localPhone(phone)}`;
  return line === undefined ? `${called}, who is here` : `${called}, of line ${line}`;
}

function others(candidates: readonly Candidate[]): string {
  const [first, ...more] = candidates.map(candidateText);
  return more.length === 0
    ? (first ?? "")
    : `${first}, and ${more.length === 1 ? "one more person" : `${more.length} more people`}`;
}

/** Why a row has to be looked at, or can't be brought in. @param today days since 1970 */
export function reasonText(reason: LookReason | RefusedReason, today: number): string {
  switch (reason.code) {
    case "name-missing":
      return "There is no name in this row.";
    case "sum":
      return "This is a sum, and nobody’s name.";
    case "name-long":
      return `The name has more than ${PERSON_NAME_MAX} characters.`;
    case "phone-missing":
      return "There is no phone number.";
    case "phone-unreadable":
      return `“${reason.text}” is no phone number: a digit too many or too few, or something else.`;
    case "phone-spoiled":
      return `“${reason.text}” is a number that the spreadsheet has rounded, and its digits are lost. Make the column wider, or format it as a number without decimals, and save the list again; or write the number here.`;
    case "phone-shared":
      return `The same phone belongs to ${others(reason.others)}.`;
    case "same-name":
      return `Somebody has the same name: ${others(reason.others)}.`;
    case "same-in-list":
      return `The same person stands in line ${reason.others[0]?.line ?? ""}, which is to be looked at first.`;
    case "other-day":
      return `${others(reason.others)}, has ${reason.otherDay === null ? "no pass" : `a pass to ${dayText(reason.otherDay, today)}`}. This row says ${dayText(reason.day, today)}.`;
    case "day-impossible":
      return `“${reason.text}” is no day that can be read.`;
    case "day-ambiguous":
      return `“${reason.text}” can be read in two ways, and the column has days of both orders.`;
    case "day-far":
      return `“${reason.text}” is too far ahead: a pass ends within 24 months.`;
    case "day-missing":
      return "There is a plan, and no last day.";
    case "plan-missing":
      return "There is a last day, and no plan.";
    case "plan-unknown":
      return `There is no plan “${reason.text}”.`;
    case "visits-missing":
      return "The plan has visits, and the list doesn’t say how many are left.";
    case "row-cut":
      return "The file ends in the middle of this row.";
    case "choice-gone":
      return "Whom you have chosen is not there any more. Please choose again.";
  }
}

/** What else is said of a row that is brought in. */
export function remarkText(remark: RowRemark, today: number): string {
  switch (remark.code) {
    case "day-past":
      return `It ended on ${dayText(remark.day, today)}.`;
    case "later-line":
      return `With the pass of line ${remark.line}, which is the later one.`;
    case "mail-left":
      return `Without the mail address: “${remark.text}” is none.`;
    case "phone-left":
      return `With the first number of “${remark.text}”.`;
    case "no-pass":
      return "Without a pass.";
  }
}

/** People who are named when a list can't be taken back. */
const USED_NAMED = 5;

/** Why a list can't be taken back: with whom something was done since. */
export function usedText(names: readonly string[]): string {
  const more = names.length - USED_NAMED;
  const named = names.slice(0, USED_NAMED).join(", ");
  return `Something was done with some of these people since, so the list stays: ${named}${more > 0 ? ` and ${more} more` : ""}.`;
}
