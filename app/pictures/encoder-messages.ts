/** What the site and the encoder's process say to each other. */
import type { ImageRefusal, OwnTask, ReadImage, WantedFile } from "../platform/image-encoder.ts";

/**
 * A task of a process. A process that has an upload gets no other one; its end, with code 0, says that it has done it. `bytes`
 * are the size of the file that it gets on standard input.
 */
export type ChildWork =
  | { kind: "read"; bytes: number }
  | { kind: "encode"; bytes: number; wanted: readonly WantedFile[] }
  | ({ kind: "own" } & OwnTask);

/** What it says of its task. Of `own` it says one thing. */
export type ChildMessage =
  | { kind: "read"; image: ReadImage }
  | { kind: "file"; file: WantedFile; bytes: Uint8Array }
  | { kind: "own-file"; bytes: Uint8Array }
  /** Source or recipe are no longer those of the file's name. */
  | { kind: "outdated" }
  | { kind: "refused"; code: ImageRefusal };
