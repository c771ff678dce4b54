/**
 * Brings everything the site serves of `photos/` up to date: the variants of each picture and the share pictures. Says
 * which entry of the content names a picture that isn't there; the site then shows its placeholder.
 */

import { withBuildLock } from "./build-lock.ts";
import { reportMissingPictures } from "./content-pictures.ts";
import { buildVariants } from "./picture-variants.ts";
import { buildSharePictures } from "./share-pictures.ts";

/** `made` counts the files written; `missing` has a message for each reference to a picture that isn't in `photos/`. */
export async function buildPictures(): Promise<{ made: number; missing: string[] }> {
  const made = await withBuildLock(async () => {
    const variants = await buildVariants();
    return variants.made + (await buildSharePictures(variants.pictures)).drawn;
  });
  return { made, missing: await reportMissingPictures() };
}

if (import.meta.main) {
  const started = performance.now();
  const { made, missing } = await buildPictures();
  console.log(`${made} pictures made in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (missing.length > 0) process.exitCode = 1;
}
