/**
 * A process of its own that zeroes what deleted rows left in unused space of the SQLite file, started by
 * deleted-content.server.ts. Arguments: the file, and the number that it gets as `user_version`. The last line of its output
 * is the number of pages that it has changed.
 *
 * When SQLite spreads rows over neighbouring pages, it leaves their old bytes between a page's list of cells and its cells,
 * and `secure_delete` doesn't know of them. SQLite never reads that space, so zeroing it in the file changes no row, at
 * whatever moment the process is killed. Two things are needed beside. No older version of the page may be waiting in the
 * write-ahead log, so that is emptied first, and stays empty under the write lock. No connection may write the page again
 * from its cache; each empties its cache when another one has written, as this one does at the end of each step.
 */
import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** Bytes that are read at once, and the most that is changed under one lock. A whole number of pages of any size. */
const STEP_BYTES = 1024 * 1024;

/** Between two steps that needed the lock: the site's own writes come first. */
const STEP_PAUSE_MS = 10;

/** How often, and after which pauses, a step is tried while others use the file. */
const ATTEMPTS = 200;
const ATTEMPT_PAUSE_MS = 50;

/** Types of b-tree pages by their first byte, with the size of their header (https://sqlite.org/fileformat2.html#b_tree_pages). */
const HEADER_BYTES: ReadonlyMap<number, number> = new Map([
  [0x02, 12],
  [0x05, 12],
  [0x0a, 8],
  [0x0d, 8],
]);

/** In a larger file the first byte of a page that holds no b-tree, part of a page number, can look like the type of one. */
const MAX_PAGES = 0x02_00_00_00;

/**
 * The bytes of a page between its list of cells and its cells, which mean nothing.
 * @returns undefined for a page that is none of a b-tree, or where there is nothing between them
 */
function unusedRange(page: Uint8Array): { from: number; to: number } | undefined {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const header = HEADER_BYTES.get(view.getUint8(0));
  if (header === undefined) return undefined;
  const from = header + 2 * view.getUint16(3);
  // 0 stands for 65,536, the end of the largest page.
  const to = view.getUint16(5) || 65_536;
  return from < to && to <= page.byteLength ? { from, to } : undefined;
}

/** Whether there is something in the unused space of a page. */
function hasRemains(page: Uint8Array): boolean {
  const range = unusedRange(page);
  return range !== undefined && page.subarray(range.from, range.to).some((byte) => byte !== 0);
}

class Remains {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #database: DatabaseSync;
  readonly #pageBytes: number;
  changed = 0;

  constructor(file: string) {
    this.#file = file;
    // Opened before SQLite's own, and closed after it: closing one gives up the locks of all that a process has on a file.
    this.#descriptor = openSync(file, "r+");
    this.#database = new DatabaseSync(file, { timeout: 0 });
    this.#pageBytes = Number(this.#database.prepare("pragma page_size").get()?.page_size);
  }

  /** @param version what the file gets as its `user_version` */
  async erase(version: number): Promise<void> {
    // Until the end the file has the number it had, so that what is interrupted is begun again.
    const before = Number(this.#database.prepare("pragma user_version").get()?.user_version);
    // Changes that are in the log only can't be seen in the file.
    await this.#locked(() => {});
    const { size } = fstatSync(this.#descriptor);
    if (size / this.#pageBytes >= MAX_PAGES) throw new Error(`A file of ${size} bytes is too large`);
    const step = Buffer.alloc(STEP_BYTES);
    for (let from = 0; from < size; from += STEP_BYTES) {
      const bytes = step.subarray(0, readSync(this.#descriptor, step, 0, STEP_BYTES, from));
      const found = this.#pagesWithRemains(bytes, from);
      if (found.length === 0) continue;
      await this.#locked(() => {
        for (const at of found) this.#zero(at);
        this.#database.exec(`pragma user_version = ${before}`);
      });
      await pause(STEP_PAUSE_MS);
    }
    fdatasyncSync(this.#descriptor);
    await this.#locked(() => this.#database.exec(`pragma user_version = ${version}`));
  }

  close(): void {
    this.#database.close();
    closeSync(this.#descriptor);
  }

  /** The positions of pages to change. The first page is none: it has the schema, and this connection writes it. */
  #pagesWithRemains(bytes: Buffer, offset: number): number[] {
    const positions: number[] = [];
    for (let at = 0; at + this.#pageBytes <= bytes.length; at += this.#pageBytes) {
      if (offset + at > 0 && hasRemains(bytes.subarray(at, at + this.#pageBytes))) positions.push(offset + at);
    }
    return positions;
  }

  /** Read again, because it may have changed before the lock was there. */
  #zero(position: number): void {
    const page = Buffer.alloc(this.#pageBytes);
    readSync(this.#descriptor, page, 0, this.#pageBytes, position);
    const range = unusedRange(page);
    if (range === undefined) return;
    writeSync(this.#descriptor, Buffer.alloc(range.to - range.from), 0, range.to - range.from, position + range.from);
    this.changed += 1;
  }

  /** Does `work` under the write lock with an empty log. @throws when others use the file all the time */
  async #locked(work: () => void): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#database.exec("pragma wal_checkpoint(truncate)");
        this.#database.exec("begin immediate");
        if (this.#isLogEmpty()) {
          work();
          this.#database.exec("commit");
          return;
        }
        this.#database.exec("rollback");
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec("rollback");
        if (!(error instanceof Error && error.message.includes("database is locked"))) throw error;
      }
      if (attempt === ATTEMPTS) throw new Error("Others use the file all the time");
      await pause(ATTEMPT_PAUSE_MS);
    }
  }

  #isLogEmpty(): boolean {
    return (statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  }
}

const [, , file = "", version = ""] = process.argv;
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const remains = new Remains(file);
try {
  await remains.erase(Number(version));
  console.log(remains.changed);
} finally {
  remains.close();
}
