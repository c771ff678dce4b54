import { describe, expect, it } from "vitest";
import { z } from "zod";
import { emailAddress, line, paragraphs } from "./field-schemas.ts";
import { readForm } from "./read-form.server.ts";

const schema = z.object({
  name: line({ max: 10, missing: "name-missing" }),
  email: emailAddress(),
  comment: paragraphs({ max: 20 }),
  password: z.string().min(3, "password-short"),
});

const GOOD = { name: "Zawadi", email: "zawadi@example.com", comment: "Hello", password: "secret" };

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  // `duplex` is required by Node and missing from the DOM's type.
  return new Request("http://nguvu.example/form", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

const URL_ENCODED = { "Content-Type": "application/x-www-form-urlencoded" };

const truncated = () => new ReadableStream({ pull: (controller) => controller.error(new Error("disconnected")) });

function posted(fields: Record<string, string> | [string, string][]): Request {
  return post(new URLSearchParams(fields));
}

/** A form that is sent in parts. */
function filledIn(change: Record<string, Blob> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...GOOD, ...change })) form.set(name, value);
  return form;
}

describe("reading a form", () => {
  it("returns the checked and trimmed values, also of multipart forms", async () => {
    const outcome = await readForm(posted({ ...GOOD, name: "  Zawadi " }), schema);
    expect(outcome).toMatchObject({ ok: true, values: GOOD });
    expect(await readForm(post(filledIn()), schema)).toMatchObject({ ok: true, values: GOOD });
  });

  it.each([
    ["line breaks", { comment: "one\r\ntwo\rthree" }, { comment: "one\ntwo\nthree" }],
    ["a tab in a line", { name: "Zawadi\tM" }, { name: "Zawadi M" }],
    ["a pasted line break", { name: "Zawadi\r\n" }, {}],
    ["other line breaks around a line", { name: "\u2028Zawadi\u0085" }, {}],
    ["invisible characters", { name: "\ufeffZa\u200bwadi\u202c\u2060" }, {}],
  ])("normalizes %s", async (_, change, values) => {
    const outcome = await readForm(posted({ ...GOOD, ...change }), schema);
    expect(outcome).toMatchObject({ ok: true, values: { ...GOOD, ...values } });
  });

  it("reports one problem for each invalid field, in the fields' order, and returns the typed text", async () => {
    const outcome = await readForm(posted({ ...GOOD, email: "zawadi", name: "" }), schema);
    expect(outcome).toMatchObject({ ok: false, status: 422, typed: { name: "", email: "zawadi", comment: "Hello" } });
    const problems = { name: { code: "name-missing" }, email: { code: "email-malformed" } };
    expect(outcome.ok || Object.entries(outcome.problems)).toEqual(Object.entries(problems));
    // A missing field counts as empty.
    const without = await readForm(posted({ email: GOOD.email, password: GOOD.password }), schema);
    expect(without).toMatchObject({ ok: false, status: 422, problems: { name: { code: "name-missing" } } });
  });

  it("never returns a password", async () => {
    for (const form of [GOOD, { ...GOOD, name: "" }, { ...GOOD, password: "x" }, { ...GOOD, name: "\0" }]) {
      expect((await readForm(posted(form), schema)).typed).not.toHaveProperty("password");
    }
  });

  it.each(["Za\u2028wadi", "Za\u0085wadi", "Za\rwadi"])("returns a line with a break as typed, %j", async (name) => {
    const outcome = await readForm(posted({ ...GOOD, name }), schema);
    const problems = { name: { code: "several-lines" } };
    expect(outcome).toMatchObject({ ok: false, status: 422, typed: { name: "Za\nwadi" }, problems });
  });

  it.each([
    [{ name: "x".repeat(11) }, { name: { code: "too-long", figures: { max: 10 } } }],
    [{ email: "zawadi@example.com\nBcc: all@example.com" }, { email: { code: "several-lines" } }],
  ])("refuses %j", async (change, problems) => {
    expect(await readForm(posted({ ...GOOD, ...change }), schema)).toMatchObject({ ok: false, problems });
  });
});

describe("hostile forms get a 4xx and a code", () => {
  it.each<[string, Request]>([
    ["a repeated field", posted([...Object.entries(GOOD), ["name", "Other"]])],
    ["an unknown field", posted({ ...GOOD, role: "admin" })],
    ["a field called __proto__", posted([...Object.entries(GOOD), ["__proto__", "x"]])],
    ["a field called constructor", posted({ ...GOOD, constructor: "x" })],
    ["a list in brackets", posted({ ...GOOD, "name[]": "x" })],
    ["a body that is no multipart", post("garbage", { "Content-Type": "multipart/form-data; boundary=edge" })],
    ["JSON", post('{"name":"Zawadi"}', { "Content-Type": "application/json" })],
    ["plain text", post("name=Zawadi", { "Content-Type": "text/plain" })],
    ["a file where text is expected", post(filledIn({ name: new Blob(["Zawadi"]) }))],
    ["a truncated body", post(truncated(), URL_ENCODED)],
  ])("%s", async (_, request) => {
    const problems = { form: { code: expect.stringMatching(/^(body-unreadable|form-unknown)$/) } };
    expect(await readForm(request, schema)).toMatchObject({ ok: false, status: 400, problems });
  });

  it.each([
    ["a null byte", "name=Za%00wadi"],
    ["an escape character", "name=Za%1Bwadi"],
    ["half a surrogate pair", "name=Za%ED%A0%80wadi"],
    ["bytes that are no UTF-8", "name=Za%FFwadi"],
  ])("%s, at its field", async (_, body) => {
    const outcome = await readForm(post(body, URL_ENCODED), schema);
    expect(outcome).toMatchObject({ ok: false, status: 400, typed: { name: "Zawadi" } });
    expect(outcome.ok || outcome.problems.name).toEqual({ code: "text-unreadable" });
  });
});
