/**
 * A loss of power, as the files of a data folder see it: of the writes that were not synced, some are stored, some are not, and some in
 * part. `power-loss.c`, preloaded into the site, records them as SQLite and Node pass them to the system; synced writes
 * stay. Needs a C compiler (`cc`) and Linux.
 */
import { execFileSync } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The unit in which a disk writes: longer writes may be stored in part. */
const SECTOR_BYTES = 512;
const RECORD_BYTES = 40;

type Write = { oldSize: number; newSize: number; offset: number; oldLength: number; newLength: number; old: Buffer };

export type PowerLoss = {
  /** The environment variables of a site that may lose power. */
  settings: Record<string, string>;
  /** Loses unsynced writes, after the site's processes were killed. @returns how many were lost, in whole or in part */
  cut: () => Promise<number>;
  remove: () => void;
};

/** @param ignoresSync no commit counts as synced, so that a test must find losses */
export async function powerLossOf(dataDir: string, { ignoresSync = false } = {}): Promise<PowerLoss> {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-power-"));
  const journals = join(folder, "journals");
  const library = join(folder, "power-loss.so");
  mkdirSync(journals);
  const source = join(import.meta.dirname, "power-loss.c");
  execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl", "-lpthread"]);
  return {
    settings: {
      LD_PRELOAD: library,
      POWER_LOSS_FOLDER: dataDir,
      POWER_LOSS_JOURNALS: journals,
      ...(ignoresSync && { POWER_LOSS_IGNORES_SYNC: "1" }),
    },
    cut: async () => {
      let lost = 0;
      for (const name of await readdir(dataDir, { recursive: true })) {
        const path = join(dataDir, name);
        const journal = join(journals, String((await stat(path)).ino));
        lost += loseWrites(path, await readWrites(journal));
        rmSync(journal, { force: true });
      }
      return lost;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function readWrites(journal: string): Promise<Write[]> {
  const bytes = await readFile(journal).catch(() => Buffer.alloc(0));
  const writes: Write[] = [];
  for (let at = 0; at + RECORD_BYTES <= bytes.length; ) {
    const number = (index: number) => Number(bytes.readBigUInt64LE(at + index * 8));
    const [oldSize, newSize, offset, oldLength, newLength] = [number(0), number(1), number(2), number(3), number(4)];
    const end = at + RECORD_BYTES + oldLength;
    // The process was killed while it wrote the record, so the write itself never began.
    if (end > bytes.length) break;
    writes.push({ oldSize, newSize, offset, oldLength, newLength, old: bytes.subarray(at + RECORD_BYTES, end) });
    at = end;
  }
  return writes;
}

/** Restores the synced state, then stores a random part of the later writes. */
function loseWrites(path: string, writes: readonly Write[]): number {
  if (writes.length === 0) return 0;
  const file = openSync(path, "r+");
  const written = writes.toReversed().map((write) => {
    const data = Buffer.alloc(Math.max(0, Math.min(write.newLength, fstatSync(file).size - write.offset)));
    readSync(file, data, 0, data.length, write.offset);
    writeSync(file, write.old, 0, write.oldLength, write.offset);
    ftruncateSync(file, write.oldSize);
    return { ...write, data };
  });
  const share = Math.random();
  let lost = 0;
  for (const { data, offset, oldSize, newSize } of written.toReversed()) {
    if (Math.random() > share) {
      lost += 1;
      continue;
    }
    const isWhole = data.length <= SECTOR_BYTES || Math.random() < 0.75;
    const stored = isWhole ? data.length : SECTOR_BYTES * Math.floor((Math.random() * data.length) / SECTOR_BYTES);
    if (!isWhole) lost += 1;
    writeSync(file, data, 0, stored, offset);
    if (newSize < oldSize) ftruncateSync(file, newSize);
  }
  closeSync(file);
  return lost;
}
