import { beforeEach, describe, expect, test } from "vitest";
import { publishValues, removeWithAll } from "../../test/content/content-changes.ts";
import { openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import type { ContentType } from "../cms/content-type.ts";
import { listEntries, seedNewTypes } from "../cms/entries.server.ts";
import { catalogue } from "./catalogue.ts";
import { questionType } from "./pricing.ts";
import {
  findBanner,
  findDescription,
  findSections,
  findThanks,
  listFilledEntries,
  listFilledFacts,
} from "./site-texts.server.ts";
import { sectionType } from "./texts.ts";

const site = openTestSiteBeforeEach("sqlite");
const { services } = site;
beforeEach(() => seedNewTypes(services, Object.values(catalogue)));

async function removeAllBut(type: ContentType, count: number): Promise<void> {
  for (const { slug } of (await listEntries(services, type)).slice(count)) await removeWithAll(services, type, slug);
}

const answers = async () =>
  new Map((await listFilledEntries(services, questionType, "answer")).map(({ slug, answer }) => [slug, answer]));

describe("texts", () => {
  const factNumbers = async () => (await listFilledFacts(services)).map(({ number }) => number);

  test("contain current facts", async () => {
    const things = "The five things on its card, from free hand to cycling, for as long as you are a member.";
    expect((await answers()).get("in-a-plan")).toEqual([things]);
    expect((await answers()).get("classes")?.[0]).toBe("All twelve are on the ");
    await removeAllBut(catalogue.class, 3);
    expect((await answers()).get("classes")?.[0]).toBe("All three are on the ");
    const [{ slug: _, ...plan } = expect.unreachable()] = await listEntries(services, catalogue.plan);
    await publishValues(services, catalogue.plan, "day", { ...plan, price: 5, sold: "at the desk only" });
    expect(await factNumbers()).toEqual(["7 days", "3", "KES 39"]);
  });

  test("use the singular for one coach, and are left out if a fact has no value", async () => {
    const team = async () => (await findSections(services, ["about-team"]))["about-team"];
    await removeAllBut(catalogue.trainer, 1);
    expect((await team()).paragraphs[0]?.[0]).toMatch(/^One coach, one floor\./);
    await removeAllBut(catalogue.class, 1);
    await removeAllBut(catalogue.plan, 0);
    await removeAllBut(catalogue.trainer, 0);
    expect([...(await answers()).keys()]).toEqual(["per-month", "single-class", "booking"]);
    expect(await factNumbers()).toEqual(["7 days"]);
    expect((await team()).paragraphs).toEqual([]);
    expect(await findDescription(services, "pricing")).toMatch(/^Take your health and body/);
  });

  test("are split into paragraphs", async () => {
    const text = "One.\n\nTwo,\nstill two.\n \nSee [the classes](/classes).";
    await publishValues(services, sectionType, "pricing", { title: "Prices", text });
    const last = ["See ", { text: "the classes", to: "/classes" }, "."];
    const { paragraphs } = (await findSections(services, ["pricing"])).pricing;
    expect(paragraphs).toEqual([["One."], ["Two,\nstill two."], last]);
  });

  test("of the thanks name the class, if one was chosen", async () => {
    const aboutBoxing = await findThanks(services, "Boxing");
    expect(aboutBoxing.text).toEqual(["What you wrote about Boxing has reached the front desk."]);
    const { text, nextSteps } = await findThanks(services, undefined);
    expect(text).toEqual(["What you wrote has reached the front desk."]);
    const phone = { text: "+254 700 000 000", to: "tel:+254700000000" };
    expect(nextSteps[1]?.text).toEqual(["Call us on ", phone, ". We are open Mon to Fri 7:30 am to 1:00 am."]);
  });
});

test("a banner has its own line, and its own or the default picture", async () => {
  expect(await findBanner(services, "contact")).toMatchObject({ eyebrow: "Karibu", photo: { file: "gallery-05.jpg" } });
  const usual = { eyebrow: "Seven days", photo: { file: "banner.jpg" } };
  expect(await findBanner(services, "schedule")).toMatchObject(usual);
});
