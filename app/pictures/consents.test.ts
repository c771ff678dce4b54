import { beforeEach, describe, expect, test } from "vitest";
import { createUploadedPictures } from "../../host/cache/uploaded-pictures.ts";
import { ACTOR, publishValues, removeWithAll, tablesWith } from "../../test/content/content-changes.ts";
import { makePhoto } from "../../test/support/photos.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { rememberingEncoder } from "../../test/support/remembering-encoder.ts";
import { ENGINES, openTestSiteBeforeEach, race } from "../../test/support/test-services.ts";
import { pollContentVersion } from "../cms/content-version.server.ts";
import { saveDraft } from "../cms/editing/drafts.server.ts";
import { findEditableEntry } from "../cms/editing/editable-entry.server.ts";
import { setOrder } from "../cms/editing/order.server.ts";
import { publish } from "../cms/editing/publishing.server.ts";
import { schedulePublish } from "../cms/editing/schedules.server.ts";
import { restoreEntry } from "../cms/editing/undo.server.ts";
import { listEntries } from "../cms/entries.server.ts";
import { galleryPictureType } from "../content-types/pictures.ts";
import { testimonialType } from "../content-types/testimonial.ts";
import { DAY_MS } from "../platform/durations.ts";
import type { Services } from "../platform/services.ts";
import { pictureUrl } from "../ui/picture.tsx";
import { pictures as builtPictures } from "../ui/picture-files.ts";
import {
  addConsent,
  forgetPerson,
  giveConsent,
  listConsents,
  renameErasedTestimonials,
  withdrawConsent,
} from "./consents.server.ts";
import {
  entriesWithHiddenPictures,
  findChoosablePicture,
  findPictureUses,
  listChoosablePictures,
  listLibrary,
  progressOf,
} from "./library.server.ts";
import { describePicture, type PictureDescription } from "./picture-actions.server.ts";
import { encodeNext } from "./picture-worker.server.ts";
import { countFiles, findPicture, removePicture } from "./pictures.server.ts";
import { pictureProblems, publishChecks, quoteProblems } from "./publish-checks.server.ts";
import { removeAbandonedPictures, uploadPicture } from "./upload.server.ts";
import { findShownPictures, listGalleryPictures, uploadedFile } from "./uploaded-pictures.server.ts";

const DESK = { id: "u-desk", name: "Desk" };
const JOSEPH = { name: "Joseph Karanja", givenOn: "2026-11-20", purpose: "site", how: "form", guardian: "" } as const;
const WORDS: PictureDescription = {
  focus: { x: 20, y: 70 },
  alt: "Joseph lifts a barbell.",
  isDecorative: false,
  subjects: "people",
  person: JOSEPH,
};

describe.each(ENGINES)("consent on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;
  let hash: string;
  beforeEach(async () => {
    services.imageEncoder = rememberingEncoder(site.services.imageEncoder);
    const outcome = await uploadPicture(services, DESK, { name: "IMG_7.jpg", bytes: await makePhoto(1) });
    hash = outcome.code === "done" ? outcome.hash : expect.unreachable(outcome.code);
  });

  const subject = () => ({ kind: "picture" as const, key: hash });
  const values = () => ({ number: 1, photo: { file: uploadedFile(hash), alt: "Joseph", focus: [50, 50] as const } });
  const problems = async () =>
    (await pictureProblems(services.db, galleryPictureType, values())).map(({ field, message }) => [field, message]);

  /** The picture on the gallery page, as an instance reads it. */
  async function shown(instance: Services) {
    return (await listEntries(instance, galleryPictureType))[0]?.photo;
  }

  async function consentOfJoseph() {
    const consents = await listConsents(services.db, subject());
    return consents.find(({ name }) => name === JOSEPH.name) ?? expect.unreachable();
  }

  test("a picture can be published when it is described, everybody has agreed, and its files are made", async () => {
    const steps: [done: () => Promise<unknown>, problem: RegExp | undefined][] = [
      [async () => {}, /who is in (it|this picture)/],
      [() => describePicture(services, DESK, hash, { ...WORDS, alt: "", person: undefined }), /no description yet/],
      [() => describePicture(services, DESK, hash, { ...WORDS, person: undefined }), /still being processed/],
      [() => encodeNext(services), /has not agreed yet/],
      [() => describePicture(services, DESK, hash, { ...WORDS, person: { ...JOSEPH, givenOn: null } }), /not agreed/],
      [async () => giveConsent(services, DESK, subject(), (await consentOfJoseph()).id, JOSEPH, "IMG_7"), undefined],
      [() => describePicture(services, DESK, hash, { ...WORDS, subjects: "nobody", person: undefined }), undefined],
      [() => describePicture(services, DESK, hash, { ...WORDS, alt: "", isDecorative: true }), undefined],
      [() => describePicture(services, DESK, hash, { ...WORDS, subjects: "undecided" }), /who is in (it|this picture)/],
      [() => removePicture(services, DESK, hash), /has been removed/],
    ];
    for (const [done, problem] of steps) {
      await done();
      expect(await problems()).toEqual(problem === undefined ? [] : [["photo", expect.stringMatching(problem)]]);
    }
  });

  test("withdrawing consent removes the picture from every page, file and cache, on all instances", async () => {
    await encodeNext(services);
    await publishValues(services, galleryPictureType, "one", values());
    expect(await shown(services)).not.toHaveProperty("size");
    await describePicture(services, DESK, hash, WORDS);
    const other = await site.secondInstance();
    await pollContentVersion(other.services);
    const instances = [services, other.services].map((each) => ({ each, pictures: createUploadedPictures(each) }));
    const photo = await shown(services);
    const path = (photo && pictureUrl(photo, 400)) ?? "";
    const get = (pictures: ReturnType<typeof createUploadedPictures>) =>
      pictures.respond(new Request(`http://localhost${path}`), path);
    for (const { each, pictures } of instances) {
      const size = { file: uploadedFile(hash), width: 400, height: 300 };
      expect(await shown(each)).toMatchObject({ alt: "Joseph lifts a barbell.", focus: [20, 70], size });
      const response = await get(pictures);
      const headers = ["content-type", "cache-control"].map((name) => response?.headers.get(name));
      expect([response?.status, ...headers]).toEqual([200, "image/webp", "public, max-age=3600, s-maxage=10"]);
      expect(pictures.find(path, { acceptEncoding: null, ifNoneMatch: null })?.status).toBe(200);
    }
    // A file that was read while the content changed is not current.
    const late = createUploadedPictures(services);
    const reading = get(late);
    services.content.version += 1;
    await reading;
    expect(late.find(path, { acceptEncoding: null, ifNoneMatch: null })).toBeUndefined();
    services.content.version -= 1;
    expect(await entriesWithHiddenPictures(services, [galleryPictureType])).toEqual([]);
    const choosable = async () => {
      const { pictures } = await listChoosablePictures(services);
      const photo = await findChoosablePicture(services, uploadedFile(hash));
      return [pictures.some((picture) => picture.photo.file === uploadedFile(hash)), photo !== undefined];
    };
    expect(await choosable()).toEqual([true, true]);
    expect(await withdrawConsent(services, DESK, subject(), (await consentOfJoseph()).id, "IMG_7")).toBe(hash);
    expect(await withdrawConsent(services, DESK, subject(), (await consentOfJoseph()).id, "IMG_7")).toBeUndefined();
    // The poll that each instance makes once a second.
    await pollContentVersion(other.services);
    for (const { each, pictures } of instances) {
      // Nor its description, which may name a person.
      expect(await shown(each)).toEqual({ file: uploadedFile(hash), alt: "", focus: [50, 50] });
      expect(await listGalleryPictures(each)).toEqual([]);
      expect(pictures.find(path, { acceptEncoding: null, ifNoneMatch: null })).toBeUndefined();
      expect((await get(pictures))?.status).toBe(410);
    }
    expect(await choosable()).toEqual([false, false]);
    const [entry] = await entriesWithHiddenPictures(services, [galleryPictureType]);
    expect(entry).toMatchObject({ type: "gallery-picture", slug: "one" });
    expect(await countFiles(services.db, hash)).toBe(0);
    expect(await findPicture(services.db, hash)).toMatchObject({ state: "withdrawn", alt: "" });
    expect(await consentOfJoseph()).toMatchObject({ name: "Joseph Karanja", withdrawn_by: "Desk" });
    expect(await problems()).toEqual([["photo", expect.stringMatching(/withdrawn/)]]);
    const log = (await site.rows("audit_log")).filter(({ type }) => type === "picture");
    const withdrawn = ["consent-recorded", "consent-withdrawn", "picture-changed", "picture-uploaded"];
    expect(log.map(({ action }) => action).sort()).toEqual(withdrawn);
    expect(JSON.stringify(log)).not.toContain("Joseph");
  });

  test("a consent sent twice is recorded once, and only people who have not agreed yet can be removed from the list", async () => {
    await race(services, "consents", () => [1, 2].map(() => describePicture(services, DESK, hash, WORDS)));
    expect(await listConsents(services.db, subject())).toHaveLength(1);
    const acts = (await site.rows("audit_log")).map(({ action }) => action);
    expect(acts.sort()).toEqual(["consent-recorded", "picture-changed", "picture-uploaded"]);
    const { id } = await consentOfJoseph();
    expect(await forgetPerson(services, subject(), id)).toBe(false);
    await describePicture(services, DESK, hash, { ...WORDS, person: { ...JOSEPH, name: "Amina", givenOn: null } });
    const pending = (await listConsents(services.db, subject())).find(({ name }) => name === "Amina");
    expect(await forgetPerson(services, { kind: "picture", key: "other" }, pending?.id ?? "")).toBe(false);
    await describePicture(services, DESK, hash, { ...WORDS, person: { ...JOSEPH, name: "Amina" } });
    expect(await forgetPerson(services, subject(), pending?.id ?? "")).toBe(true);
    expect(await listConsents(services.db, subject())).toHaveLength(2);
    await withdrawConsent(services, DESK, subject(), id, "IMG_7");
    await addConsent(services, DESK, subject(), JOSEPH, "IMG_7");
    expect(await listConsents(services.db, subject())).toHaveLength(3);
  });

  test("a removed picture leaves neither file nor consent", async () => {
    await describePicture(services, DESK, hash, WORDS);
    expect(await removePicture(services, DESK, hash)).toBe(true);
    expect(await removePicture(services, DESK, hash)).toBe(false);
    expect(await countFiles(services.db, hash)).toBe(0);
    expect(await listConsents(services.db, subject())).toEqual([]);
    const pictures = createUploadedPictures(services);
    const path = `/pictures/u-${hash}-00000000-400.webp`;
    expect((await pictures.respond(new Request(`http://localhost${path}`), path))?.status).toBe(404);
  });

  test("a testimonial needs its author's consent, and is removed when consent is withdrawn", async () => {
    const quote = { text: "I row.", name: "Aisha", job: "Nurse" };
    const aisha = { kind: "testimonial", key: "aisha" } as const;
    const onSite = async () => (await listEntries(services, testimonialType)).map(({ slug }) => slug);
    const missing = async () =>
      (await quoteProblems(services.db, testimonialType, quote)).map(({ message }) => message);
    await publishValues(services, testimonialType, "aisha", { ...quote, text: "I row, often." });
    await publishValues(services, testimonialType, "aisha", quote);
    const later = { values: { ...quote, text: "I row later." }, basedOn: 2 };
    const tomorrow = new Date(services.now().getTime() + DAY_MS);
    await schedulePublish(services, testimonialType, "aisha", later, tomorrow, ACTOR);
    await saveDraft(services, testimonialType, "aisha", { ...quote, text: "I rowed." }, ACTOR, { basedOn: 2 });
    expect(await onSite()).toEqual(["aisha"]);
    const checks = { checks: publishChecks };
    const unasked = await publish(services, testimonialType, null, { values: quote, basedOn: 0 }, ACTOR, checks);
    expect(unasked).toMatchObject({ code: "refused", problems: [{ field: "name" }] });
    expect(await missing()).toEqual([expect.stringMatching(/no consent yet/)]);
    await addConsent(services, DESK, aisha, { ...JOSEPH, name: "Aisha", givenOn: null }, "Aisha");
    expect(await missing()).toEqual([expect.stringMatching(/no consent yet/)]);
    const [consent] = await listConsents(services.db, aisha);
    const give = (id = "", givenOn = "2026-11-20") =>
      giveConsent(services, DESK, aisha, id, { ...JOSEPH, name: "Aisha", givenOn }, "Aisha");
    expect(await give(consent?.id)).toBe(true);
    expect(await give(consent?.id, "2026-11-21")).toBe(false);
    expect(await listConsents(services.db, aisha)).toMatchObject([{ given_on: "2026-11-20" }]);
    expect(await missing()).toEqual([]);
    expect(await quoteProblems(services.db, testimonialType, { ...quote, name: "Baraka" })).toHaveLength(1);
    await publishValues(services, testimonialType, "juma", { ...quote, name: "Juma", text: "I lift." });
    const juma = { kind: "testimonial", key: "juma" } as const;
    for (const purpose of ["site", "site-and-social"] as const)
      await addConsent(services, DESK, juma, { ...JOSEPH, name: "Juma", purpose }, "Juma");
    const [first] = await listConsents(services.db, juma);
    expect(await withdrawConsent(services, DESK, juma, first?.id ?? "", "Juma")).toBe("juma");
    await setOrder(services, testimonialType, ["aisha", "juma"], ["juma", "aisha"], ACTOR);
    const erased = (await withdrawConsent(services, DESK, aisha, consent?.id ?? "", "Aisha")) ?? "";
    expect(erased).toMatch(/^testimonial-\d+$/);
    expect(await missing()).toEqual([expect.stringMatching(/has withdrawn/)]);
    expect(await onSite()).toEqual(["juma"]);
    // Only the register still has the name, with the withdrawal.
    expect(await tablesWith(services, /aisha|I row/i)).toEqual(["consents"]);
    const register = await listConsents(services.db, { ...aisha, key: erased });
    expect(register).toMatchObject([{ withdrawn_by: "Desk" }]);
    expect(await findEditableEntry(services, testimonialType, "aisha")).toBeUndefined();
    const late = await saveDraft(services, testimonialType, "aisha", quote, ACTOR, { revision: 7, basedOn: 2 });
    expect(late).toEqual({ code: "unknown" });
    await addConsent(services, DESK, { ...aisha, key: erased }, { ...JOSEPH, name: "Aisha" }, "Aisha");
    expect(await onSite()).toEqual(["juma"]);
    const again = await restoreEntry(services, testimonialType, erased, ACTOR, publishChecks);
    expect(again).toMatchObject({ code: "refused" });
    expect(await quoteProblems(services.db, galleryPictureType, quote)).toEqual([]);
    // A person who was only named has not agreed.
    await addConsent(services, DESK, juma, { ...JOSEPH, name: "Juma", givenOn: null }, "Juma");
    expect(await onSite()).toEqual(["juma"]);
    const last = (await listConsents(services.db, juma)).find((row) => row.given_on !== null && !row.withdrawn_at);
    expect(await withdrawConsent(services, DESK, juma, last?.id ?? "", "Juma")).toMatch(/^testimonial-\d+$/);
    expect(await onSite()).toEqual([]);
  });

  if (kind === "postgres") return;

  test("a withdrawn picture that is uploaded again needs a new description and consents", async () => {
    await encodeNext(services);
    const amina = { ...JOSEPH, name: "Amina" };
    await describePicture(services, DESK, hash, WORDS);
    await describePicture(services, DESK, hash, { ...WORDS, person: amina });
    await publishValues(services, galleryPictureType, "one", values());
    await withdrawConsent(services, DESK, subject(), (await consentOfJoseph()).id, "IMG_7");
    expect(await describePicture(services, DESK, hash, WORDS)).toEqual({ code: "picture-withdrawn" });
    await uploadPicture(services, DESK, { name: "IMG_7.jpg", bytes: await makePhoto(1) });
    await encodeNext(services);
    expect(await shown(services)).not.toHaveProperty("size");
    // The other person's consent was deleted with the picture; the withdrawal stays on record.
    expect((await listConsents(services.db, subject())).map(({ name }) => name)).toEqual(["Joseph Karanja"]);
    await describePicture(services, DESK, hash, { ...WORDS, person: undefined });
    expect(await shown(services)).not.toHaveProperty("size");
    expect((await listLibrary(services)).pictures).toMatchObject([{ condition: "consent-missing" }]);
    await describePicture(services, DESK, hash, { ...WORDS, person: amina });
    expect((await shown(services))?.size).toBeDefined();
    await describePicture(services, DESK, hash, { ...WORDS, person: { ...JOSEPH, givenOn: null } });
    expect(await shown(services)).not.toHaveProperty("size");
    expect(await listConsents(services.db, subject())).toHaveLength(3);
  });

  test("the slug of a testimonial doesn't contain a name", async () => {
    const save = (name: string) =>
      saveDraft(services, testimonialType, null, { text: "I row.", name, job: "Nurse" }, ACTOR);
    expect(await save("Aisha")).toMatchObject({ code: "saved", slug: "testimonial" });
    expect(await save("Aisha")).toMatchObject({ code: "same", slug: "testimonial" });
    const juma = await save("Juma");
    expect(juma).toMatchObject({ code: "saved", slug: "testimonial-2" });
    expect(await tablesWith(services, /aisha/i)).toEqual(["audit_log", "entry_drafts"]);
    // Nor does an open form bring an erased draft back.
    const subject = { kind: "testimonial", key: "testimonial-2" } as const;
    await addConsent(services, DESK, subject, { ...JOSEPH, name: "Juma" }, "Juma");
    const [given] = await listConsents(services.db, subject);
    expect(await withdrawConsent(services, DESK, subject, given?.id ?? "", "Juma")).toBe(subject.key);
    const seen = { revision: "revision" in juma ? juma.revision : 0 };
    const late = await saveDraft(services, testimonialType, subject.key, { name: "Juma" }, ACTOR, seen);
    expect(late).toMatchObject({ code: "stale" });
  });

  test("testimonials erased by an older version lose their name too", async () => {
    const { db } = services;
    for (const name of ["Aisha", "Juma"]) {
      await publishValues(services, testimonialType, name.toLowerCase(), { text: "I row.", name, job: "Nurse" });
    }
    await setOrder(services, testimonialType, ["aisha", "juma"], ["juma", "aisha"], ACTOR);
    await addConsent(services, DESK, { kind: "testimonial", key: "aisha" }, { ...JOSEPH, name: "A." }, "Aisha");
    await removeWithAll(services, testimonialType, "aisha");
    await db.updateTable("entry_versions").set({ body: "{}" }).where("slug", "=", "aisha").execute();
    await db.updateTable("audit_log").set({ label: "Testimonial" }).where("slug", "=", "aisha").execute();
    await renameErasedTestimonials(services);
    await renameErasedTestimonials(services);
    expect(await tablesWith(services, /aisha/i)).toEqual([]);
    const consent = { name: "A.", subject_key: expect.stringMatching(/^testimonial-\d+$/) };
    expect(await site.rows("consents")).toMatchObject([consent]);
    expect((await listEntries(services, testimonialType)).map(({ slug }) => slug)).toEqual(["juma"]);
  });
});

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
