/** Differences between two versions of an entry, with titles and pictures for a page. */
import { thumbnailAddress } from "../../pictures/library-picture.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import type { Services } from "../../platform/services.ts";
import { pictureUrl } from "../../ui/picture.tsx";
import type { ContentType } from "../content-type.ts";
import { diffValues, type FieldDifference } from "../editing/difference.ts";
import { type Values, withDefaults } from "../editing/stored-body.ts";
import { titleFinder } from "../entries.server.ts";
import type { Photo } from "../fields.ts";
import type { DifferenceView } from "./difference-view.tsx";

export const THUMBNAIL_WIDTH = 420;

/** The differences that visitors see, by field, with picture addresses instead of file names. */
export async function readDifferences(
  services: Services,
  type: ContentType,
  before: Values,
  after: Values,
): Promise<DifferenceView[]> {
  const findTitle = await titleFinder(services, [type]);
  return diffValues(type, withDefaults(type, before), withDefaults(type, after), findTitle).map(withPictures);
}

function withPictures({ files, ...difference }: FieldDifference): DifferenceView {
  if (files === undefined) return difference;
  const address = (file: string | undefined) =>
    file === undefined ? undefined : photoThumbnail({ file }, THUMBNAIL_WIDTH);
  return { ...difference, pictures: { before: address(files.before), after: address(files.after) } };
}

/** The address of a picture for the console, which also shows unpublished pictures. */
export function photoThumbnail({ file }: Pick<Photo, "file">, width: number): string | undefined {
  const hash = uploadedHash(file);
  return hash === undefined ? pictureUrl({ file }, width) : thumbnailAddress(hash);
}
