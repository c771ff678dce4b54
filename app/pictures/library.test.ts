import { describe, expect, test } from "vitest";
import { ACTOR, publishValues } from "../../test/content/content-changes.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { saveDraft } from "../cms/editing/drafts.server.ts";
import { galleryPictureType } from "../content-types/pictures.ts";
import { testimonialType } from "../content-types/testimonial.ts";
import { pictures as builtPictures } from "../ui/picture-files.ts";
import { listConsents } from "./consents.server.ts";
import { findPictureUses, listChoosablePictures, listLibrary, progressOf } from "./library.server.ts";
import { encodeNext } from "./picture-worker.server.ts";
import { removePicture } from "./pictures.server.ts";
import { quoteProblems } from "./publish-checks.server.ts";
import { removeAbandonedPictures } from "./upload.server.ts";
import { findShownPictures, uploadedFile } from "./uploaded-pictures.server.ts";

const hashOf = (number: number) => String(number).padStart(20, "0");

describe.each(ENGINES)("the library on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  /** Pictures as rows alone, of the same moment two by two. */
  async function addRows(count: number) {
    const facts = { recipe: "00000000", width: 800, height: 600, colour: "#000000", made_by: "Desk" };
    const rows = Array.from({ length: count }, (_, number) => ({
      ...{ ...facts, hash: hashOf(number), name: `Picture ${number}`, state: "ready" as const, due_at: null },
      made_at: new Date(Date.UTC(2026, 10, 1, 0, Math.floor(number / 2))).toISOString(),
      ...{ alt: "A member rows.", subjects: "nobody" as const },
    }));
    await services.db.insertInto("pictures").values(rows).execute();
  }

  test("is listed in pages, newest first, each picture once", async () => {
    await addRows(50);
    const first = await listLibrary(services);
    const second = await listLibrary(services, first.next);
    const third = await listLibrary(services, second.next);
    expect([first, second, third].map(({ pictures }) => pictures.length)).toEqual([24, 24, 2]);
    expect(third.next).toBeUndefined();
    const hashes = [first, second, third].flatMap(({ pictures }) => pictures.map(({ hash }) => hash));
    expect(hashes).toEqual(Array.from({ length: 50 }, (_, number) => hashOf(49 - number)));
  });

  test("shows what a picture lacks, and where it is used, including drafts", async () => {
    await addRows(1);
    const { db } = services;
    const photo = { file: uploadedFile(hashOf(0)), alt: "", focus: [50, 50] as const };
    await publishValues(services, galleryPictureType, "one", { number: 1, photo });
    await saveDraft(services, galleryPictureType, null, { number: 2, photo }, ACTOR);
    const uses = (await findPictureUses(services)).get(hashOf(0)) ?? [];
    expect(uses).toMatchObject([false, true].map((isDraft) => ({ type: "gallery-picture", isDraft })));
    const steps = [
      ["complete", { state: "ready" }],
      ["making", { state: "making" }],
      ["description-missing", { alt: "" }],
      ["consent-missing", { subjects: "people" }],
      ["subjects-missing", { subjects: "undecided" }],
      ["withdrawn", { state: "withdrawn" }],
    ] as const;
    for (const [condition, values] of steps) {
      await db.updateTable("pictures").set(values).execute();
      expect((await listLibrary(services)).pictures).toMatchObject([{ condition }]);
    }
  });

  test("is read only through indexes", async () => {
    await addRows(30);
    const { services, queries } = recordQueries(site.services);
    const { next } = await listLibrary(services);
    await listLibrary(services, next);
    await listChoosablePictures(services);
    await findShownPictures(services.db, [hashOf(1), hashOf(2)]);
    await listConsents(services.db, { kind: "picture", key: hashOf(1) });
    await quoteProblems(services.db, testimonialType, { name: "Aisha" });
    const due = { state: "making", due_at: "2026-01-01" } as const;
    await services.db.updateTable("pictures").set(due).where("hash", "=", hashOf(3)).execute();
    await encodeNext(services);
    await removeAbandonedPictures(services);
    await removePicture(services, ACTOR, hashOf(4));
    expect(queries.size).toBeGreaterThan(12);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });

  if (kind === "postgres") return;

  test("counts the files that are made after the upload", () => {
    const picture = { width: 400, focus_x: 50, focus_y: 50 };
    expect(progressOf(picture, 3)).toEqual({ made: 0, all: 9 });
    expect(progressOf(picture, 12)).toEqual({ made: 9, all: 9 });
  });

  test("offers uploaded pictures and the site's own, with their descriptions", async () => {
    await addRows(30);
    const first = await listChoosablePictures(services);
    expect(first.pictures.every(({ thumbnail }) => thumbnail.startsWith("/staff/pictures/"))).toBe(true);
    const { pictures, next } = await listChoosablePictures(services, first.next);
    expect(next).toBeUndefined();
    expect(pictures).toHaveLength(6 + builtPictures.size);
    const about = pictures.find(({ photo }) => photo.file === "about.jpg");
    expect(about?.photo.alt.length).toBeGreaterThan(20);
    expect(about?.thumbnail).toMatch(/^\/pictures\/about-[0-9a-f]{8}-240\.webp$/);
  });
});
