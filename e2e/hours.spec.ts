/** Opening hours and WhatsApp links, by the settings and the timetable, on every page that shows them. */
import { findSingleEntry } from "../app/cms/entries.server.ts";
import { settingsType } from "../app/content-types/settings.ts";
import { dayAndDate } from "../app/time/date-texts.server.ts";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { closeDays } from "../app/timetable/closures.server.ts";
import { pollVersions } from "../host/cache/page-versions.ts";
import { ACTOR, publishValues } from "../test/content/content-changes.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { expect, test } from "./fixtures.ts";

async function read(site: SiteInProcess, path: string): Promise<string> {
  return (await fetch(site.url + path)).text();
}

async function publishSettings(site: SiteInProcess, changes: Record<string, unknown>): Promise<void> {
  const { slug, ...values } = await findSingleEntry(site.services, settingsType);
  await publishValues(site.services, settingsType, slug, { ...values, ...changes });
}

async function close(site: SiteInProcess, date: string): Promise<void> {
  const outcome = await closeDays(site.services, { from: date, to: date, note: "public holiday" }, ACTOR);
  expect(outcome.code).toBe("done");
  await pollVersions(site.services);
}

const CLOSED = /Closed on [A-Z][a-z]+ \d+\u00a0[A-Z][a-z]+: public holiday/;

test("a closure is announced on every page when it is near", async () => {
  const site = await startSiteInProcess();
  try {
    const today = dateInNairobi(site.services.now());
    for (const path of ["/", "/contact", "/gallery/page-1"]) expect(await read(site, path), path).not.toMatch(CLOSED);
    await close(site, addDays(today, 60));
    expect(await read(site, "/")).not.toMatch(CLOSED);
    await close(site, addDays(today, 2));
    const line = `Closed on ${dayAndDate(addDays(today, 2)).replace(/(?<=\d) /, "\u00a0")}: public holiday`;
    for (const path of ["/", "/gallery/page-1", "/nowhere"]) expect(await read(site, path), path).toContain(line);
    const contact = (await read(site, "/contact")).replace(/<script.*?<\/script>/gs, "");
    expect(contact.split(line)).toHaveLength(3);
  } finally {
    await site.close();
  }
});

test("the contact page has the footer's hours unless it has its own", async () => {
  const site = await startSiteInProcess();
  try {
    expect(await read(site, "/contact")).toContain("Mon to Fri 7:30 am to 1:00 am");
    await publishSettings(site, { contactHours: [] });
    expect(await read(site, "/contact")).toContain("<li>Monday-Friday 7:00am-21:00pm</li>");
  } finally {
    await site.close();
  }
});

test("with a WhatsApp number, classes, plans and the contact page link to a chat", async ({ page }) => {
  const site = await startSiteInProcess();
  try {
    const links = page.getByRole("link", { name: /^Ask on WhatsApp/ });
    for (const path of ["/contact", "/pricing", "/schedule/monday"]) {
      await page.goto(site.url + path);
      await expect(links, path).toHaveCount(0);
    }
    await publishSettings(site, { whatsApp: "0712 345 678" });
    await page.goto(`${site.url}/contact`);
    await expect(links).toHaveAttribute("href", "https://wa.me/254712345678?text=Hello!%20I%20have%20a%20question.");
    await page.goto(`${site.url}/pricing`);
    await expect(links).toHaveCount(3);
    await expect(links.first()).toHaveAttribute(
      "href",
      /text=Hello!%20I%20have%20a%20question%20about%20the%20plan%20/,
    );
    await page.goto(`${site.url}/schedule/monday`);
    await expect(links).toHaveCount((await page.getByRole("row").count()) - 1);
    const question = new URL((await links.first().getAttribute("href")) ?? "").searchParams.get("text");
    expect(question).toMatch(/^Hello! I have a question about \w.* on Monday \d+ [A-Z][a-z]+ \d{4}, \d+:\d\d[ap]m\.$/);
    await page.goto(`${site.url}/`);
    await expect(links).toHaveCount(0);
  } finally {
    await site.close();
  }
});
