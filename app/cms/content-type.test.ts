import { describe, expect, test } from "vitest";
import { seeds } from "../../seed/content.ts";
import { listed } from "../../test/support/sample-types.ts";
import { catalogue } from "../content-types/catalogue.ts";
import { pricePeriod } from "../content-types/plan-period.ts";
import type { ContentType } from "./content-type.ts";
import { fieldProblemSentence } from "./editing/messages.server.ts";
import { entryTitle, type FindTitle, formatValue } from "./entry-title.server.ts";
import {
  choice,
  type Field,
  list,
  longText,
  moment,
  money,
  optional,
  type Presence,
  photo,
  reference,
  text,
  time,
  wholeNumber,
  withDefault,
} from "./fields.ts";

type AnyField = Field<unknown, Presence>;

const towel = listed("towel", {
  colour: text("Colour"),
  note: optional(text("Note", { max: 10 })),
  size: withDefault(wholeNumber("Size", { min: 1, max: 9 }), 3),
});

function formOf(texts: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  return form;
}

describe("reading a stored body", () => {
  test("a missing optional field is absent, one with a default has it; an invalid one is reported, and unknown keys are ignored", () => {
    const read = { ok: true, values: { colour: "red", size: 3 } };
    expect(towel.read({ colour: "red" })).toEqual({ ...read, ignored: [] });
    const invalid = towel.read({ colour: "red", note: "far too long a note", size: "large", fringe: true });
    expect(invalid).toEqual({ ...read, ignored: ["note", "size"] });
  });

  test("a body that lacks a required field is unreadable", () => {
    const prototype = JSON.parse('{"__proto__":{"colour":"red"}}');
    for (const body of [null, 7, "text", ["colour"], {}, { colour: 5 }, prototype])
      expect(towel.read(body).ok, JSON.stringify(body)).toBe(false);
  });
});

test("validating values names each rejected field and unknown keys, and allows optional fields to be missing", () => {
  const checked = towel.check({ colour: "", size: 12, fringe: true });
  expect(checked.ok).toBe(false);
  if (!checked.ok) expect(checked.problems.map(({ field }) => field).sort()).toEqual(["", "colour", "size"]);
  expect(towel.check({ colour: "red" })).toEqual({ ok: true, values: { colour: "red" } });
});

describe("a form", () => {
  const everyKind = listed("every-kind", {
    title: text("Title"),
    story: longText("Story"),
    day: choice("Day", ["monday", "tuesday"]),
    places: wholeNumber("Places", { min: 0, max: 40 }),
    price: money("Price"),
    time: time("Time"),
    until: moment("Until"),
    photo: photo("Picture"),
    trainer: reference("Trainer", "trainer"),
    lines: list("Lines", text("Line")),
    times: list("Times", time("Time")),
  });
  const values = {
    title: "Boxing",
    story: "One round.\nThen another.",
    day: "monday",
    places: 12,
    price: 0,
    time: { from: "9:00am", to: "10:00am" },
    until: "2026-12-01T06:30",
    photo: { file: "class-boxing.jpg", alt: "", focus: [50, 12.5] },
    trainer: "brian-otieno",
    lines: ["first", "second"],
    times: [{ from: "9:00am", to: "10:00am" }],
  };

  test("every kind of field reads back the value that it showed; blank inputs give no value, or an empty list", () => {
    const fields = Object.entries(everyKind.fields);
    const texts = fields.flatMap(([key, field]) => field.toForm(Reflect.get(values, key) as never, key));
    const form = formOf(Object.fromEntries(texts));
    const read = Object.fromEntries(fields.map(([key, field]) => [key, field.fromForm(form, key)]));
    expect(everyKind.check(read)).toEqual({ ok: true, values });
    const blanks = formOf({ ...Object.fromEntries(texts.map(([name]) => [name, "  "])), "lines.7": "  " });
    for (const [key, { fromForm }] of fields)
      expect(fromForm(blanks, key), key).toEqual(key === "lines" || key === "times" ? [] : undefined);
  });

  test.each([towel.fields.size, everyKind.fields.price])("whole numbers are required: %#", ({ schema, fromForm }) => {
    for (const typed of ["12.5", "1e2", "1e309", "-1", "0x10", "twelve", "12 000", "4,500 bob", "99999999999999999"])
      expect(schema.safeParse(fromForm(formOf({ n: typed }), "n")).success, typed).toBe(false);
  });

  test("line endings of a text area are normalised, and a picture without a focal point is rejected", () => {
    const form = formOf({ story: "One round.\r\nThen another.\r\n" });
    expect(everyKind.fields.story.fromForm(form, "story")).toBe("One round.\nThen another.");
    const { fromForm, schema } = everyKind.fields.photo;
    expect(schema.safeParse(fromForm(formOf({ "photo.file": "class-boxing.jpg" }), "photo")).success).toBe(false);
  });

  test("a line is cleaned in a text, a list and a picture's description; several lines can't be published", () => {
    const { title, lines, photo: picture } = everyKind.fields;
    const type = listed("lines", { title, lines, photo: picture });
    const read = (line: string) => {
      const described = { "photo.alt": line, "photo.file": "a.jpg", "photo.x": "5", "photo.y": "5" };
      const form = formOf({ title: line, "lines.0": line, ...described });
      const photo = picture.fromForm(form, "photo");
      return { title: title.fromForm(form, "title"), lines: lines.fromForm(form, "lines"), photo };
    };
    const asRead = (line: string) => ({ title: line, lines: [line], photo: { alt: line } });
    const cleaned = read("\n\u2028 Box\u200bing \u202eclub\u202c \u0085");
    expect(cleaned).toMatchObject(asRead("Boxing club"));
    expect(type.check(cleaned)).toMatchObject({ ok: true });
    const several = read("Boxing\r\nclub");
    expect(several).toMatchObject(asRead("Boxing\nclub"));
    // Stored values with line breaks are readable; only publishing rejects them.
    expect(type.read(several).ok).toBe(true);
    const checked = type.check(several);
    const problems = checked.ok ? [] : checked.problems.map(({ field, message }) => [field, message]);
    const sentence = "Please keep this on one line.";
    expect(problems).toEqual(["title", "lines.0", "photo.alt"].map((field) => [field, sentence]));
    expect(fieldProblemSentence(picture, several.photo, sentence, "alt")).toBe(sentence);
    expect(fieldProblemSentence(title, several.title, sentence)).toBe(sentence);
  });

  test("rejects several lines on publishing, in every content type", () => {
    const published = (field: AnyField, value: unknown) =>
      (field.publishSchema ?? field.schema).safeParse(value).success;
    const ofOneLine = (field: AnyField): unknown[] => {
      if (field.kind === "text" && field.limits.format === undefined) return ["One\ntwo"];
      if (field.kind === "photo") return [{ file: "a.jpg", alt: "One\ntwo", focus: [50, 50] }];
      const items = field.item === undefined ? [] : ofOneLine(field.item);
      return items.map((value) => Array(field.limits.min || 1).fill(value));
    };
    const accepted = Object.values<ContentType>(catalogue).flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([key, field]) =>
        ofOneLine(field).some((value) => published(field, value)) ? [`${name}.${key}`] : [],
      ),
    );
    expect(accepted).toEqual([]);
  });

  test.each<["url" | "degrees", boolean, ...string[]]>([
    ["url", true, "https://nguvu.example/"],
    ["url", false, "javascript:alert(1)", "ftp://example.com/", "nguvu.example"],
    ["degrees", true, "-1.3000", "36.7820", "0"],
    ["degrees", false, "1,3", "1°18′", "south", "1e1"],
  ])("the format %s accepts: %s, %j", (format, isAccepted, ...texts) => {
    const { schema } = text("Text", { format });
    for (const typed of texts) expect(schema.safeParse(typed).success, typed).toBe(isAccepted);
  });

  const readTime = (from: string) => {
    const { fromForm, schema } = everyKind.fields.time;
    return schema.safeParse(fromForm(formOf({ "time.from": from, "time.to": "11:00pm" }), "time"));
  };

  test.each([
    ["9:00am", "9:00am"],
    ["4.30 PM", "4:30pm"],
    ["4:30 p.m.", "4:30pm"],
    ["16:30", "4:30pm"],
    ["00:15", "12:15am"],
    ["07:45", "7:45am"],
    ["7am", "7:00am"],
    ["6 p.m.", "6:00pm"],
    ["21:00pm", "21:00pm"],
  ])("the time %s is read as %s", (typed, read) => {
    expect(readTime(typed).data).toEqual({ from: read, to: "11:00pm" });
  });

  test.each(["25:00pm", "24:00", "9:60am", "4:30", "12:30", "7", "noon", ""])("%j is not a time", (typed) => {
    expect(readTime(typed).success).toBe(false);
  });

  test.each<[boolean, ...string[]]>([
    [true, "9:00am-3:00pm", "11:00pm-1:00am", "10:00pm-4:00am", "21:00pm-22:00pm"],
    [false, "9:00am-9:00am", "11:00am-10:00am", "9:00am-8:00am", "6:00pm-7:00am", "9:00am-3:01pm"],
  ])("the times of a class are readable; publishable: %s, as %s", (isPublished, ...times) => {
    const { schema, publishSchema = schema } = everyKind.fields.time;
    for (const [from, to] of times.map((time) => time.split("-"))) {
      expect(schema.safeParse({ from, to }).success).toBe(true);
      expect(publishSchema.safeParse({ from, to }).success, from).toBe(isPublished);
    }
  });

  test.each([
    ["2026-12-01", "06:30", true],
    ["2026-12-01", "", false],
    ["", "06:30", false],
    ["2026-02-30", "06:30", false],
    ["2026-12-01", "24:00", false],
  ])("the date %j and the time %j are kept in a draft; publishable: %s", (day, time, isPublished) => {
    const { fromForm, toForm, schema, publishSchema = schema } = everyKind.fields.until;
    const texts = { "until.day": day, "until.time": time };
    const value = fromForm(formOf(texts), "until");
    expect(Object.fromEntries(toForm(schema.parse(value), "until"))).toEqual(texts);
    expect(publishSchema.safeParse(value).success).toBe(isPublished);
  });
});

const all: readonly ContentType[] = Object.values(catalogue);

const findTitle: FindTitle = (typeName, slug) => {
  const type = all.find(({ name }) => name === typeName);
  const entry = seeds.get(typeName)?.find((seed) => seed.slug === slug);
  return type && entry && entryTitle(type, { ...entry }, slug, findTitle);
};

describe("an entry's title", () => {
  test.each([
    ["class", "mma", "Mma"],
    ["settings", "site", "Site settings"],
    ["place-picture", "hero", "Home: first view, on wide screens"],
    ["section", "home-why", "Home: why choose us"],
    ["question", "per-month", "What is p/m?"],
    ["milestone", "name", "First, A name"],
    ["fact", "classes", "{number of classes}, kinds of class"],
    ["gallery-picture", "picture-4", "A pair of red boxing gloves on a black leather bench"],
  ] as const)("of %s %s is %s", (type, slug, title) => {
    expect(findTitle(type, slug)).toBe(title);
  });

  test("has a placeholder for a draft without a valid title", () => {
    expect(entryTitle(catalogue.class, {}, "new-class")).toBe("Class without a name (new-class)");
    expect(entryTitle(catalogue.class, { title: 7 }, "new-class")).toBe("Class without a name (new-class)");
  });
});

test("values are formatted as one line", () => {
  const { plan } = catalogue;
  expect(formatValue(plan.fields.price, 4500)).toBe("KES 4,500");
  const [month, weeks] = [{ lasts: 1, unit: "months" } as const, { lasts: 2, unit: "weeks" } as const];
  expect([month, weeks, { ...weeks, visits: 10 }].map(pricePeriod)).toEqual(["p/m", "2 weeks", "10 visits"]);
  expect(formatValue(catalogue.notice.fields.until, "2026-11-27T15:20")).toBe("27 November 2026, 3:20pm");
  expect(formatValue(catalogue.notice.fields.until, "2026-11-27T")).toBe("2026-11-27T");
  expect(formatValue(plan.fields.inclusions, ["Free Hand", "Cycling"])).toBe("Free Hand, Cycling");
  expect(formatValue(catalogue.settings.fields.contactClasses, ["mma", "yoga"], findTitle)).toBe("Mma, Yoga");
});

test.each(all.map((type) => [type.name, type] as const))("the type %s declares what lists need", (_, type) => {
  const seed = seeds.get(type.name) ?? [];
  expect(type.help).toMatch(/\.$/);
  expect(type.plural).not.toBe("");
  if (type.entries.kind === "one") expect(seed.map(({ slug }) => slug)).toEqual([type.entries.slug]);
  if (type.entries.kind === "fixed")
    expect(seed.map(({ slug }) => slug).sort()).toEqual([...type.entries.slugs].sort());
  if (type.entries.kind === "list") {
    expect(type.title).not.toEqual([]);
    expect(seed.length).toBeGreaterThanOrEqual(type.entries.min ?? 0);
    expect(seed.length).toBeLessThanOrEqual(type.entries.max ?? Number.POSITIVE_INFINITY);
  }
});
