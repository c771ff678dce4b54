/** Problems that prevent publishing content because of its pictures, or of the people it quotes. */
import { setTimeout as pause } from "node:timers/promises";
import { type ContentType, type FieldProblem, photoIn } from "../cms/content-type.ts";
import type { PublishCheck } from "../cms/editing/entry-rows.server.ts";
import { testimonialType } from "../content-types/testimonial.ts";
import type { Db, Services } from "../platform/services.ts";
import { type PicturePublishProblem, PUBLISH_MESSAGES } from "./messages.ts";
import { findPicture, type StoredPicture } from "./pictures.server.ts";
import { findShownPictures, photosOf, uploadedHash } from "./uploaded-pictures.server.ts";

/** The problems with the pictures in the given values, each with its field. @param values checked against the type */
export async function pictureProblems(
  db: Db,
  { fields }: Pick<ContentType, "fields">,
  values: Record<string, unknown>,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const { field, photo } of photosOf(fields, values)) {
    const hash = uploadedHash(photo.file);
    const code = hash === undefined ? undefined : await pictureProblem(db, hash);
    if (code !== undefined) problems.push({ field, message: PUBLISH_MESSAGES[code] });
  }
  return problems;
}

/** The reason why a picture can't be on the site; undefined when it can. */
export async function pictureProblem(db: Db, hash: string): Promise<PicturePublishProblem | undefined> {
  const picture = await findPicture(db, hash);
  if (picture === undefined) return "picture-unknown";
  const problem = problemOf(picture);
  if (problem !== undefined) return problem;
  return (await findShownPictures(db, [hash])).has(hash) ? undefined : "picture-consent-missing";
}

/** How long publishing waits for a picture to be encoded: a large one takes six seconds of a processor core. */
const ENCODING_WAIT_MS = 15_000;
const FILE_POLL_INTERVAL_MS = 200;

/** The problem of a picture after waiting for its encoding; not for transactions. */
export async function pictureProblemOnceMade(
  { db }: Pick<Services, "db">,
  hash: string,
  waitMs = ENCODING_WAIT_MS,
): Promise<PicturePublishProblem | undefined> {
  const until = performance.now() + waitMs;
  for (;;) {
    const problem = await pictureProblem(db, hash);
    if (problem !== "picture-making" || performance.now() >= until) return problem;
    await pause(FILE_POLL_INTERVAL_MS);
  }
}

/** Waits until all pictures in the given values are encoded or have failed, at most as long as for one picture. */
export async function waitForPictures(
  services: Pick<Services, "db">,
  { fields }: Pick<ContentType, "fields">,
  values: Record<string, unknown>,
): Promise<void> {
  // The values are not checked against the type yet.
  const hashes = new Set(
    Object.entries(fields)
      .filter(([, { kind }]) => kind === "photo")
      .map(([key, field]) => uploadedHash(photoIn(field, values[key])?.file ?? "")),
  );
  await Promise.all([...hashes].map((hash) => hash && pictureProblemOnceMade(services, hash)));
}

function problemOf({ state, alt, decorative, subjects }: StoredPicture): PicturePublishProblem | undefined {
  if (state === "withdrawn") return "picture-consent-withdrawn";
  if (state === "failed") return "picture-failed";
  if (subjects === "undecided") return "picture-undecided";
  if (alt === "" && decorative === 0) return "picture-alt-missing";
  return state === "making" ? "picture-making" : undefined;
}

/** The problem of an entry that quotes a person without a recorded consent. */
export async function quoteProblems(
  db: Db,
  type: Pick<ContentType, "name">,
  values: Record<string, unknown>,
): Promise<FieldProblem[]> {
  if (type.name !== testimonialType.name) return [];
  const consents = await db
    .selectFrom("consents")
    .select(["given_on", "withdrawn_at"])
    .where("subject_kind", "=", type.name)
    .where("name", "=", String(values.name))
    .execute();
  if (consents.some((consent) => consent.given_on !== null && consent.withdrawn_at === null)) return [];
  const isWithdrawn = consents.some(({ withdrawn_at }) => withdrawn_at !== null);
  const code: PicturePublishProblem = isWithdrawn ? "quote-consent-withdrawn" : "quote-consent-missing";
  return [{ field: "name", message: PUBLISH_MESSAGES[code] }];
}

/** Checks before publishing: everybody pictured or quoted has consented. */
export const publishChecks: readonly PublishCheck[] = [pictureProblems, quoteProblems];
