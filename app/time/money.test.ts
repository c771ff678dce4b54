import { expect, test } from "vitest";
import { moneyText } from "./money.ts";
import { withoutBreaks } from "./without-breaks.ts";

test.each([
  [0, "KES 0"],
  [999, "KES 999"],
  [1000, "KES 1,000"],
  [12_345_678, "KES 12,345,678"],
  [-5, "KES -5"],
  [-1200, "KES -1,200"],
])("%i shillings are %s", (amount, text) => {
  expect(moneyText(amount)).toBe(text);
});

// Tildes are non-breaking spaces.
test.each([
  ["Pay KES 65 on Thu 26 Nov, or 27 November", "Pay KES~65 on Thu~26~Nov, or 27~November"],
  ["until Tuesday 15 December", "until Tuesday~15~December"],
  ["2 Nov to 1 Dec, Mon 2 Nov to Tue 1 Dec", "2~Nov~to~1~Dec, Mon~2~Nov to~Tue~1~Dec"],
  ["Closed Fri 27 Nov 2026, 7:31pm, by Moraa", "Closed Fri~27~Nov~2026, 7:31pm, by Moraa"],
  ["Mon 1, Tue 2, Wed 3, Thu 4, Fri 5, Sat 6, Sun 7", "Mon~1, Tue~2, Wed~3, Thu~4, Fri~5, Sat~6, Sun~7"],
  ["26 of them in 2 weeks, Sat off", "26 of them in 2 weeks, Sat off"],
  ["PKES 5, KES −5", "PKES 5, KES~−5"],
  ["on 3 Škoda", "on 3~Škoda"],
  ["0712 345 678 or 020 234 5678, 300 of 1200 25", "0712~345~678 or 020~234~5678, 300 of 1200 25"],
])("the lines of %j don’t break within dates, amounts and numbers", (text, expected) => {
  expect(withoutBreaks(text).replaceAll("\u00a0", "~")).toBe(expected);
});
