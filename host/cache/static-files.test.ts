/** The site's own pictures as responses of the site: made while requests wait, and from memory afterwards. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { seedGym } from "../../test/bookings/booking-gym.ts";
import { listen } from "../../test/support/listen.ts";
import {
  gatedChild,
  openTestPictures,
  type PictureOptions,
  smallPhotos,
  WITHOUT_SHARP,
} from "../../test/support/own-pictures.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { createApp } from "../app.ts";
import { PICTURE_POLICY } from "../middleware/security-headers.ts";
import { createSiteServer } from "../socket/http-server.ts";
import { readStaticAssets } from "./static-files.ts";

const site = openTestSiteBeforeEach("sqlite");
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await seedGym(site.services);
});

async function serve(options: PictureOptions = {}) {
  const files = await smallPhotos(folder, 1);
  const own = await openTestPictures(files, [join(folder, "served")], options);
  const app = createApp(site.services, { assets: await readStaticAssets(undefined, own) });
  let fast = 0;
  const { server } = createSiteServer(app.fetch, site.services.log, {
    tryFastPath: (...request) => {
      const isAnswered = app.tryFastPath(...request);
      if (isAnswered) fast += 1;
      return isAnswered;
    },
  });
  const port = await listen(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    own.imageEncoder.stop();
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  };
  const pathOf = (end: string) => files.find(({ path }) => path.endsWith(end))?.path ?? "";
  return { get, pathOf, own, fast: () => fast, photo: await readFile(join(folder, "photos", "small-1.jpg")) };
}

test("a missing picture is made and sent with the headers of a built file, and then sent from memory", async () => {
  const { get, pathOf, own, fast } = await serve();
  const path = pathOf("-240.avif");
  const first = await get(path);
  expect(first.status).toBe(200);
  expect(await sharp(first.body).metadata()).toMatchObject({ width: 240, compression: "av1" });
  expect(first.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "image/avif",
    "content-length": String(first.body.length),
    "content-security-policy": PICTURE_POLICY,
    "cross-origin-resource-policy": "same-origin",
  });
  expect(fast()).toBe(0);
  const again = await get(path);
  expect(again.body.equals(first.body)).toBe(true);
  const changing = { date: "", "x-request-id": "" };
  expect({ ...again.headers, ...changing }).toEqual({ ...first.headers, ...changing });
  expect((await get(path, { "If-None-Match": String(first.headers.etag) })).status).toBe(304);
  expect(fast()).toBe(2);
  expect(own.made).toEqual([path]);
  // A share picture may be embedded by other sites, and its address is cached for an hour.
  const share = await get(pathOf("-50.jpg"));
  expect(share.status).toBe(200);
  expect(share.headers).toMatchObject({
    "cache-control": "public, max-age=3600",
    "content-type": "image/jpeg",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(await sharp(share.body).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test("two hundred requests waiting for a picture don't block cached pages, and all get it", async () => {
  const { child, openGate } = await gatedChild(folder);
  const { get, pathOf, own, fast } = await serve({ encoder: { child } });
  expect((await get("/classes/boxing")).status).toBe(200);
  const waiting = Array.from({ length: 200 }, () => get(pathOf("-240.webp")));
  const before = fast();
  for (let count = 0; count < 50; count += 1) expect((await get("/classes/boxing")).status).toBe(200);
  expect(fast() - before).toBe(50);
  expect(own.made).toEqual([]);
  await openGate();
  const all = await Promise.all(waiting);
  expect(own.made).toHaveLength(1);
  expect(new Set(all.map(({ status, body }) => `${status} ${body.toString("base64")}`)).size).toBe(1);
  expect(all[0]?.headers["content-type"]).toBe("image/webp");
});

test("if a picture can't be made, its source is sent and cached for a minute, never a broken picture", async () => {
  const { child, openGate } = await gatedChild(folder, WITHOUT_SHARP);
  await openGate();
  const { get, pathOf, photo, own } = await serve({ encoder: { child } });
  for (const path of [pathOf("-240.avif"), pathOf("-300.webp"), pathOf("-300.jpg"), pathOf("-50.jpg")]) {
    const { status, headers, body } = await get(path);
    expect(status, path).toBe(200);
    expect(headers, path).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=60",
      "content-security-policy": PICTURE_POLICY,
      "cross-origin-resource-policy": path.startsWith("/share/") ? "cross-origin" : "same-origin",
    });
    expect(body.equals(photo), path).toBe(true);
  }
  // Made elsewhere and copied here, it is served without a restart.
  const path = pathOf("-240.avif");
  await writeFile(join(folder, "served", path), "made elsewhere");
  expect((await get(path)).body.toString()).toBe("made elsewhere");
  await rm(join(folder, "photos"), { recursive: true });
  expect((await get(pathOf("-240.webp"))).status).toBe(404);
  expect(own.made).toEqual([]);
});
