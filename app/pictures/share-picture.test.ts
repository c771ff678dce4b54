import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { makePhoto } from "../../test/support/photos.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { SHARE_SIZE } from "../ui/share-picture-files.ts";
import { describePicture } from "./picture-actions.server.ts";
import { encodeNext, startPictureWorker } from "./picture-worker.server.ts";
import { findPicture, findSharePicture, readPictureFile, shareName } from "./pictures.server.ts";
import { uploadPicture } from "./upload.server.ts";
import { findShownPictures, uploadedFile } from "./uploaded-pictures.server.ts";

const DESK = { id: "u-desk", name: "Desk" };

describe.each(ENGINES)("the share picture of an upload on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  afterEach(() => site.services.imageEncoder.stop());

  async function upload(seed: number): Promise<string> {
    const photo = await makePhoto(seed, { width: 300, height: 600 });
    const outcome = await uploadPicture(site.services, DESK, { name: "class.jpg", bytes: photo });
    if (outcome.code !== "done") throw new Error(`refused: ${outcome.code}`);
    return outcome.hash;
  }

  const describeAt = (hash: string, y: number) =>
    describePicture(site.services, DESK, hash, {
      focus: { x: 50, y },
      alt: "A member at the bag",
      isDecorative: false,
      subjects: "nobody",
      person: undefined,
    });
  async function encodeAll() {
    while (await encodeNext(site.services)) {}
  }

  /** The share picture that a page would use. */
  async function sharedNow(hash: string): Promise<string | undefined> {
    const picture = (await findShownPictures(site.services.db, [hash])).get(hash);
    return findSharePicture(site.services.db, {
      file: uploadedFile(hash),
      alt: "",
      focus: [50, 50],
      ...(picture && { size: picture.size }),
    });
  }

  const isIdle = async (hash: string) => (await findPicture(site.services.db, hash))?.due_at === null;

  test("is made after the upload, and again for another focus", async () => {
    const { db } = site.services;
    const hash = await upload(1);
    await describeAt(hash, 0);
    expect(await sharedNow(hash)).toBeUndefined();
    await encodeAll();
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 0]));
    const above = await readPictureFile(db, shareName(hash, [50, 0]));
    expect(await sharp(above).metadata()).toMatchObject({ ...SHARE_SIZE, format: "jpeg" });

    const { version } = site.services.content;
    await describeAt(hash, 100);
    // The existing picture until the next is drawn; then pages are rendered with the new one.
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 0]));
    await encodeAll();
    expect(site.services.content.version).toBe(version + 2);
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 100]));
    expect(await readPictureFile(db, shareName(hash, [50, 0]))).toBeUndefined();
    expect(above?.equals((await readPictureFile(db, shareName(hash, [50, 100]))) ?? Buffer.alloc(0))).toBe(false);
    expect(await isIdle(hash)).toBe(true);
  });

  test("is made at startup for pictures of an earlier version, and nothing is made twice", async () => {
    const { db } = site.services;
    const hash = await upload(3);
    await describeAt(hash, 50);
    await encodeAll();
    await db.deleteFrom("picture_files").where("name", "like", "%share%").execute();
    const worker = startPictureWorker(site.services);
    await expect.poll(() => sharedNow(hash), { timeout: 20_000 }).toBe(shareName(hash, [50, 50]));
    await expect.poll(() => isIdle(hash), { timeout: 20_000 }).toBe(true);
    await worker.stop();
    const { version } = site.services.content;
    const other = await site.secondInstance();
    const second = startPictureWorker(other.services);
    await second.stop();
    expect(await encodeNext(other.services)).toBe(false);
    expect(other.services.content.version).toBeLessThanOrEqual(version);
    await other.close();
  }, 60_000);

  // The rest has no query that differs, and encoding takes seconds.
  if (kind === "postgres") return;

  test("uses a focus that was chosen while the picture was being encoded", async () => {
    const hash = await upload(2);
    const encoding = encodeNext(site.services);
    await describeAt(hash, 15);
    await encoding;
    await encodeAll();
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 15]));
  });

  test("leaves the upload ready when it can't be drawn", async () => {
    const { db } = site.services;
    const hash = await upload(4);
    await describeAt(hash, 50);
    await encodeAll();
    await db
      .updateTable("picture_files")
      .set({ bytes: Buffer.from("no picture") })
      .where("name", "like", "%master%")
      .execute();
    await describeAt(hash, 85);
    while (await encodeNext(site.services)) site.passTime(30_000);
    expect(await findPicture(db, hash)).toMatchObject({ state: "ready", due_at: null });
    expect(await sharedNow(hash)).toBe(shareName(hash, [50, 50]));
  }, 30_000);
});
