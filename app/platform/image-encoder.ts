/** The interface of the encoder of pictures. A child process does the work (app/pictures/encoder.server.ts). */

/** Why an upload is refused. Each code has a sentence in app/pictures/problems.ts. */
export type ImageRefusal =
  | "unreadable"
  | "too-many-pixels"
  | "too-small"
  /** The encoder ran too long, or ran out of memory. */
  | "too-hard"
  /** Other uploads are waiting already. */
  | "busy"
  /** The encoder can't be loaded on this machine. */
  | "no-encoder";

/** An uploaded image as it is stored: the right way up, without metadata. */
export type ReadImage = {
  width: number;
  height: number;
  /** The average colour, as in `#2d0d0c`. */
  colour: string;
  /** A JPEG of at most 2,000 pixels each way, from which all other files are made. */
  master: Uint8Array;
  jpeg: Uint8Array;
  thumbnail: Uint8Array;
};

export type ReadImageOutcome = { ok: true; image: ReadImage } | { ok: false; code: ImageRefusal };

/** A file of a picture: a variant for pages, or the share picture cropped around a focus. */
export type WantedFile =
  | { kind: "variant"; width: number; format: "avif" | "webp" }
  | { kind: "share"; focus: readonly [x: number, y: number] };

/**
 * A file of a site picture. `titled`: a page's share picture with `lines` in capitals; `zoom` enlarges the picture
 * next to them.
 */
export type OwnFile =
  | { kind: "variant"; width: number; format: "avif" | "webp" | "jpg" }
  | { kind: "share"; focus: readonly [x: number, y: number] }
  | { kind: "titled"; page: string; lines: readonly string[]; focus: readonly [x: number, y: number]; zoom?: number };

/** A file to make from a picture in `photos/`. */
export type OwnTask = {
  /** The name of the file if source and recipe are the expected ones. */
  name: string;
  source: string;
  file: OwnFile;
};

/** The result of a task: the file, or why not. */
export type OwnOutcome = Uint8Array | "no-encoder" | "outdated" | "interrupted" | "failed";

/** How an encoding ended: `interrupted` by an upload, or because the site stops. The files stored until then are valid. */
export type ImageEncoder = {
  /** Reserves capacity for an upload before reading it. @returns the function that releases it; undefined when full */
  reservePlace: () => (() => void) | undefined;
  /** Reads an upload that has a place, and interrupts a running encoding. Never throws. */
  read: (bytes: Uint8Array) => Promise<ReadImageOutcome>;
  /**
   * Makes files of a master, one after the other. @param store is called with each file; when it returns false, the
   * encoding ends @throws what `store` throws
   */
  encode: (
    master: Uint8Array,
    wanted: readonly WantedFile[],
    store: (file: WantedFile, bytes: Uint8Array) => Promise<boolean>,
  ) => Promise<"done" | "interrupted" | "failed">;
  /**
   * Makes files in one process until `next` returns none, or an upload waits. @param made called after each task @returns
   * false when stopped
   */
  makeOwnFiles: <Task extends OwnTask>(
    next: () => Task | undefined,
    made: (task: Task, outcome: OwnOutcome) => Promise<void>,
  ) => Promise<boolean>;
  stop: () => void;
};
