/** What the site and the encoder's process say to each other. */
import type { ImageRefusal, ReadImage, WantedFile } from "../platform/image-encoder.ts";

/** The one task of a process. */
export type ChildWork =
  | { kind: "read"; bytes: Uint8Array }
  | { kind: "encode"; bytes: Uint8Array; wanted: readonly WantedFile[] };

/** What it says of its task. Its end, with code 0, says that there is no more. */
export type ChildMessage =
  | { kind: "read"; image: ReadImage }
  | { kind: "file"; file: WantedFile; bytes: Uint8Array }
  | { kind: "refused"; code: ImageRefusal };
