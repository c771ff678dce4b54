/** Folders with site pictures. Each file is made by one process, and appears only when complete. */
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
  /** @throws when the file can't be written; the partial file is removed */
  write: (bytes: Uint8Array) => Promise<void>;
  release: () => void;
};

/** Disk full, quota exceeded, or read-only. */
const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Whether a file could not be written because the disk is full or read-only. */
export function isDiskFullError(error: unknown): boolean {
  return NO_ROOM.has(errorCode(error));
}

export type PictureStore = Awaited<ReturnType<typeof openPictureStore>>;

/** Opens the store. @param folders new files go to the first writable one @param names all known files */
export async function openPictureStore(folders: readonly string[], names: readonly string[]) {
  const subfolders = [...new Set(names.map((name) => dirname(name)))];
  const writable = await firstWritable(folders, subfolders);

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
      const keptPaths = new Set(names.map((name) => join(writable, name)));
      const files = await Promise.all(subfolders.map((folder) => filesIn(join(writable, folder))));
      const others = files.flat().filter((path) => {
        const whole = path.endsWith(PART) || path.endsWith(LOCK) ? path.slice(0, path.lastIndexOf(".")) : path;
        // The partial file and the lock of a missing file may be in use; otherwise they are reused.
        return !keptPaths.has(whole) || (whole !== path && existsSync(whole));
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
        // On disk before it has its name: after a power cut, the name must not exist without the content.
        await writeFile(path + PART, bytes, { flush: true });
        await rename(path + PART, path);
      } catch (error) {
        // Leftovers must not fill the disk. A process that waits for this lock will find the disk full too.
        removeQuietly(path + PART);
        if (isDiskFullError(error)) removeQuietly(path + LOCK);
        throw error;
      }
    },
    release() {
      unlock();
      // Only now: while the file is missing, all processes must find the same lock.
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

/** Windows doesn't remove a file that another process has open; the next start removes it. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

async function firstWritable(folders: readonly string[], subfolders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    try {
      for (const each of subfolders) {
        await mkdir(join(folder, each), { recursive: true });
        accessSync(join(folder, each), constants.W_OK);
      }
      return folder;
    } catch {
      // Owned by another user, or on a read-only file system.
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
