import pino from "pino";
import { redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { keepingForm, wholeFormAnswer } from "./form-response.server.ts";

const logged: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });

describe("an action that fails while it saves a form", () => {
  it("gives the form back with 503, and logs why but not what was typed", async () => {
    const answer = await keepingForm(log, { name: "Zawadi" }, async () => {
      throw new Error("the disk is full");
    });
    expect(answer).toMatchObject({
      init: { status: 503, headers: { "Retry-After": "10" } },
      data: { typed: { name: "Zawadi" }, errors: { form: expect.stringMatching(/try again in a moment/) } },
    });
    expect(logged).toMatchObject([{ event: "form-failed", err: { message: "the disk is full" } }]);
    expect(JSON.stringify(logged)).not.toContain("Zawadi");
  });

  it("lets answers through, returned or thrown", async () => {
    const answer = wholeFormAnswer(422, "Wrong email or password", { email: "" });
    expect(await keepingForm(log, {}, async () => answer)).toBe(answer);
    const thrown = redirect("/login");
    await expect(keepingForm(log, {}, () => Promise.reject(thrown))).rejects.toBe(thrown);
  });
});
