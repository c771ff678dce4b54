/** Sentences about imports: columns, questions, reasons. */
import { dateWithYear } from "../../time/date-texts.server.ts";
import type { ColumnKind, ColumnView } from "../import/columns.ts";
import type { Verdict } from "../import/judge.ts";
import type { ImportQuestion, QuestionCode } from "../import/questions.ts";
import type { Note, Reason, ReasonCode } from "../import/read-row.ts";
import { dateOfDay } from "../pass-rows.server.ts";

export const COLUMN_NAMES: Readonly<Record<Exclude<ColumnKind, "">, string>> = {
  name: "Name",
  "first-name": "First name",
  "last-name": "Last name",
  phone: "Phone",
  email: "Email",
  plan: "Plan",
  "first-day": "First day",
  "last-day": "Last day",
  visits: "Visits of a pack",
  status: "Status: asked about",
};

export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  new: "New",
  here: "Already here",
  review: "Needs review",
  refused: "Refused",
  heading: "Headings",
};

/** Reasons by code; `{}` is the text of the list. An open question is one too. */
const REASONS: Readonly<Record<ReasonCode, string>> = {
  "name-missing": "There is no name in this row.",
  "name-long": "The name has more than 100 characters.",
  "name-link": "“{}” has a web address in it.",
  "name-damaged": "“{}” is damaged: letters were lost, or it is a formula.",
  nobody: "“{}” is a sum or a note below the list, and nobody’s name.",
  "quote-open": "A quotation mark in this row is never closed.",
  "quote-lines": "One cell of this row goes over several lines.",
  cut: "The file ends in the middle of this row.",
  "more-cells": "This row has more cells than the list has columns.",
  "phone-unreadable": "“{}” can’t be called: a digit is missing or too many.",
  "phone-rounded": "“{}” was rounded by a spreadsheet. Enter the number again.",
  "phone-missing": "There is no phone number.",
  "day-impossible": "“{}” is not a day.",
  "day-order": "“{}” can be read in two ways.",
  "days-turned": "“{}” is in a column whose days may be turned round.",
  "days-reversed": "The first day, “{}”, is after the last day.",
  "day-word": "“{}” is not a last day.",
  "far-day": "“{}” is too far ahead, or no end at all.",
  "plan-word": "“{}” is not a plan of the site.",
  "status-word": "“{}”: it is open whether this gets a pass.",
  "visits-unreadable": "“{}” is not a number of visits that this pack has.",
  "visits-meaning": "It is open what the visits “{}” count.",
  "visits-missing": "It is open how many visits are left.",
  "same-name": "Somebody has the same name and another number.",
  "same-phone": "Somebody with this number has a name like it.",
  "line-unclear": "The same person is in line {}, which needs review itself.",
  "record-changed": "A record or plan changed while the list was imported. Import this row again.",
};

export function reasonText({ code, text }: Reason): string {
  return text === "" && code === "plan-word"
    ? "There is a last day and no plan."
    : REASONS[code].replace("{}", () => text);
}

const NOTES: Readonly<Record<Note["code"], string>> = {
  phone: "The first number is used; “{}” is kept as a note.",
  mail: "“{}” is not an email address and is left out.",
  "first-day": "“{}” is too long ago for a first day and is left out.",
};

export function noteText({ code, text }: Note): string {
  return NOTES[code].replace("{}", () => text);
}

const HELD: Readonly<Record<NonNullable<ColumnView["holds"]>, string>> = {
  mails: "email addresses",
  days: "days",
  phones: "phone numbers",
};

/** Columns that are not used and may be missed. */
export function unusedText(columns: readonly ColumnView[]): string[] {
  return columns.flatMap(({ heading, holds }, index) =>
    holds === undefined ? [] : [`${columnName(heading, index)} has ${HELD[holds]} and is not used.`],
  );
}

export function columnName(heading: string, index: number): string {
  return heading === "" ? `Column ${index + 1}` : `“${heading}”`;
}

export function dayOrDash(day: number | undefined): string {
  return day === undefined ? "–" : dateWithYear(dateOfDay(day));
}

type AskedWords = { label: string; options: { value: string; label: string }[] };

type Facts = { plans: readonly { slug: string; name: string }[]; limit: number };

/** A question with its answers. */
export function questionWords(question: ImportQuestion, facts: Facts): AskedWords {
  const { code, options } = question;
  const rows = question.rows === 1 ? "1 row" : `${question.rows} rows`;
  return {
    label: `${sentenceOf(code, question)} (${rows})`,
    options: options.map((value) => ({ value, label: answerWords(value, question, facts) })),
  };
}

function sentenceOf(code: QuestionCode, { heading, texts, days }: ImportQuestion): string {
  const [text = ""] = texts;
  const [quoted, column] = [
    texts.map((each) => `“${each}”`).join(", "),
    heading === "" ? "its column" : `“${heading}”`,
  ];
  switch (code) {
    case "day-order":
      return days?.isContradictory
        ? `Some days in ${column} have the day first, others the month. Which day is “${text}”?`
        : `The days in ${column} can be read in two ways. Which day is “${text}”?`;
    case "days-turned":
      return `${days?.count === 1 ? "1 day" : `${days?.count} days`} in ${column} may be turned round: which day is “${text}”?`;
    case "far-day":
      return `${quoted}: no end, or more than two years ahead. What do these rows get?`;
    case "day-word":
      return text === "" ? "There is a plan and no last day. What do these rows get?" : `Which last day is “${text}”?`;
    case "plan-word":
      return text === "" ? "There is a last day and no plan. Which plan is it?" : `Which plan is ${quoted}?`;
    case "status-word":
      return `Do people with “${text}” in ${column} get their pass?`;
    case "visits-meaning":
      return `What do the numbers in ${column}, such as “${text}”, count?`;
    case "visits-missing":
      return "How many visits are left of packs for which the list has no number?";
    case "phone-missing":
      return "Import people without a phone number?";
    case "same-name":
      return `${quoted}: somebody has the same name and another number. Are they two people?`;
    case "same-phone":
      return `${quoted}: somebody here with the same number has a name like it. Are they two people?`;
  }
}

function answerWords(value: string, { code, days }: ImportQuestion, { plans, limit }: Facts): string {
  switch (value) {
    case "day-first":
      return `${dayOrDash(days?.read)}: day first`;
    case "month-first":
      return `${dayOrDash(days?.turned)}: month first`;
    case "as-written":
      return `${dayOrDash(days?.read)}, as written`;
    case "turned":
      return `${dayOrDash(days?.turned)}: they are turned round`;
    case "limit":
      return `A pass until ${dayOrDash(limit)}, the last possible day`;
    case "no-pass":
      return code === "status-word" ? "No, no pass" : "No pass";
    case "plan":
      return "One period of the plan from the first day";
    case "pass":
      return "Yes";
    case "left":
      return "Visits that are left";
    case "used":
      return "Visits that were used";
    case "all":
      return "Nothing of use: all visits of the pack are left";
    case "without":
      return "Yes, without a number";
    case "new":
      return "Yes, import them as new people";
    default:
      return plans.find(({ slug }) => slug === value)?.name ?? value;
  }
}
