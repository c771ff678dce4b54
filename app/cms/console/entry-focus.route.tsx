import { data, href, redirect } from "react-router";
import { DefaultButton } from "../../console/fields.tsx";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, ownField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { formPath } from "../../content-types/paths.ts";
import { FocusPicker } from "../../pictures/console/focus-picker.tsx";
import { focusFromForm } from "../../pictures/focus.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import { pictureUrl } from "../../ui/picture.tsx";
import { pictures } from "../../ui/picture-files.ts";
import { photoIn } from "../content-type.ts";
import type { Route } from "./+types/entry-focus.route";
import { entryPage, readEditing } from "./entry-request.server.ts";
import { changePhoto, photoFieldOf } from "./photo-of-entry.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const SHOWN_WIDTH = 724;

const ACTIONS = {
  focus: {
    submit: "Save the focus",
    isMain: true,
    // The image input sends the point as `focus.x` and `focus.y`.
    fields: [ownField("position"), ownField("x"), ownField("y"), ownField("focus.x"), ownField("focus.y")],
  },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  ...entryPage("edit"),
  load: async ({ services, type, slug, field: name }) => {
    const { title, values, draft } = await readEditing(services, type, slug);
    const field = photoFieldOf(type, name);
    const photo = field && photoIn(field, values[name]);
    if (photo === undefined) throw data(null, { status: 404 });
    const hash = uploadedHash(photo.file);
    // An uploaded picture has one focus for all its uses, set on its own page.
    if (hash !== undefined) throw redirect(href("/staff/pictures/:hash", { hash }));
    const size = pictures.get(photo.file);
    const src = pictureUrl(photo, SHOWN_WIDTH);
    if (size === undefined || src === undefined) throw data(null, { status: 404 });
    const [x, y] = photo.focus;
    return {
      title,
      path: formPath(type.name, slug),
      revision: draft?.revision ?? "",
      picture: { src, width: size.width, height: size.height },
      focus: { x, y },
    };
  },
  run: {
    focus: [
      "edit",
      async ({ services, member, type, slug, field }, { seen, ...fields }) => {
        const outcome = await changePhoto(services, type, { slug, field }, seen, member, (photo) => {
          const size = pictures.get(photo?.file ?? "");
          if (photo === undefined || size === undefined) throw data(null, { status: 404 });
          const { x, y } = focusFromForm(fields, size);
          return { ...photo, focus: [x, y] };
        });
        if (outcome === "unknown") throw data(null, { status: 404 });
        if (outcome === "stale") return { code: "focus-stale" };
        return { code: "done", isPoint: fields["focus.x"] !== "" || fields["focus.y"] !== "" };
      },
    ],
  },
  to: ({ type, slug, field }, { isPoint }) => {
    const path = formPath(type.name, slug);
    // Without JavaScript, clicking the picture sends the form; the page then shows the new crops.
    return isPoint ? `${path}/focus/${field}` : `${path}?done=saved`;
  },
});
export const loader = server.loader;
export const action = server.action;

export default function ContentFocus({ loaderData: { page } }: Route.ComponentProps) {
  const { title, path, revision, picture, focus } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title="Focus of the picture"
      back={{ to: path, label: title }}
      seen={revision}
      layout=""
    >
      <ActionForm
        action="focus"
        inputs={{
          position: () => (
            <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
              <FocusPicker key={`${focus.x} ${focus.y}`} picture={picture} focus={focus} />
            </div>
          ),
        }}
      >
        {/* Enter presses a form's first button, which would otherwise be the picture. */}
        <DefaultButton />
      </ActionForm>
    </ActionPage>
  );
}
