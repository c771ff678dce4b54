/**
 * Prints the texts that are in the bytes of a folder's files, one a line. A separate process, since closing an SQLite file drops
 * all locks of the process on it. Arguments: the folder and the texts.
 */
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

const STEP_BYTES = 4 * 1024 * 1024;

const [, , folder = "", ...texts] = process.argv;
const overlap = Math.max(...texts.map((text) => Buffer.byteLength(text))) - 1;
const found = new Set<string>();
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = await open(join(entry.parentPath, entry.name));
  const step = Buffer.alloc(STEP_BYTES);
  for (let at = 0, read = STEP_BYTES; read > overlap; at += STEP_BYTES - overlap) {
    read = (await file.read(step, 0, STEP_BYTES, at)).bytesRead;
    for (const text of texts) if (step.subarray(0, read).includes(text)) found.add(text);
  }
  await file.close();
}
for (const text of found) console.log(text);
