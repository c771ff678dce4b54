/** Pictures in the console: upload, description and use, with and without JavaScript; withdrawal; recovery after a crash. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { makePhoto } from "../test/support/photos.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { type SiteProcess, startSiteProcess } from "../test/support/site-process.ts";
import { addStaffMemberTo, withStore } from "../test/support/staff.ts";
import { expect, hydrated, signInStaff, test } from "./fixtures.ts";

// Uploaded pictures are encoded one after another.
test.describe.configure({ timeout: 90_000 });

const SECRET = "the secret that all instances share 7f3a";

async function choose(page: Page, buffer: Buffer, name = "Saturday.jpg"): Promise<void> {
  await page.getByLabel("Add a photo").setInputFiles({ name, mimeType: "image/jpeg", buffer });
}

/** Uploads a photo as a page without JavaScript does. @returns the address it redirects to */
async function upload(url: string, cookie: string, bytes: Buffer): Promise<string> {
  const body = new FormData();
  body.append("picture", new Blob([new Uint8Array(bytes)]), "photo.jpg");
  const response = await fetch(`${url}/staff/pictures`, {
    method: "POST",
    body,
    headers: { cookie },
    redirect: "manual",
  });
  expect(response.status).toBe(303);
  return (response.headers.get("location") ?? "").split("?")[0] ?? "";
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a photo is uploaded, gets a focus by touch, a description and a consent, and loses the consent", async ({
    page,
    site,
  }) => {
    await signInStaff(page, site, "desk");
    await page.goto("/staff/pictures");
    await choose(page, await makePhoto(41));
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("heading", { name: "New picture" })).toBeVisible();
    const photo = page.getByRole("button", { name: "Touch the picture to set the focus" });
    await photo.click({ position: { x: 72, y: 54 } });
    await expect(page.locator("main").getByText("25% across, 25% down")).toBeVisible();
    await page.getByLabel("What the picture shows").fill("A member rows.");
    await page.getByLabel("Name").fill("Joseph Karanja");
    await page.getByLabel("Agreed on").fill("2031-01-01");
    // Enter saves, and doesn't press the picture's button.
    await page.getByLabel("Name").press("Enter");
    await expect(page.locator("main").getByText("This date is in the future")).toBeVisible();
    await expect(page.getByLabel("What the picture shows")).toHaveValue("A member rows.");
    await page.getByLabel("Agreed on").fill("2026-11-02");
    await page.getByRole("button", { name: "Save picture" }).click();
    await expect(page.locator("main").getByText("Saved.")).toBeVisible();
    await expect(page.locator("main").getByText("25% across, 25% down")).toBeVisible();
    await expect(page.locator("main").getByText("Joseph Karanja", { exact: true })).toBeVisible();
    await page.locator("summary", { hasText: "Withdraw" }).click();
    await page.getByRole("button", { name: /^Withdraw consent/ }).click();
    await expect(page.locator("main").getByText("the files of this picture are deleted")).toBeVisible();
    await page.locator("summary", { hasText: "Remove" }).click();
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await expect(page.locator("main").getByText("The picture and its files are removed")).toBeVisible();
  });

  test("a file that is not a photo, or too large, is refused with a message at the field", async ({ page, site }) => {
    await signInStaff(page, site, "owner");
    await page.goto("/staff/pictures");
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("alert")).toHaveText(/Choose a photo first/);
    await choose(page, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("alert")).toHaveText(/isn’t a JPEG, PNG or WebP/);
    // From the disk: the browser's debugging protocol takes seconds for so many bytes.
    const large = join(site.dataDir, "large.jpg");
    await writeFile(large, Buffer.alloc(16 * 1024 * 1024));
    await page.getByLabel("Add a photo").setInputFiles(large);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("alert")).toHaveText(/larger than 15 MB/);
  });
});

test("with JavaScript a photo is scaled down, sent when chosen, and its crops follow the focus", async ({
  page,
  site,
}) => {
  await signInStaff(page, site, "desk");
  await page.goto("/staff/pictures");
  await hydrated(page);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await choose(page, await makePhoto(42, { width: 3200, height: 2400, format: "png" }));
  await expect(page.getByRole("heading", { name: "New picture" })).toBeVisible();
  expect((await sent).url()).toBe(`${site.url}/staff/pictures`);
  await hydrated(page);
  const photo = page.getByRole("button", { name: "Touch the picture to set the focus" });
  const box = await photo.boundingBox();
  await photo.click({ position: { x: (box?.width ?? 0) / 5, y: (box?.height ?? 0) / 2 } });
  await expect(page.locator("main").getByText("20% across, 50% down")).toBeVisible();
  await expect(page.getByRole("region", { name: "As the site shows it" }).locator("img").first()).toHaveCSS(
    "object-position",
    "20% 50%",
  );
  await photo.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main").getByText("20% across, 50% down")).toBeVisible();
  await page.getByLabel("bottom", { exact: true }).check();
  await expect(page.locator("main").getByText("50% across, 85% down")).toBeVisible();
  await page.getByLabel("What the picture shows").fill("Bars of colour.");
  await page.getByLabel("Agreed on").fill("2026-11-02");
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.locator("main").getByText("Enter the name of the person.")).toBeVisible();
  // While a message is shown, the page doesn't refresh to check for the sizes.
  await pause(2500);
  await expect(page.locator("main").getByText("Enter the name of the person.")).toBeVisible();
  await page.getByLabel("Agreed on").fill("");
  await page.getByLabel(/^Nobody/).check();
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.locator("main").getByText("Saved.")).toBeVisible();
  // The page refreshes automatically until the sizes are made.
  await expect(page.locator("main").getByText("Ready, not on the site")).toBeVisible({ timeout: 60_000 });
  const stored = await withStore(site.environment, ({ db }) =>
    db
      .selectFrom("pictures")
      .select(["width", "height", "focus_x", "focus_y"])
      .orderBy("made_at", "desc")
      .executeTakeFirst(),
  );
  expect(stored).toEqual({ width: 1600, height: 1200, focus_x: 50, focus_y: 85 });
});

test("a picture is added to the gallery with everybody's consent, and its entry shows a withdrawal", async ({
  page,
  site,
}) => {
  const { cookie } = await signInStaff(page, site, "owner");
  const path = await upload(site.url, cookie, await makePhoto(45, { width: 600, height: 400 }));
  const states = () => withStore(site.environment, ({ db }) => db.selectFrom("pictures").select("state").execute());
  await expect
    .poll(async () => (await states()).every(({ state }) => state === "ready"), { timeout: 30_000 })
    .toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await hydrated(page);
  await page.getByLabel("What the picture shows").fill("A member stretches.");
  await page.getByLabel("Name").fill("Zawadi Achieng");
  const intoGallery = page.getByRole("button", { name: "Save and add to the gallery" });
  await intoGallery.click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("record each consent in the register below");
  await expect(alert).toBeInViewport();
  await expect(page.locator(":focus")).toContainText("not in the gallery yet");
  // The person is listed, and the form is empty for the next one.
  await page.locator("summary", { hasText: "Record consent" }).click();
  await expect(page.getByRole("region", { name: "Who is in the picture" }).getByLabel("Name")).toHaveValue("");
  await page.getByRole("region", { name: "Register of consents" }).getByLabel("Agreed on").fill("2026-11-02");
  await page
    .getByRole("region", { name: "Register of consents" })
    .getByRole("button", { name: "Record consent" })
    .click();
  await expect(page.locator("main").getByText("Ready, not on the site")).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const places = await page
    .locator("section[aria-labelledby=description], [data-part=buttons]")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  expect(places[1]?.top).toBeGreaterThanOrEqual(places[0]?.bottom ?? Number.POSITIVE_INFINITY);
  await intoGallery.click();
  await expect(page.locator("main").getByText("It is in the gallery")).toBeVisible();
  await page.locator("summary", { hasText: "Withdraw" }).click();
  await page.getByRole("button", { name: /^Withdraw consent/ }).click();
  await expect(page.locator("main").getByText("the files of this picture are deleted")).toBeVisible();
  await page.goto("/staff");
  await page.getByRole("listitem").filter({ hasText: "can no longer be shown" }).getByRole("link").click();
  await expect(page.locator("main").getByText("Its picture can’t be shown")).toBeVisible();
  await expect(
    page.locator("main").getByText("Consent for this picture was withdrawn. Choose another one."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose another picture" })).toBeVisible();
  await page.locator(".back").click();
  await expect(page.getByRole("listitem").filter({ hasText: "Its picture can’t be shown" })).toHaveCount(1);
});

test("a stranger's upload is not read", async ({ site }) => {
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  });
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const init = { method: "POST", body, headers, redirect: "manual", duplex: "half" } as RequestInit;
  const response = await fetch(`${site.url}/staff/pictures`, init);
  expect([response.status, response.headers.get("location")]).toEqual([302, expect.stringContaining("/login")]);
  expect(sent).toBeLessThan(2_000_000);
});

test.describe("instances", () => {
  test.describe.configure({ timeout: 120_000 });

  let dataDir = "";
  test.beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "nguvu-pictures-"));
  });
  test.afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  test("an acknowledged picture is finished after the process was killed", async () => {
    const environment = { DATA_DIR: dataDir, SECRET };
    const first = await startSiteProcess(environment);
    const { cookie } = await addStaffMemberTo(environment, "desk");
    const page = await upload(first.url, cookie, await makePhoto(43, { width: 1200, height: 900 }));
    first.signal("SIGKILL");
    await first.ended;
    // Simulates that the ended process's lease has expired.
    await withStore(environment, ({ db }) =>
      db.updateTable("pictures").set({ due_at: "2026-01-01T00:00:00.000Z" }).execute(),
    );
    const second = await startSiteProcess(environment);
    const states = () => withStore(environment, ({ db }) => db.selectFrom("pictures").select("state").execute());
    await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: "ready" }]);
    const response = await fetch(second.url + page, { headers: { cookie } });
    expect(response.status).toBe(200);
    second.signal("SIGTERM");
    await second.ended;
  });

  test("a withdrawal on one removes the picture from the other's pages and files within seconds", async () => {
    const postgres = await startPostgres();
    const environment = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, SECRET };
    const sites: SiteProcess[] = [await startSiteProcess(environment), await startSiteProcess(environment)];
    const [first, second] = sites;
    if (first === undefined || second === undefined) throw new Error("The instances did not start");
    const { cookie } = await addStaffMemberTo(environment, "desk");
    const page = await upload(first.url, cookie, await makePhoto(44));
    const post = (fields: Record<string, string>) =>
      fetch(first.url + page, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
    const consent = { name: "Joseph Karanja", given_on: "2026-11-02", purpose: "site", how: "form" };
    expect((await post({ do: "save", alt: "A member rows.", ...consent })).status).toBe(303);
    const hash = page.split("/").at(-1) ?? "";
    await withStore(environment, async ({ db }) => {
      const photo = { file: `u-${hash}.jpg`, alt: "", focus: [50, 50] };
      const body = JSON.stringify({ photo });
      await db
        .updateTable("entries")
        .set({ body })
        .where("type", "=", "place-picture")
        .where("slug", "=", "about-page")
        .execute();
    });
    const aboutPage = async (site: SiteProcess) => (await fetch(`${site.url}/about`)).text();
    const address = new RegExp(`/pictures/u-${hash}-[0-9a-f]{8}-400\\.webp`);
    for (const site of sites) await expect.poll(() => aboutPage(site), { timeout: 30_000 }).toMatch(address);
    const path = address.exec(await aboutPage(second))?.[0] ?? "";
    const file = await fetch(second.url + path);
    expect([file.status, file.headers.get("cache-control")]).toEqual([200, "public, max-age=3600, s-maxage=10"]);
    const [row] = await withStore(environment, ({ db }) => db.selectFrom("consents").select("id").execute());
    expect((await post({ do: "withdraw", id: row?.id ?? "" })).status).toBe(303);
    for (const site of sites) {
      await expect.poll(async () => (await fetch(site.url + path)).status, { timeout: 4000 }).toBe(410);
      await expect.poll(() => aboutPage(site), { timeout: 4000 }).not.toMatch(address);
    }
    expect(await withStore(environment, ({ db }) => db.selectFrom("picture_files").select("name").execute())).toEqual(
      [],
    );
    for (const site of sites) site.signal("SIGTERM");
    await Promise.all(sites.map((site) => site.ended));
    await postgres.remove();
  });
});
