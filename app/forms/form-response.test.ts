import pino from "pino";
import { redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { formResponse, textResponse, withFormReturnedOnError } from "./form-response.server.ts";
import { revalidateAfterConflict } from "./post-form.tsx";

const logged: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });

describe("an action that fails while it saves a form", () => {
  it("returns the form with 503, and logs the reason without the typed text", async () => {
    const returnedForm = await withFormReturnedOnError(log, { name: "Zawadi" }, async () => {
      throw new Error("the disk is full");
    });
    expect(returnedForm).toMatchObject({
      init: { status: 503, headers: { "Retry-After": "10" } },
      data: { typed: { name: "Zawadi" }, errors: { form: expect.stringMatching(/try again in a moment/) } },
    });
    expect(logged).toMatchObject([{ event: "form-failed", err: { message: "the disk is full" } }]);
    expect(JSON.stringify(logged)).not.toContain("Zawadi");
  });

  it("passes responses on, returned or thrown", async () => {
    const problems = { email: { code: "email-missing" } };
    const returnedForm = formResponse({ status: 422, problems, typed: { email: "" } });
    expect(await withFormReturnedOnError(log, {}, async () => returnedForm)).toBe(returnedForm);
    const thrown = redirect("/login");
    await expect(withFormReturnedOnError(log, {}, () => Promise.reject(thrown))).rejects.toBe(thrown);
  });
});

const problems = {
  name: { code: "too-long", figures: { max: 4000 } },
  email: { code: "email-missing" },
  form: { code: "closed" },
};
const form = { status: 422, problems, typed: { name: "x" } } as const;

it("a rejected form has the message of each code in order, from the feature and from all forms, also without a page", async () => {
  const { data, init } = formResponse(form, { closed: "We are closed.", "email-missing": "No address?" });
  expect(Object.entries(data.errors)).toEqual([
    ["name", "Use at most 4,000 characters."],
    ["email", "No address?"],
    ["form", "We are closed."],
  ]);
  expect(data.typed).toEqual({ name: "x" });
  expect(init).toEqual({ status: 422, headers: {} });
  const response = textResponse({ ...form, problems: { do: { code: "closed" } } }, { closed: "We are closed." });
  expect([response.status, await response.text()]).toEqual([422, "We are closed."]);
  expect(() => formResponse(form)).toThrow("There is no message for the code closed");
});

it.each([409, 410])("a page is loaded again after a conflict, %i", (actionStatus) => {
  expect(revalidateAfterConflict({ defaultShouldRevalidate: false, actionStatus } as never)).toBe(true);
});
