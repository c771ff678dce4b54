import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HEIC_START, makePhoto, type PhotoOptions, pngHeader, SVG } from "../../test/support/photos.ts";
import { rememberingEncoder } from "../../test/support/remembering-encoder.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { widthsOf } from "../ui/picture-files.ts";
import { SHARE_SIZE } from "../ui/share-picture-files.ts";
import { addConsent, listConsents, withdrawConsent } from "./consents.server.ts";
import { createImageEncoder } from "./encoder.server.ts";
import { describePicture } from "./picture-actions.server.ts";
import { encodeNext, startPictureWorker } from "./picture-worker.server.ts";
import {
  consoleFileName,
  findPicture,
  findSharePicture,
  listPictures,
  readPictureFile,
  retryPicture,
  servedName,
  shareName,
} from "./pictures.server.ts";
import { removeAbandonedPictures, type UploadedFile, uploadPicture } from "./upload.server.ts";
import { findShownPictures, uploadedFile } from "./uploaded-pictures.server.ts";

const DESK = { id: "u-desk", name: "Desk" };

const fileOf = (bytes: Uint8Array, name = "photo.jpg"): UploadedFile => ({ name, bytes });

describe.each(ENGINES)("uploads on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;
  beforeEach(() => {
    services.imageEncoder = rememberingEncoder(site.services.imageEncoder);
  });
  afterEach(() => services.imageEncoder.stop());

  async function upload(bytes: Uint8Array, name?: string): Promise<string> {
    const outcome = await uploadPicture(services, DESK, fileOf(bytes, name));
    return outcome.code === "done" ? outcome.hash : expect.unreachable(outcome.code);
  }

  const pictureOf = async (hash: string) => (await findPicture(services.db, hash)) ?? expect.unreachable();

  const fileNames = async () => (await site.rows("picture_files")).map(({ name }) => name).sort();

  /** Expects that no file says where and when its photo was taken. */
  async function expectNoMetadata() {
    for (const name of await fileNames()) {
      const meta = await sharp(await readPictureFile(services.db, name)).metadata();
      expect({ name, exif: meta.exif, icc: meta.icc, orientation: meta.orientation }).toEqual({ name });
    }
  }

  test("a photo is stored at once, and once if it is uploaded twice, and encoded afterwards", async () => {
    const photo = await makePhoto(1);
    const [hash = "", other] = await Promise.all([1, 2].map(() => upload(photo, "Saturday class.jpeg")));
    expect(other).toBe(hash);
    expect((await listPictures(services.db)).page).toHaveLength(1);
    const stored = await pictureOf(hash);
    const size = { width: 400, height: 300 };
    expect(stored).toMatchObject({ ...size, state: "making", name: "Saturday class", made_by: "Desk" });
    expect(stored.colour).toMatch(/^#[0-9a-f]{6}$/);
    expect(await fileNames()).toHaveLength(3);
    expect(await encodeNext(services)).toBe(true);
    expect(await encodeNext(services)).toBe(false);
    expect(await pictureOf(hash)).toMatchObject({ state: "ready", due_at: null });
    expect(await fileNames()).toHaveLength(2 * widthsOf(400).length + 4);
    await expectNoMetadata();
    const widest = await sharp(await readPictureFile(services.db, servedName(stored, 400, "avif"))).metadata();
    expect(widest).toMatchObject({ ...size, compression: "av1" });
    const uploaded = { action: "picture-uploaded", who_name: "Desk", slug: hash, label: "Saturday class" };
    expect(await site.rows("audit_log")).toMatchObject([uploaded]);
  });

  test("a picture of a stopped instance is taken over when its lease expires, and not before", async () => {
    const hash = await upload(await makePhoto(1));
    const lease = new Date(services.now().getTime() + 30_000).toISOString();
    await services.db.updateTable("pictures").set({ due_at: lease, attempts: 1 }).execute();
    expect(await encodeNext(services)).toBe(false);
    site.passTime(31_000);
    const other = { ...(await site.secondWriter()).services, now: services.now };
    expect((await Promise.all([encodeNext(services), encodeNext(other)])).sort()).toEqual([false, true]);
    expect(await pictureOf(hash)).toMatchObject({ state: "ready", attempts: 1 });
  });

  test("a picture removed while it is being encoded leaves no file", async () => {
    services.imageEncoder = site.services.imageEncoder;
    await upload(await makePhoto(9, { width: 600, height: 400 }));
    const encoding = encodeNext(services);
    while ((await fileNames()).length < 5) await pause(20);
    await services.db.deleteFrom("pictures").execute();
    await encoding;
    expect(await fileNames()).toEqual([]);
  });

  test.each(["done", "interrupted", "failed"] as const)(
    "a picture withdrawn while it is being encoded stays so, without files (%s)",
    async (outcome) => {
      const hash = await upload(await makePhoto(1));
      const subject = { kind: "picture", key: hash } as const;
      const person = { name: "Joseph", givenOn: "2026-11-20", purpose: "site", how: "form", guardian: "" } as const;
      await addConsent(services, DESK, subject, person, "Photo");
      services.imageEncoder.encode = async (_, [file], store) => {
        const [consent] = await listConsents(services.db, subject);
        await withdrawConsent(services, DESK, subject, consent?.id ?? "", "Photo");
        if (file !== undefined) await store(file, Buffer.from("bytes"));
        return outcome;
      };
      expect(await encodeNext(services)).toBe(true);
      expect(await pictureOf(hash)).toMatchObject({ state: "withdrawn", due_at: null });
      expect(await fileNames()).toEqual([]);
    },
  );

  test("an upload that was never finished is removed after 30 days", async () => {
    await upload(await makePhoto(1));
    const finished = await upload(await makePhoto(2));
    await services.db.updateTable("pictures").set({ subjects: "nobody" }).where("hash", "=", finished).execute();
    // Its row is the register's.
    const withdrawn = await upload(await makePhoto(3));
    await services.db.updateTable("pictures").set({ state: "withdrawn" }).where("hash", "=", withdrawn).execute();
    const kept = [finished, withdrawn].sort();
    site.passTime(29 * 24 * 60 * 60_000);
    await removeAbandonedPictures(services);
    expect((await listPictures(services.db)).page).toHaveLength(3);
    site.passTime(2 * 24 * 60 * 60_000);
    await removeAbandonedPictures(services);
    expect((await listPictures(services.db)).page.map(({ hash }) => hash).sort()).toEqual(kept);
    expect((await fileNames()).every((name) => kept.some((hash) => name.includes(hash)))).toBe(true);
  });

  const setFocus = (hash: string, y: number) => {
    const description = {
      alt: "A member at the bag",
      isDecorative: false,
      subjects: "nobody",
      person: undefined,
    } as const;
    return describePicture(services, DESK, hash, { focus: { x: 50, y }, ...description });
  };
  async function uploadTall(y: number): Promise<string> {
    const hash = await upload(await makePhoto(1, { width: 300, height: 600 }));
    await setFocus(hash, y);
    return hash;
  }
  async function encodeAll() {
    while (await encodeNext(services)) {}
  }

  /** The share picture that a page would use. */
  async function sharedNow(hash: string): Promise<string | undefined> {
    const picture = (await findShownPictures(services.db, [hash])).get(hash);
    const photo = { file: uploadedFile(hash), alt: "", focus: [50, 50] as const };
    return findSharePicture(services.db, { ...photo, ...(picture && { size: picture.size }) });
  }

  const isIdle = async (hash: string) => (await pictureOf(hash)).due_at === null;
  const breakMasters = () => {
    const broken = { bytes: Buffer.from("no picture") };
    return services.db.updateTable("picture_files").set(broken).where("name", "like", "%master%").execute();
  };

  test("the share picture is made after the upload, and again for another focus", async () => {
    const { db } = services;
    const hash = await uploadTall(0);
    expect(await sharedNow(hash)).toBeUndefined();
    await encodeAll();
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 0]));
    const above = await readPictureFile(db, shareName(hash, [50, 0]));
    expect(await sharp(above).metadata()).toMatchObject({ ...SHARE_SIZE, format: "jpeg" });

    const { version } = services.content;
    await setFocus(hash, 100);
    // The existing picture until the next is drawn; then pages are rendered with the new one.
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 0]));
    await encodeAll();
    expect(services.content.version).toBe(version + 2);
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 100]));
    expect(await readPictureFile(db, shareName(hash, [50, 0]))).toBeUndefined();
    expect(above?.equals((await readPictureFile(db, shareName(hash, [50, 100]))) ?? Buffer.alloc(0))).toBe(false);
    expect(await isIdle(hash)).toBe(true);
  });

  test("the share picture is made at startup for pictures of an earlier version, and nothing is made twice", async () => {
    const { db } = services;
    const hash = await uploadTall(50);
    await encodeAll();
    const failed = await upload(await makePhoto(2));
    await db.updateTable("pictures").set({ state: "failed", due_at: null }).where("hash", "=", failed).execute();
    await db.deleteFrom("picture_files").where("name", "like", "%share%").execute();
    const worker = startPictureWorker(services);
    await expect.poll(() => sharedNow(hash), { timeout: 20_000 }).toBe(shareName(hash, [50, 50]));
    await expect.poll(() => isIdle(hash), { timeout: 20_000 }).toBe(true);
    await worker.stop();
    expect(await encodeNext(services)).toBe(false);
    expect(await pictureOf(failed)).toMatchObject({ state: "failed", due_at: null });
  }, 60_000);

  // Encoding takes seconds, and nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test.each<[PhotoOptions, width: number]>([
    [{ format: "png" }, 400],
    [{ format: "webp" }, 400],
    [{ orientation: 6 }, 300],
    // Larger than a pipe's buffer, so the encoder's process reads it in several parts.
    [{ width: 3000, height: 4000 }, 1500],
  ])("a photo is stored upright, at most 2,000 pixels each way, without metadata: %o", async (options, width) => {
    expect(await pictureOf(await upload(await makePhoto(1, options)))).toMatchObject({ width });
    await expectNoMetadata();
  });

  test("a file that isn't a photo is refused with the reason, and nothing is stored", async () => {
    const photo = await makePhoto(1);
    const png = await makePhoto(1, { format: "png" });
    const webp = await makePhoto(1, { format: "webp" });
    const refused: [code: string, UploadedFile][] = [
      ["file-missing", fileOf(Buffer.alloc(0), "")],
      ["file-empty", fileOf(Buffer.alloc(0))],
      ["file-too-large", fileOf(Buffer.concat([photo, Buffer.alloc(15 * 1024 * 1024)]))],
      ["kind-unknown", fileOf(SVG)],
      ["kind-unknown", fileOf(Buffer.from("GIF89a and so on"))],
      ["heic", fileOf(HEIC_START, "IMG_0001.HEIC")],
      ["too-many-pixels", fileOf(pngHeader({ width: 30_000, height: 30_000 }), "bomb.png")],
      ["too-many-pixels", fileOf(pngHeader({ width: 6000, height: 4200, isProgressive: true }))],
      ["too-many-pixels", fileOf(pngHeader({ width: 4000, height: 2600, isProgressive: true, channels: 4 }))],
      ["too-many-pixels", fileOf(pngHeader({ width: 20_000, height: 400 }))],
      ["too-many-pixels", fileOf(pngHeader({ width: 6000, height: 6000, channels: 4, depth: 16 }))],
      ["unreadable", fileOf(pngHeader({ width: 400, height: 300 }))],
      ["unreadable", fileOf(photo.subarray(0, photo.length / 2))],
      ["unreadable", fileOf(png.subarray(0, png.length / 2))],
      ["unreadable", fileOf(webp.subarray(0, webp.length / 2))],
      ["unreadable", fileOf(Buffer.concat([photo.subarray(0, 3), SVG]))],
      ["too-small", fileOf(await makePhoto(4, { width: 299, height: 800 }))],
    ];
    for (const [code, file] of refused) expect(await uploadPicture(services, DESK, file), code).toEqual({ code });
    expect((await listPictures(services.db)).page).toEqual([]);
    expect(await fileNames()).toEqual([]);
  }, 40_000);

  test("after an encoder is killed halfway, another instance makes the remaining files, and tries count anew", async () => {
    services.imageEncoder = site.services.imageEncoder;
    const hash = await upload(await makePhoto(5, { width: 600, height: 400 }));
    await services.db.updateTable("pictures").set({ attempts: 4 }).execute();
    const first = encodeNext(services);
    while ((await fileNames()).length < 6) await pause(20);
    services.imageEncoder.stop();
    expect(await first).toBe(true);
    expect(await pictureOf(hash)).toMatchObject({ state: "making", attempts: 0 });
    expect((await fileNames()).length).toBeLessThan(2 * widthsOf(600).length + 4);
    const other = await site.secondInstance();
    expect(await encodeNext(other.services)).toBe(true);
    expect(await fileNames()).toHaveLength(2 * widthsOf(600).length + 4);
    expect(await pictureOf(hash)).toMatchObject({ state: "ready" });
  }, 30_000);

  test("an upload interrupts an encoding, which continues afterwards", async () => {
    services.imageEncoder = site.services.imageEncoder;
    const worker = startPictureWorker(services);
    const slow = await upload(await makePhoto(7, { width: 600, height: 400 }));
    while ((await fileNames()).length < 5) await pause(20);
    const quick = await upload(await makePhoto(3));
    expect(await pictureOf(slow)).toMatchObject({ state: "making" });
    while (!(await listPictures(services.db)).page.every(({ state }) => state === "ready")) await pause(50);
    expect(await readPictureFile(services.db, consoleFileName(quick, "thumbnail"))).toBeDefined();
    await worker.stop();
  }, 30_000);

  test("a picture that can't be encoded is given up after five attempts, and can be retried", async () => {
    const hash = await upload(await makePhoto(1));
    await breakMasters();
    await services.db.updateTable("pictures").set({ attempts: 3 }).execute();
    for (let attempt = 4; attempt <= 5; attempt += 1) {
      expect(await encodeNext(services)).toBe(true);
      site.passTime(30_000);
    }
    expect(await encodeNext(services)).toBe(false);
    expect(await pictureOf(hash)).toMatchObject({ state: "failed", attempts: 5 });
    await retryPicture(services, hash);
    expect(await pictureOf(hash)).toMatchObject({ state: "making", attempts: 0 });
    await services.db.updateTable("pictures").set({ state: "failed", due_at: null, subjects: "nobody" }).execute();
    expect(await upload(await makePhoto(1))).toBe(hash);
    expect(await pictureOf(hash)).toMatchObject({ state: "making", subjects: "undecided" });
    await services.db.updateTable("pictures").set({ state: "withdrawn", due_at: null }).execute();
    await retryPicture(services, hash);
    expect(await pictureOf(hash)).toMatchObject({ state: "withdrawn", due_at: null });
  }, 30_000);

  test("the share picture uses a focus that was chosen while the picture was being encoded", async () => {
    const { encode } = services.imageEncoder;
    const hash = await uploadTall(0);
    services.imageEncoder.encode = async (...files) => {
      await setFocus(hash, 15);
      return encode(...files);
    };
    await encodeAll();
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 15]));
  });

  test("an upload stays ready when its share picture can't be drawn", async () => {
    const hash = await uploadTall(50);
    await encodeAll();
    await breakMasters();
    await setFocus(hash, 85);
    while (await encodeNext(services)) site.passTime(30_000);
    expect(await pictureOf(hash)).toMatchObject({ state: "ready", due_at: null });
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 50]));
  }, 30_000);
});

describe("the encoder's process", () => {
  const site = openTestSiteBeforeEach("sqlite");
  const { services } = site;

  async function encoderRunning(source: string, timeoutMs = 5000) {
    const child = join(services.config.dataDir, "child.mjs");
    await writeFile(child, source);
    return createImageEncoder(services.log, { child, timeoutMs });
  }

  test("has a bare environment and little memory", async () => {
    process.env.SECRET_OF_THE_SITE = "x";
    const script = `process.once("message", () => process.send({ kind: "refused", code: JSON.stringify([Object.keys(process.env).sort(), process.execArgv]) }, () => process.exit(0)))`;
    const encoder = await encoderRunning(script);
    const outcome = await encoder.read(new Uint8Array(3));
    delete process.env.SECRET_OF_THE_SITE;
    const environment = ["MALLOC_ARENA_MAX", "VIPS_BLOCK_UNTRUSTED"];
    expect(outcome.ok || JSON.parse(outcome.code)).toEqual([environment, ["--max-old-space-size=64"]]);
  });

  test.each([
    ["hangs", "setInterval(() => {}, 1000)"],
    ["dies at once", "process.kill(process.pid, 'SIGKILL')"],
    ["fails", "throw new Error('broken')"],
  ])("that %s is killed and its upload refused, and the next upload is processed", async (_, source) => {
    const encoder = await encoderRunning(source, 400);
    const outcomes = await Promise.all([encoder.read(new Uint8Array(3)), encoder.read(new Uint8Array(3))]);
    expect(outcomes).toEqual(Array(2).fill({ ok: false, code: "too-hard" }));
  });

  test("has two places for uploads, each released only once", async () => {
    const encoder = createImageEncoder(services.log);
    const first = encoder.reservePlace();
    expect([encoder.reservePlace(), encoder.reservePlace()]).toEqual([expect.any(Function), undefined]);
    first?.();
    first?.();
    expect([encoder.reservePlace(), encoder.reservePlace()]).toEqual([expect.any(Function), undefined]);
  });
});
