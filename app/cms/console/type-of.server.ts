import { data } from "react-router";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import type { ContentType } from "../content-type.ts";

/** A content type with its name as the table of roles knows it. */
export type NamedType = ContentType & { name: keyof Catalogue };

/** The content type that an address names. @throws a 404 for the console's error page when there is none */
export function contentTypeAt(name: string): NamedType {
  const type: ContentType | undefined = Object.hasOwn(catalogue, name) ? catalogue[name as keyof Catalogue] : undefined;
  if (type === undefined) throw data(null, { status: 404 });
  // Every type is in the catalogue under its own name.
  return type as NamedType;
}
