/** Forms as HTML: what they contain when they come back, and what their buttons send. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { SessionPeople } from "../../bookings/desk/session-people.tsx";
import { SelectField, TextAreaField, TextField } from "../../forms/fields.tsx";
import { PersonChoice } from "../person-choice.tsx";
import { ActionForm, PageActions } from "./action-page.tsx";
import { FormParts } from "./form-parts.tsx";

/** Renders on a page with a returned form. */
function render(content: ReactNode, form: object = {}): string {
  const hydrationData = { actionData: { page: form } };
  const router = createMemoryRouter([{ id: "page", path: "/", element: content }], { hydrationData });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test.each(["typed", ""])("a returned form contains what was sent, as %j, and not what is stored", (sent) => {
  const kinds = ["text", "long", "choice", "tick", "id"] as const;
  const returned = { errors: {}, typed: { text: sent, long: sent, choice: sent, tick: sent, id: "sent" } };
  const options = ["on", "typed"].map((value) => ({ value, label: value }));
  const form = (initial: string) => {
    const field = { label: "", returned, initial };
    const values = Object.fromEntries(kinds.map((kind) => [kind, initial]));
    const parts = kinds.map((kind) => ({ kind, name: kind, label: "" }));
    return render([
      <TextField key="text" {...field} name="text" />,
      <TextAreaField key="long" {...field} name="long" />,
      <SelectField key="choice" {...field} name="choice" options={options} placeholder="" />,
      <FormParts key="console" {...{ parts, values, returned }} options={{ choice: options }} />,
    ]);
  };
  expect(form("on")).toBe(form("typed"));
});

test("one button answers all questions of an action; Enter in a field answers none and presses none of several", () => {
  const questions = ["trainer-busy", "booked"].map((code) => ({ code, sentence: "Really?" }));
  const answersOf = (form: ReactNode, returned: object) => {
    const page = <PageActions value={{ actions: { move: { submit: "Move it" } } }}>{form}</PageActions>;
    return render(page, returned)
      .match(/<button[^>]*>/g)
      ?.map((button) => /value="([^"]*)"/.exec(button)?.[1]);
  };
  const withQuestions = answersOf(<ActionForm action="move" />, { errors: {}, typed: { do: "move" }, questions });
  expect(withQuestions).toEqual([undefined, "trainer-busy booked", undefined]);
  const ways = { name: "way", options: [{ value: "cash", label: "Cash" }] };
  expect(answersOf(<ActionForm action="move" buttons={ways} />, { errors: {}, typed: {} })).toEqual([
    undefined,
    "cash",
  ]);
});

test("one button tells all of the call list, who are not listed as no longer booked again", () => {
  const person = { personId: null, note: "", sentence: "", ways: [], actions: [] };
  const ended = ["1", "2"].map((id) => ({ ...person, id, bookingId: id, seen: `seen-${id}` }));
  const session = { row: { id: "monday-1" }, people: [], waiting: [], ended } as never;
  const callList = { people: ended, told: [] } as never;
  const context = { session, callList, isOwnPage: true, address: "", returned: undefined, onReturned: () => {} };
  const html = render(<SessionPeople {...context} />);
  expect(html).toContain('value="seen-1,seen-2"');
  expect(html).not.toContain("No longer booked");
});

test.each([true, false])("a sole person is chosen beforehand unless it may be another: %s", (hasOther) => {
  const choice = { people: [{ id: "1", name: "Otieno", contact: "" }], hasMore: false, who: "" };
  const html = render(<PersonChoice {...{ choice, hasOther }} chosen={undefined} />);
  expect(html.includes("checked")).toBe(!hasOther);
});
