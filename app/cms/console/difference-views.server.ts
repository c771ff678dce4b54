/** The difference between two contents of an entry, as a page shows it: with titles and pictures. */

import type { Services } from "../../platform/services.ts";
import type { ContentType } from "../content-type.ts";
import { diffValues, type FieldDifference } from "../editing/difference.ts";
import { type Values, withDefaults } from "../editing/stored-body.ts";
import { titleFinder } from "../editing/title-finder.server.ts";
import type { DifferenceView } from "./difference-view.tsx";
import { photoThumbnail } from "./thumbnail.server.ts";

const THUMBNAIL_WIDTH = 420;

/** What visitors see differ, field by field, with the addresses of the pictures in place of their files' names. */
export async function readDifferences(
  services: Services,
  type: ContentType,
  before: Values,
  after: Values,
): Promise<DifferenceView[]> {
  const findTitle = await titleFinder(services, [type]);
  return diffValues(type, withDefaults(type, before), withDefaults(type, after), findTitle).map(shown);
}

function shown({ field, label, parts, files }: FieldDifference): DifferenceView {
  if (files === undefined) return { field, label, parts };
  const address = (file: string | undefined) =>
    file === undefined ? undefined : photoThumbnail({ file }, THUMBNAIL_WIDTH);
  return { field, label, parts: [], pictures: { before: address(files.before), after: address(files.after) } };
}
