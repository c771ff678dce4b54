/** What was acknowledged is kept: through kills, a full disk, and the loss of the database. */
import { spawn } from "node:child_process";
import { copyFile, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { backupDatabase } from "../bin/backup.ts";
import { crashTest } from "../test/crash.ts";
import { startSiteProcess } from "../test/site-process.ts";
import { createVisitor, PASSWORD, readStamp } from "../test/visitor.ts";

const FORM = { name: "Wanjiru", email: "w@example.com", class: "", website: "", elapsed: "4000" };

let dataDir: string;

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "nguvu-durable-"));
});

test.afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** The comments of all enquiries, from a database that is sound. */
function storedComments(): string[] {
  const database = new DatabaseSync(join(dataDir, "nguvu.sqlite"));
  try {
    expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    return database
      .prepare("select comment from enquiries order by received_at")
      .all()
      .map(({ comment }) => String(comment));
  } finally {
    database.close();
  }
}

test("nothing acknowledged is lost when the process is killed at any moment", async () => {
  // The long form is `npm run crash`.
  test.setTimeout(120_000);
  const figures = await crashTest(6);
  expect(figures.lost).toEqual([]);
  expect(figures.enquiries + figures.signUps + figures.savedClasses).toBeGreaterThan(5);
});

test("on a full disk pages go on, forms come back with 503, and nothing is half-written", async () => {
  test.skip(process.platform === "win32", "there is no limit on file sizes to set");
  test.setTimeout(90_000);
  const first = await startSiteProcess({ DATA_DIR: dataDir });
  const stamp = await readStamp(createVisitor(first.url));
  first.signal("SIGTERM");
  await first.ended;
  await pause(1600);

  // No file may grow past 600 blocks: to the database that is a disk with no room left.
  const site = await startSiteProcess({ DATA_DIR: dataDir }, [
    "sh",
    "-c",
    "trap '' XFSZ; ulimit -f 600; exec \"$@\"",
    "sh",
  ]);
  const visitor = createVisitor(site.url);
  const kept: string[] = [];
  let refused = await visitor.post("/contact", { ...FORM, comment: "first", stamp });
  expect(refused.status).toBe(303);
  for (let number = 0; refused.status === 303 && number < 500; number += 1) {
    const comment = `${"A long question. ".repeat(200)}${number}`;
    refused = await visitor.post("/contact", { ...FORM, comment, stamp });
    if (refused.status === 303) kept.push(comment);
  }
  expect(refused.status).toBe(503);
  expect(refused.text).toContain("please try again");
  expect(refused.text).toContain(`A long question. ${kept.length}`);
  for (const path of ["/", "/about", "/login"]) expect((await visitor.get(path)).status, path).toBe(200);
  expect((await visitor.post("/signup", { email: "full@example.com", password: PASSWORD })).status).toBe(503);
  site.signal("SIGTERM");
  await site.ended;
  expect(storedComments()).toEqual(["first", ...kept]);

  const again = await startSiteProcess({ DATA_DIR: dataDir });
  expect((await createVisitor(again.url).post("/contact", { ...FORM, comment: "room again", stamp })).status).toBe(303);
  again.signal("SIGTERM");
  await again.ended;
});

test("a backup taken while visitors write is whole, and a lost database is restored from it", async () => {
  test.setTimeout(60_000);
  const site = await startSiteProcess({ DATA_DIR: dataDir });
  const visitor = createVisitor(site.url);
  const stamp = await readStamp(visitor);
  await pause(1600);
  const told: string[] = [];
  let running = true;
  const writing = (async () => {
    for (let number = 0; running; number += 1) {
      const comment = `Question ${number}`;
      const { status } = await visitor.post("/contact", { ...FORM, comment, stamp });
      if (status === 303) told.push(comment);
    }
  })();
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(20);
  const before = [...told];
  const copy = await backupDatabase(dataDir, join(dataDir, "backups"), new Date());
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(before.length + 5);
  running = false;
  await writing;
  site.signal("SIGTERM");
  await site.ended;
  expect(storedComments()).toEqual(told);

  // The drill of docs/operating.md.
  for (const suffix of ["", "-wal", "-shm"]) {
    const file = join(dataDir, `nguvu.sqlite${suffix}`);
    await rename(file, `${file}.lost`).catch(() => {});
  }
  await copyFile(copy, join(dataDir, "nguvu.sqlite"));
  const restored = await startSiteProcess({ DATA_DIR: dataDir });
  expect((await createVisitor(restored.url).get("/readyz")).status).toBe(200);
  restored.signal("SIGTERM");
  await restored.ended;
  const stored = storedComments();
  expect(stored.slice(0, before.length)).toEqual(before);
  expect(told.slice(0, stored.length)).toEqual(stored);
});

test("the command that backs up says where to, and names what is wrong", async () => {
  const child = spawn(process.execPath, ["bin/backup.ts"], { env: { ...process.env, DATA_DIR: dataDir } });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(1);
  expect(said).toContain("Cannot back up");
});
