import { data, Form, href, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { FocusPicker } from "../../pictures/console/focus-picker.tsx";
import { focusFromForm } from "../../pictures/focus.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import { pictureUrl } from "../../ui/picture.tsx";
import { pictures } from "../../ui/picture-files.ts";
import { photoIn } from "../content-type.ts";
import { CONTENT_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/entry-focus.route";
import { RefusalNotice } from "./entry-parts.tsx";
import { entryAction, entryRequest } from "./entry-request.server.ts";
import { changePhoto, photoFieldOf } from "./photo-of-entry.server.ts";

/** The width in pixels at which the picture is shown. */
const SHOWN_WIDTH = 724;

export function meta() {
  return consoleMeta("Focus of the picture");
}

export const shouldRevalidate = revalidateAfterConflict;

/** An uploaded picture has one focus for all places, on its own page. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { type, editing } = await entryRequest(context, params, "edit");
  const field = photoFieldOf(type, params.field);
  const photo = field && photoIn(field, editing.values[params.field]);
  if (photo === undefined) throw data(null, { status: 404 });
  const hash = uploadedHash(photo.file);
  if (hash !== undefined) throw redirect(href("/staff/pictures/:hash", { hash }));
  const size = pictures.get(photo.file);
  const src = pictureUrl(photo, SHOWN_WIDTH);
  if (size === undefined || src === undefined) throw data(null, { status: 404 });
  const [x, y] = photo.focus;
  return {
    title: editing.title,
    path: href("/staff/content/:type/:slug", { type: type.name, slug: editing.slug }),
    revision: editing.draft?.revision,
    picture: { src, width: size.width, height: size.height },
    focus: { x, y },
  };
}

const focusForm = textFields("revision", "focus.x", "focus.y", "position", "x", "y");

export async function action(args: Route.ActionArgs) {
  return entryAction(args, "edit", focusForm, async ({ services, member, type, slug, values, typed }) => {
    const { revision, ...fields } = values;
    const { field } = args.params;
    const outcome = await changePhoto(services, type, { slug, field }, revision, member, (photo) => {
      const size = pictures.get(photo?.file ?? "");
      if (photo === undefined || size === undefined) throw data(null, { status: 404 });
      const { x, y } = focusFromForm(fields, size);
      return { ...photo, focus: [x, y] };
    });
    if (outcome === "unknown") throw data(null, { status: 404 });
    if (outcome === "stale") return problemResponse(CONTENT_PROBLEMS, "focus-stale", typed);
    const isAffected = fields["focus.x"] !== "" || fields["focus.y"] !== "";
    const path = href("/staff/content/:type/:slug", { type: type.name, slug });
    // Without script a click on the picture sends the form, and the crops are looked at before going on.
    throw redirect(isAffected ? `${path}/focus/${field}` : `${path}?done=saved`, 303);
  });
}

export default function ContentFocus({ loaderData, actionData }: Route.ComponentProps) {
  const { title, path, revision, picture, focus } = loaderData;
  return (
    <>
      <PageHead title="Focus of the picture" back={{ to: path, label: title }} />
      <RefusalNotice returned={actionData} />
      <Form method="post">
        {/* Enter activates the first button of a form, which would be the picture. */}
        <button type="submit" className="sr-only" tabIndex={-1}>
          Save
        </button>
        <input type="hidden" name="revision" value={revision ?? ""} />
        <div className="two even picture">
          <FocusPicker key={`${focus.x} ${focus.y}`} picture={picture} focus={focus} />
        </div>
        <p className="actions mt-6">
          <button type="submit" className="button red">
            Save the focus
          </button>
        </p>
      </Form>
    </>
  );
}
