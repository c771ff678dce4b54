/** Sentences about the rows of a list. In braces: the text of the row, and other facts of a question. */

/** Questions about all rows with the same text. */
export const QUESTIONS = {
  "day-order": "The days in {column} can be read in two ways. Which day is “{}”?",
  "days-mixed": "Some days in {column} have the day first, others the month. Which day is “{}”?",
  "days-turned": "{count} in {column} may have day and month swapped: which day is “{}”?",
  "day-missing": "There is a plan but no last day. What do these rows get?",
  "day-word": "“{}” is not a day. What do these rows get?",
  "far-day": "{all}: no end, or more than two years ahead. What do these rows get?",
  "plan-missing": "There is a last day but no plan. Which plan is it?",
  "plan-word": "Which plan is {all}?",
  "status-word": "Do people with “{}” in {column} get their pass?",
  "visits-meaning": "What do the numbers in {column}, such as “{}”, count?",
  "visits-missing": "How many visits are left on packs without a number?",
  "phone-missing": "Import people without a phone number?",
  "same-name": "{all}: somebody has the same name and a different number. Are they two people?",
  "same-phone": "{all}: somebody here with the same number has a similar name. Are they two people?",
};

export type QuestionCode = keyof typeof QUESTIONS;

/** Why a row is refused or needs review, and which values of an imported row are left out or changed. */
export const REMARKS = {
  "name-missing": "There is no name in this row.",
  "name-unclear": "“{}” can’t be a name: it is damaged, too long, a formula or a web address.",
  "quote-open": "A quotation mark in this row is never closed.",
  "quote-lines": "One cell of this row spans several lines.",
  "more-cells": "This row has more cells than the list has columns.",
  cut: "The file ends in the middle of this row.",
  "phone-missing": "There is no phone number.",
  "phone-unreadable": "“{}” can’t be called: it has too few or too many digits.",
  "phone-rounded": "“{}” was rounded by a spreadsheet. Enter the number again.",
  "phone-more": "The first number is used; “{}” is kept as a note.",
  "mail-refused": "“{}” is not an email address and is left out.",
  "day-impossible": "“{}” is not a day.",
  "day-missing": "There is a plan but no last day.",
  "day-order": "“{}” can be read in two ways.",
  "day-word": "“{}” is not a last day.",
  "days-mixed": "“{}” can be read in two ways.",
  "days-turned": "“{}” is in a column whose days may have day and month swapped.",
  "days-reversed": "The first day, “{}”, is after the last day: a year may be wrong, or day and month swapped.",
  "far-day": "“{}” is too far ahead, or means no end at all.",
  "plan-missing": "There is a last day but no plan.",
  "plan-word": "“{}” is not a plan of the site.",
  "status-word": "Answer the question about people with “{}”.",
  "visits-unreadable": "“{}” is not a number of visits that this pack has.",
  "visits-meaning": "Answer the question about the number of visits, “{}”.",
  "visits-missing": "It is not known how many visits are left.",
  "same-name": "Somebody has the same name and a different number.",
  "same-phone": "Somebody with this number has a similar name.",
  "record-changed": "A record or plan changed while the list was imported. Import this row again.",
} satisfies Record<QuestionCode, string> & Record<string, string>;

export type RemarkCode = keyof typeof REMARKS;

/** Answers that are not plans. */
export const ANSWERS: Readonly<Record<string, string>> = {
  read: "{read}",
  turned: "{turned}",
  limit: "A pass until {limit}, the last possible day",
  period: "One period of the plan from the first day",
  pass: "Yes",
  "no-pass": "No pass",
  left: "Visits that are left",
  used: "Visits that were used",
  neither: "Something else: all visits of the pack are left",
  all: "All visits of the pack are left",
  without: "Yes, without a number",
  new: "Yes, import them as new people",
};
