/** Folders with site pictures. Each file is made by one process, and appears when whole. */
import { accessSync, constants, existsSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../platform/errors.ts";
import { tryLock } from "../platform/file-lock.server.ts";

/** The endings of a file that is being written, and of the lock of the process that makes it. */
const PART = ".part";
const LOCK = ".lock";

const NOT_THERE = new Set(["ENOENT", "ENOTDIR"]);

export type Claim = {
  /** @throws when the file can't be written; what was written of it is removed */
  write: (bytes: Uint8Array) => Promise<void>;
  release: () => void;
};

/** Disk full, quota exceeded, or read-only. */
const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Whether a file could not be written because none can be now. */
export function isDiskFullError(error: unknown): boolean {
  return NO_ROOM.has(errorCode(error));
}

export type PictureStore = Awaited<ReturnType<typeof openPictureStore>>;

/** Opens the store. @param folders new files go to the first writable one @param names all known files */
export async function openPictureStore(folders: readonly string[], names: readonly string[]) {
  const below = [...new Set(names.map((name) => dirname(name)))];
  const writable = await firstWritable(folders, below);

  return {
    isWritable: writable !== undefined,

    async read(name: string): Promise<Buffer | undefined> {
      for (const folder of folders) {
        const bytes = await readIfThere(join(folder, name));
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },

    has: (name: string) => folders.some((folder) => existsSync(join(folder, name))),

    /**
     * Claims a file to make; undefined while another process has the claim. Without a writable folder, every caller
     * may make it.
     */
    claim(name: string): Claim | undefined {
      const path = writable === undefined ? undefined : join(writable, name);
      if (path === undefined) return { write: async () => {}, release: () => {} };
      const unlock = lockOf(path);
      return unlock && claimOf(path, unlock);
    },

    /** Removes files with other names, and the remains of killed processes. @returns how many files */
    async removeOthers(): Promise<number> {
      if (writable === undefined) return 0;
      const isKept = new Set(names.map((name) => join(writable, name)));
      const files = await Promise.all(below.map((folder) => filesIn(join(writable, folder))));
      const others = files.flat().filter((path) => {
        const whole = path.endsWith(PART) || path.endsWith(LOCK) ? path.slice(0, path.lastIndexOf(".")) : path;
        // The part and the lock of a file that isn't there may be in use; otherwise they are used again.
        return !isKept.has(whole) || (whole !== path && existsSync(whole));
      });
      await Promise.all(others.map((path) => rm(path, { force: true })));
      return others.length;
    },
  };
}

function claimOf(path: string, unlock: () => void): Claim {
  return {
    async write(bytes) {
      try {
        // On disk before it has its name: a machine that loses power must not keep a name without the content.
        await writeFile(path + PART, bytes, { flush: true });
        await rename(path + PART, path);
      } catch (error) {
        // A full disk must not fill with these. Who waits for this lock and makes the file after all finds the same disk.
        removeQuietly(path + PART);
        if (isDiskFullError(error)) removeQuietly(path + LOCK);
        throw error;
      }
    },
    release() {
      unlock();
      // Not before: while the file isn't there, all who want to make it have to find the same lock.
      if (existsSync(path)) removeQuietly(path + LOCK);
    },
  };
}

/** A lock that can't be opened is ignored: writing the file will fail with the actual problem. */
function lockOf(path: string): (() => void) | undefined {
  try {
    return tryLock(path + LOCK);
  } catch {
    return () => {};
  }
}

/** Windows doesn't remove a file that another process has open; the next start of a site does. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

async function firstWritable(folders: readonly string[], below: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    try {
      for (const each of below) {
        await mkdir(join(folder, each), { recursive: true });
        accessSync(join(folder, each), constants.W_OK);
      }
      return folder;
    } catch {
      // Another user's, or on a file system that can only be read.
    }
  }
  return undefined;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (NOT_THERE.has(errorCode(error))) return undefined;
    throw error;
  }
}
