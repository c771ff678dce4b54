/** Finds the type and the entry of a page's address, and checks the permission. */
import { data } from "react-router";
import type { Found, RouteArgs } from "../../console/kit/staff-actions.server.ts";
import { type Catalogue, catalogue } from "../../content-types/catalogue.ts";
import type { Services } from "../../platform/services.ts";
import type { Action } from "../../staff/roles.ts";
import type { Permission } from "../../staff/staff-request.server.ts";
import type { ContentType } from "../content-type.ts";
import { type EditableEntry, findEditableEntry } from "../editing/editable-entry.server.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";

export type NamedType = ContentType & { name: keyof Catalogue };

export function contentTypeAt(name: string): NamedType {
  const type: ContentType | undefined = Object.hasOwn(catalogue, name) ? catalogue[name as keyof Catalogue] : undefined;
  if (type === undefined) throw data(null, { status: 404 });
  // Every type is in the catalogue under its own name.
  return type as NamedType;
}

type EntryArgs = RouteArgs & { params: { type: string; slug: string; field?: string } };

/** The entry and field that an address names; they may not exist. */
export type FoundEntry = Found & { type: NamedType; slug: string; field: string };

/** Options of `staffActions` for the pages of an entry. @param action the permission that the page needs */
export function entryPage(action: Action) {
  return {
    may: ({ params }: EntryArgs): Permission => [action, contentTypeAt(params.type).name],
    problems: CONTENT_PROBLEMS,
    find: async (request: Found, { params: { type, slug, field = "" } }: EntryArgs): Promise<FoundEntry> => {
      return { ...request, type: contentTypeAt(type), slug, field };
    },
  };
}

export async function readEditing(services: Services, type: ContentType, slug: string): Promise<EditableEntry> {
  const editing = await findEditableEntry(services, type, slug);
  if (editing === undefined) throw data(null, { status: 404 });
  return editing;
}
