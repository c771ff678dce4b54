import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  gatedChild,
  openTestPictures,
  type PictureOptions,
  smallPhotos,
  WITHOUT_SHARP,
} from "../../test/support/own-pictures.ts";
import { makePhoto } from "../../test/support/photos.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { makePictureFiles } from "../../tools/pictures.ts";
import { sharePictures } from "../site/seo/share-pictures.ts";
import { pictures } from "../ui/picture-files.ts";
import { listOwnFiles, type OwnPictureFile } from "./own-files.ts";
import { openPictureStore } from "./picture-store.server.ts";
import { recipeHash } from "./recipe.ts";

const PHOTOS = join(import.meta.dirname, "..", "..", "photos");

let folder: string;
/** Where files are stored. */
let served: string;
/** The files of one small photo. */
let files: readonly OwnPictureFile[];

beforeEach(async () => {
  folder = await temporaryFolder();
  served = join(folder, "served");
  files = await smallPhotos(folder, 1);
});

/** The site's own pictures in one instance, whose files are stored in `served`. */
async function openPictures(files: readonly OwnPictureFile[], options: PictureOptions = {}, folders = [served]) {
  const own = await openTestPictures(files, folders, options);
  onTestFinished(own.imageEncoder.stop);
  return own;
}

/** Whether a file is a leftover: a partial file or a lock. */
const isLeftover = (name: string) => /\.(part|lock)$/.test(name);

async function namesIn(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => path.slice(root.length)).sort();
}

const namesOf = (files: readonly OwnPictureFile[]) => files.map(({ name }) => name).sort();

/** The files below a folder, by name. */
async function storedIn(root: string): Promise<Map<string, Buffer>> {
  const names = await namesIn(root);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(root, name))] as const)));
}

/** The files of all builds so far. */
const builtFiles = new Map<string, Buffer>();

/** The files of a build that makes all of them, by name. */
async function builtBeforehand(files: readonly OwnPictureFile[]): Promise<Map<string, Buffer>> {
  const names = files.map(({ name }) => name);
  if (!names.every((name) => builtFiles.has(name))) {
    const root = join(folder, "built");
    await makePictureFiles(files, await openPictureStore([root], names));
    for (const [name, bytes] of await storedIn(root)) builtFiles.set(name, bytes);
  }
  return new Map(names.map((name) => [name, builtFiles.get(name) ?? Buffer.alloc(0)]));
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(10);
}

test("files made on request are byte for byte those of a full build", async () => {
  const all = await listOwnFiles(PHOTOS, pictures, sharePictures);
  // A titled picture, which the small photos don't have, and a variant; others differ by numbers only.
  const sample = all.filter(({ path }) => /yoga-\w+-240\.webp|share\/classes\.jpg/.test(path));
  const expected = await builtBeforehand(sample);
  const own = await openPictures(all, { limits: { waitMs: 60_000 } });
  const read = await Promise.all(sample.map(async ({ name, path }) => [name, await own.read(path)] as const));
  expect(new Map(read)).toEqual(expected);
  expect(await storedIn(served)).toEqual(expected);
  expect(own.made.sort()).toEqual(namesOf(sample));
}, 60_000);

test("missing files are made in the background, after requested ones and uploads, and unused ones are deleted", async () => {
  files = await smallPhotos(folder, 2);
  await mkdir(join(served, "share"), { recursive: true });
  await writeFile(join(served, "share", "home.jpg"), "of an earlier version");
  const own = await openPictures(files);
  const missing = own.makeMissing();
  await until(() => own.made.length > 0);
  const last = files.at(-1);
  await own.read(last?.path ?? "");
  expect(own.made.indexOf(last?.name ?? "")).toBeLessThan(files.length / 2);
  const photo = await makePhoto(9);
  expect((await own.imageEncoder.read(photo)).ok).toBe(true);
  expect(own.made.length).toBeLessThan(files.length);
  const wanted = [{ kind: "variant", width: 240, format: "webp" }] as const;
  expect(await own.imageEncoder.encode(photo, wanted, async () => true)).toBe("done");
  expect(own.made.length).toBeLessThan(files.length);
  expect(await missing).toBeUndefined();
  expect(own.made.sort()).toEqual(namesOf(files));
  expect(await namesIn(served)).toEqual(namesOf(files));
  expect(own.logged.map(({ event }) => event)).toContain("pictures-made");
});

test("requests wait for no more files than the limit, and later requests are answered at once", async () => {
  const { child, openGate } = await gatedChild(folder);
  const own = await openPictures(files, { encoder: { child }, limits: { maxWaitedFor: 2 } });
  const [first, second, third] = files.map(({ path }) => path);
  // Each is first looked for on the disk, so any of the three files may be the one that is refused.
  const requested = [first, first, second, third];
  const waiting = requested.map((path) => own.read(path ?? ""));
  expect(await Promise.race(waiting)).toBeUndefined();
  await openGate();
  const read = await Promise.all(waiting);
  const [refused, ...others] = new Set(requested.filter((_, index) => read[index] === undefined));
  expect(others).toEqual([]);
  expect(await own.read(refused ?? "")).toBeDefined();
});

test("a path that belongs to no file makes nothing; requests stop waiting in time, and their files are still made", async () => {
  const { child, openGate, starts } = await gatedChild(folder);
  const own = await openPictures(files, { encoder: { child }, limits: { waitMs: 50 } });
  const path = files[0]?.path ?? "";
  const wrong = [path.replace(/-\w{8}-/, "-00000000-"), path.replace("-240", "-241"), "/pictures/", `${path}/..`];
  for (const path of wrong) {
    for (const read of [own.read, own.readSource]) expect(await read(path), path).toBeUndefined();
  }
  expect(await starts()).toBe(0);
  expect(await own.read(path)).toBeUndefined();
  expect((await own.readSource(path))?.bytes).toEqual(await readFile(join(folder, "photos", "small-1.jpg")));
  await openGate();
  await until(() => own.made.length > 0);
  expect(own.made).toEqual([path]);
  expect(existsSync(join(served, path))).toBe(true);
});

test("a source that has changed since startup or is no picture is not stored, and doesn't hold up the others", async () => {
  files = await smallPhotos(folder, 2);
  const [changed, fine] = [1, 2].map((photo) => files.filter(({ name }) => name.includes(`small-${photo}`)));
  await writeFile(join(folder, "photos", "small-1.jpg"), await makePhoto(7));
  const broken = Buffer.from("not a picture");
  await writeFile(join(folder, "photos", "broken.jpg"), broken);
  const size = { file: "broken.jpg", width: 300, height: 300, colour: "#000000", hash: recipeHash(broken) };
  const unreadable = await listOwnFiles(join(folder, "photos"), new Map([[size.file, size]]), {});
  const own = await openPictures([...unreadable, ...files]);
  expect(await own.read(unreadable[0]?.path ?? "")).toBeUndefined();
  expect(await own.makeMissing()).toBeUndefined();
  expect((await namesIn(served)).filter((name) => !isLeftover(name))).toEqual(namesOf(fine ?? []));
  expect(own.logged.filter(({ outcome }) => outcome === "outdated")).toHaveLength(changed?.length ?? 0);
});

test("if the first folder can't be written to, files are stored in the second, and read from both", async () => {
  const [first, second] = files;
  // A file where a folder is expected keeps every user from writing, the superuser too.
  await mkdir(join(served, "pictures"), { recursive: true });
  await writeFile(join(served, "share"), "");
  await writeFile(join(served, first?.name ?? ""), "made by the owner");
  const data = join(folder, "data");
  const own = await openPictures(files, {}, [served, data]);
  expect((await own.read(first?.path ?? ""))?.toString()).toBe("made by the owner");
  const bytes = await own.read(second?.path ?? "");
  expect(await readFile(join(data, second?.name ?? ""))).toEqual(bytes);
  await own.makeMissing();
  expect(await namesIn(data)).toEqual(namesOf(files.slice(1)));
  expect(await readdir(join(served, "pictures"))).toHaveLength(1);
});

test("a file that can't be stored completely is served but not stored", async () => {
  const [first] = files;
  // A folder in the place of the partial file.
  await mkdir(join(served, `${first?.name}.part`), { recursive: true });
  const own = await openPictures(files);
  expect(await sharp(await own.read(first?.path ?? "")).metadata()).toMatchObject({ width: 240 });
  expect(existsSync(join(served, first?.name ?? ""))).toBe(false);
  expect(own.logged.map(({ event }) => event)).toContain("picture-not-stored");
});

test.runIf(existsSync("/dev/full"))(
  "on a full disk, the rest wait until a file can be stored, and this is logged once",
  async () => {
    for (const { name } of files) {
      await mkdir(join(served, dirname(name)), { recursive: true });
      await symlink("/dev/full", join(served, `${name}.part`));
    }
    const own = await openPictures(files);
    await own.makeMissing();
    const events = () => own.logged.map(({ event }) => event).filter((event) => event !== "picture-made");
    expect(own.made).toHaveLength(1);
    expect(own.logged).toContainEqual(expect.objectContaining({ event: "pictures-not-stored", code: "ENOSPC" }));
    expect(events()).toEqual(["pictures-not-stored"]);
    const left = await readdir(served, { recursive: true });
    expect(left.filter((name) => name.endsWith(".lock"))).toEqual([]);
    expect(left.filter((name) => name.endsWith(".part"))).toHaveLength(files.length - 1);

    // There is room again.
    for (const { name } of files) await rm(join(served, `${name}.part`), { force: true });
    expect(await own.read(files[0]?.path ?? "")).toBeDefined();
    await until(() => events().includes("pictures-made"));
    expect(await namesIn(served)).toEqual(namesOf(files));
    expect(events()).toEqual(["pictures-not-stored", "pictures-made"]);
  },
);

test("without the encoder's package, existing files are served, and the operator is told what to do", async () => {
  const { child, openGate, starts } = await gatedChild(folder, WITHOUT_SHARP);
  const own = await openPictures(files, { encoder: { child } });
  const missing = own.makeMissing();
  // Requested any earlier, the files would be made for the requests, and none would be missing.
  await until(async () => (await starts()) === 1);
  const reads = files.map(({ path }) => own.read(path));
  await openGate();
  expect(await missing).toMatch(
    /^Pictures can't be made here, because the package sharp can't be loaded: run `npm run build -- --pictures` .+\.$/,
  );
  expect(await Promise.all(reads)).toEqual(files.map(() => undefined));
  expect(await own.read(files[0]?.path ?? "")).toBeUndefined();
  expect((await own.readSource(files[0]?.path ?? ""))?.file).toMatch(/small-1\.jpg$/);
  expect(await starts()).toBe(1);
  expect(own.logged.filter(({ event }) => event === "pictures-not-made")).toHaveLength(1);
});

describe("processes on one folder", () => {
  /** Makes the missing files of those in `files.json`, and logs each. */
  const WORKER = `
    import { readFileSync } from "node:fs";
    const [, , pictures, folder] = process.argv;
    const load = (module) => import(pictures + "/" + module);
    const { createImageEncoder } = await load("encoder.server.ts");
    const { createOwnPictures } = await load("own-pictures.server.ts");
    const { openPictureStore } = await load("picture-store.server.ts");
    const { createLog } = await load("../platform/log.server.ts");
    const files = JSON.parse(readFileSync(folder + "/files.json", "utf8"));
    const log = createLog("debug", { write: (line) => process.stdout.write(line) });
    const encoder = createImageEncoder(log);
    const store = await openPictureStore([folder + "/served"], files.map(({ name }) => name));
    await createOwnPictures({ files, store, encoder, log }).makeMissing();
    encoder.stop();
  `;

  type Worker = { process: ChildProcess; made: string[]; ended: Promise<unknown[]> };

  async function startWorkers(count: number): Promise<Worker[]> {
    await writeFile(join(folder, "worker.mjs"), WORKER);
    await writeFile(join(folder, "files.json"), JSON.stringify(files));
    return Array.from({ length: count }, () => {
      const command = [join(folder, "worker.mjs"), import.meta.dirname, folder];
      const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
      const worker: Worker = { process: child, made: [], ended: once(child, "close") };
      child.stdout.on("data", (chunk: Buffer) => {
        for (const [, name = ""] of String(chunk).matchAll(/"event":"picture-made","file":"([^"]+)"/g))
          worker.made.push(name);
      });
      return worker;
    });
  }

  test("make every file once and correctly, alongside a full build", async () => {
    files = await smallPhotos(folder, 2);
    const expected = await builtBeforehand(files);
    const workers = await startWorkers(2);
    await until(() => workers.every((worker) => worker.made.length > 0));
    const names = files.map(({ name }) => name);
    const built = await makePictureFiles(files, await openPictureStore([served], names));
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(workers.map(() => [0, null]));
    const all = workers.flatMap((worker) => worker.made);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length + built).toBe(files.length);
    expect(await storedIn(served)).toEqual(expected);
  }, 30_000);

  test("leave no partial files when they are killed, and the next one continues", async () => {
    files = await smallPhotos(folder, 2);
    const expected = await builtBeforehand(files);
    const wholeFiles = async () => (await namesIn(served)).filter((name) => !isLeftover(name));
    await mkdir(served);
    for (const count of [1, 4]) {
      const [worker] = await startWorkers(1);
      await until(async () => (await wholeFiles()).length >= count);
      worker?.process.kill("SIGKILL");
      await worker?.ended;
    }
    const whole = await wholeFiles();
    for (const name of whole) {
      expect((await readFile(join(served, name))).equals(expected.get(name) ?? Buffer.alloc(0)), name).toBe(true);
    }
    const timeOf = async (name: string) => (await stat(join(served, name))).mtimeMs;
    const times = await Promise.all(whole.map(timeOf));
    const own = await openPictures(files);
    await own.makeMissing();
    expect(await storedIn(served)).toEqual(expected);
    expect(own.made).toHaveLength(files.length - whole.length);
    expect(await Promise.all(whole.map(timeOf))).toEqual(times);
  }, 30_000);

  test("clean up after a killed one: a partial file and its lock are reused, locks of complete files are deleted", async () => {
    const [missing, whole] = files;
    await mkdir(join(served, "pictures"), { recursive: true });
    for (const suffix of ["", ".part", ".lock"]) await writeFile(join(served, `${whole?.name}${suffix}`), "");
    await writeFile(join(served, `${missing?.name}.part`), "half a pict");
    await writeFile(join(served, `${missing?.name}.lock`), "");
    const own = await openPictures(files.slice(0, 2));
    await own.makeMissing();
    expect(own.made).toEqual([missing?.name]);
    expect(await namesIn(served)).toEqual([missing?.name, whole?.name].sort());
  });
});
