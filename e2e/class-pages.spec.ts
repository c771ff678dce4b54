/** The page of a class added in the console, its share picture, and pages that a browser has cached before a change. */
import sharp from "sharp";
import { publish } from "../app/cms/editing/publishing.server.ts";
import { findEntry } from "../app/cms/entries.server.ts";
import { classType } from "../app/content-types/class.ts";
import { trainerType } from "../app/content-types/trainer.ts";
import { describePicture } from "../app/pictures/picture-actions.server.ts";
import { shareName } from "../app/pictures/pictures.server.ts";
import { publishChecks } from "../app/pictures/publish-checks.server.ts";
import { uploadPicture } from "../app/pictures/upload.server.ts";
import { uploadedFile } from "../app/pictures/uploaded-pictures.server.ts";
import { SHARE_SIZE } from "../app/ui/share-picture-files.ts";
import { expectDone } from "../demo/gym.ts";
import { ACTOR, publishValues } from "../test/content/content-changes.ts";
import { makePhoto } from "../test/support/photos.ts";
import type { SiteInProcess } from "../test/support/site-in-process.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/** Pictures are encoded after the upload; the rest allows for a busy machine. */
const SOON = { timeout: 20_000 };

const PATH = "/classes/kettlebells-at-dawn";

const TEXTS = {
  title: "Kettlebells at Dawn",
  summary: "Swings before the city wakes.",
  trainer: "brian-otieno",
  day: "tuesday",
  time: { from: "6:00am", to: "6:45am" },
};

async function get(site: SiteInProcess, path: string) {
  const response = await fetch(site.url + path);
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

const page = async (site: SiteInProcess) => (await get(site, PATH)).body.toString();
const sharePath = (html: string) =>
  new URL(/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "", "http://none.invalid").pathname;

/** Describes a picture and sets its focus. */
async function addDescription({ services }: SiteInProcess, hash: string, y: number): Promise<void> {
  const alt = "A kettlebell in front of a window.";
  const fields = { focus: { x: 50, y }, alt, isDecorative: false, subjects: "nobody", person: undefined } as const;
  await describePicture(services, ACTOR, hash, fields);
}

test("a class added in the console gets a page and a share picture without a restart", async ({ ownSite: site }) => {
  const { services } = site;
  const lastChange = async () => /<lastmod>([^<]+)/.exec((await get(site, "/sitemap.xml")).body.toString())?.[1] ?? "";
  const before = await lastChange();
  // The page of unknown classes is cached from now on.
  expect((await get(site, PATH)).status).toBe(404);

  const bytes = await makePhoto(21, { width: 400, height: 500 });
  const { hash } = await expectDone(uploadPicture(services, ACTOR, { name: "dawn.jpg", bytes }));
  await addDescription(site, hash, 20);
  const photo = { file: uploadedFile(hash), alt: "", focus: [50, 20] as const };
  const request = { values: { ...TEXTS, photo }, basedOn: 0, draftRevision: undefined };
  const publishClass = () => publish(services, classType, null, request, ACTOR, { checks: publishChecks });
  await expect.poll(publishClass, SOON).toMatchObject({ code: "published", slug: "kettlebells-at-dawn" });
  await expect.poll(async () => (await get(site, PATH)).status, SOON).toBe(200);
  await expect.poll(async () => sharePath(await page(site)), SOON).toMatch(/^\/share\/u-[0-9a-f]{20}-share/);
  expect(Date.parse(await lastChange())).toBeGreaterThan(Date.parse(before));
  const html = await page(site);
  const { status, headers, body } = await get(site, sharePath(html));
  expect([status, headers.get("cross-origin-resource-policy")]).toEqual([200, "cross-origin"]);
  expect(headers.get("cache-control")).toBe("public, max-age=3600, s-maxage=10");
  expect(await sharp(body).metadata()).toMatchObject({ ...SHARE_SIZE, format: "jpeg" });

  await addDescription(site, hash, 90);
  await expect.poll(async () => sharePath(await page(site)), SOON).toContain("-50-90.jpg");
  expect((await get(site, sharePath(await page(site)))).status).toBe(200);
  // Pages that were read earlier name the earlier crop.
  const old = await fetch(`${site.url}/share/${shareName(hash, [50, 0])}`, { redirect: "manual" });
  expect([old.status, old.headers.get("location")]).toEqual([302, sharePath(await page(site))]);
});

test("a browser revalidates a cached page, for documents and for data", async ({ browser, ownSite: site }) => {
  const rename = async (name: string) => {
    const { slug, ...values } = (await findEntry(site.services, trainerType, "amina-yusuf")) ?? { slug: "" };
    await publishValues(site.services, trainerType, slug, { ...values, name });
  };
  // Not the test's own page, as watching its requests bypasses the browser's cache.
  const page = await browser.newPage();
  await page.goto(`${site.url}/classes`);
  await page.goto(`${site.url}/about`);
  await hydrated(page);
  const menu = page.getByRole("navigation", { name: "Main" });
  const go = async (name: string) => {
    await menu.getByRole("link", { name, exact: true }).dispatchEvent("click");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(name, "i"));
  };
  await go("Classes");
  await go("About");
  await rename("Wambui By Script");
  await go("Classes");
  await expect(page.getByRole("main")).toContainText("Wambui By Script");
  await rename("Wambui By Document");
  await page.goto(`${site.url}/classes`);
  await expect(page.getByRole("main")).toContainText("Wambui By Document");
  await page.close();
});
