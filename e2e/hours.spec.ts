/** Opening hours and WhatsApp links, by the settings and the timetable, on every page that shows them. */
import { findSingleEntry } from "../app/cms/entries.server.ts";
import { settingsType } from "../app/content-types/settings.ts";
import { addDays, dateInNairobi, dayAndDate } from "../app/time/dates.server.ts";
import { closeDays } from "../app/timetable/closures.server.ts";
import { pollVersions } from "../host/cache/page-versions.ts";
import { ACTOR, publishValues } from "../test/content/content-changes.ts";
import { expect, openSiteBeforeAll, test } from "./fixtures.ts";

async function read(path: string): Promise<string> {
  return (await fetch(site.url + path)).text();
}

const CLOSED = /Closed on [A-Z][a-z]+ \d+\u00a0[A-Z][a-z]+: public holiday/;

const site = openSiteBeforeAll();

test("a closure is announced on every page when it is near", async () => {
  for (const path of ["/", "/contact", "/gallery/page-1"]) expect(await read(path), path).not.toMatch(CLOSED);
  const date = addDays(dateInNairobi(site.services.now()), 2);
  expect((await closeDays(site.services, { from: date, to: date, note: "public holiday" }, ACTOR)).code).toBe("done");
  await pollVersions(site.services);
  const line = `Closed on ${dayAndDate(date).replace(/(?<=\d) /, "\u00a0")}: public holiday`;
  for (const path of ["/", "/gallery/page-1", "/nowhere"]) expect(await read(path), path).toContain(line);
  const contact = (await read("/contact")).replace(/<script.*?<\/script>/gs, "");
  expect(contact.split(line)).toHaveLength(3);
});

test("with a WhatsApp number, classes, plans and the contact page link to a chat", async () => {
  /** The texts of the links to a chat. */
  const chats = async (path: string) => {
    const html = (await read(path)).replace(/<script.*?<\/script>/gs, "").replaceAll("&amp;", "&");
    const links = [...html.matchAll(/href="(https:\/\/wa\.me\/254712345678\?[^"]*)"/g)];
    return links.map(([, link = ""]) => new URL(link).searchParams.get("text") ?? "");
  };
  for (const path of ["/contact", "/pricing", "/schedule/monday"]) {
    expect(await read(path), path).not.toContain("https://wa.me/");
  }
  const { slug, ...values } = await findSingleEntry(site.services, settingsType);
  await publishValues(site.services, settingsType, slug, { ...values, whatsApp: "0712 345 678" });
  expect(await chats("/contact")).toEqual(["Hello! I have a question."]);
  const ofPlan = expect.stringMatching(/^Hello! I have a question about the \w+ plan/);
  expect(await chats("/pricing")).toEqual([ofPlan, ofPlan, ofPlan]);
  const ofClass = /^Hello! I have a question about \w.* on Monday \d+ [A-Z][a-z]+ \d{4}, \d+:\d\d[ap]m\.$/;
  expect(await chats("/schedule/monday")).toEqual(Array(4).fill(expect.stringMatching(ofClass)));
  expect(await chats("/")).toEqual([]);
});
