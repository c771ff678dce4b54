import { data, Form, href, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Pager } from "../../console/kit/list-page.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { ConditionWord } from "../../pictures/console/picture-row.tsx";
import { UploadForm } from "../../pictures/console/upload-form.tsx";
import { findChoosablePicture, listChoosablePictures } from "../../pictures/library.server.ts";
import { can } from "../../staff/roles.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/entry-picture.route";
import { RefusalNotice } from "./entry-parts.tsx";
import { entryAction, entryRequest } from "./entry-request.server.ts";
import { changePhoto, photoFieldOf } from "./photo-of-entry.server.ts";

export function meta() {
  return consoleMeta("Choose a picture");
}

export const shouldRevalidate = revalidateAfterConflict;

/** The pictures that a photo field of an entry can name, a page of them. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, type, editing } = await entryRequest(context, params, "edit");
  if (photoFieldOf(type, params.field) === undefined) throw data(null, { status: 404 });
  const { pictures, next } = await listChoosablePictures(services, url.searchParams.get("after"));
  return {
    title: editing.title,
    path: href("/staff/content/:type/:slug", { type: type.name, slug: editing.slug }),
    revision: editing.draft?.revision,
    place: can(member.role, "edit", "pictures") ? `${type.name}/${editing.slug}/${params.field}` : undefined,
    pictures: pictures.map(({ photo, ...picture }) => ({ file: photo.file, ...picture })),
    next: next && `?after=${next}`,
  };
}

const pictureForm = textFields("file", "revision");

/** Puts the chosen picture into the draft, with its own words and focus. */
export async function action(args: Route.ActionArgs) {
  return entryAction(args, "edit", pictureForm, async ({ services, member, type, slug, values, typed }) => {
    const picture = await findChoosablePicture(services, values.file);
    if (picture === undefined) return problemResponse(CONTENT_PROBLEMS, "picture-gone", typed);
    const outcome = await changePhoto(services, type, args.params, values.revision, member, () => picture.photo);
    if (outcome === "unknown") throw data(null, { status: 404 });
    if (outcome === "stale") return problemResponse(CONTENT_PROBLEMS, "picture-stale", typed);
    throw redirect(`${href("/staff/content/:type/:slug", { type: type.name, slug })}?done=saved`, 303);
  });
}

export default function ContentPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { title, path, revision, place, pictures, next } = loaderData;
  return (
    <>
      <PageHead title="Choose a picture" back={{ to: path, label: title }} />
      <RefusalNotice returned={actionData} />
      {place !== undefined && <UploadForm place={place} returned={undefined} />}
      <Form method="post">
        <input type="hidden" name="revision" value={revision ?? ""} />
        <ul className="choosable-pictures">
          {pictures.map(({ file, name, thumbnail, condition }) => (
            <li key={file}>
              <button type="submit" name="file" value={file}>
                <img src={thumbnail} alt="" loading="lazy" />
                <span>{name}</span>
                {condition !== "complete" && <ConditionWord condition={condition} places={0} />}
              </button>
            </li>
          ))}
        </ul>
      </Form>
      <Pager more={next === undefined ? undefined : { to: next, label: "More pictures" }} />
    </>
  );
}
