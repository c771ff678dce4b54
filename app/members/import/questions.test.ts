import { expect, test } from "vitest";
import { Questions } from "./questions.ts";

const OPTIONS = ["pass", "no-pass"];

test("rows with the same text share a question; those of most rows come first, sixty at most", () => {
  const questions = new Questions({});
  for (const text of ["Paid", "PAID", "paid", "Paid", "paid!"]) {
    expect(questions.ask("status-word", { text, heading: "Status", options: OPTIONS })).toBeUndefined();
  }
  expect(questions.all()).toEqual([
    {
      ...{ key: "status-word:paid", code: "status-word", heading: "Status", texts: ["Paid", "PAID", "paid"] },
      ...{ rows: 5, options: OPTIONS, answer: "" },
    },
  ]);
  const many = new Questions({});
  for (let at = 0; at < 70; at += 1) many.ask("status-word", { text: `word ${at}`, options: OPTIONS });
  for (let row = 0; row < 2; row += 1) many.ask("status-word", { text: "word 69", options: OPTIONS });
  const texts = many.all().map((question) => question.texts[0]);
  expect([texts.length, texts[0], texts[1], texts.at(-1)]).toEqual([60, "word 69", "word 0", "word 58"]);
});

test("a question can be about a subject, and about days", () => {
  const questions = new Questions({});
  const days = { count: 2, read: 1, turned: 2 };
  questions.ask("day-order", { text: "1/2/2027", subject: "last-day", options: ["read"], days });
  questions.ask("phone-missing", { options: ["without"] });
  expect(questions.all()).toEqual([
    {
      ...{ key: "day-order:last-day", code: "day-order", heading: "", texts: ["1/2/2027"], rows: 1 },
      ...{ options: ["read"], answer: "", days },
    },
    {
      ...{ key: "phone-missing:", code: "phone-missing", heading: "", texts: [""], rows: 1 },
      ...{ options: ["without"], answer: "" },
    },
  ]);
});

test("an answer counts if it is one of the options", () => {
  const questions = new Questions({ "status-word:paid": "no-pass", "status-word:left": "limit" });
  expect(questions.ask("status-word", { text: "Paid", options: OPTIONS })).toBe("no-pass");
  expect(questions.ask("status-word", { text: "Left", options: OPTIONS })).toBeUndefined();
  expect(questions.all().map(({ answer }) => answer)).toEqual(["no-pass", ""]);
});
