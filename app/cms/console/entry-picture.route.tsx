import { data, Form } from "react-router";
import { ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, ownField } from "../../console/kit/actions.ts";
import { Pager } from "../../console/kit/list-page.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { formPath } from "../../content-types/paths.ts";
import { ConditionLabel } from "../../pictures/console/picture-row.tsx";
import { UploadForm } from "../../pictures/console/upload-form.tsx";
import { findChoosablePicture, listChoosablePictures } from "../../pictures/library.server.ts";
import { can } from "../../staff/roles.ts";
import type { Route } from "./+types/entry-picture.route";
import { entryPage, readEditing } from "./entry-request.server.ts";
import { changePhoto, photoFieldOf } from "./photo-of-entry.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = { choose: { submit: "Choose the picture", fields: [ownField("file")] } } satisfies Actions;

const server = staffActions(ACTIONS, {
  ...entryPage("edit"),
  load: async ({ services, member, type, slug, field }, url) => {
    const { title, draft } = await readEditing(services, type, slug);
    if (photoFieldOf(type, field) === undefined) throw data(null, { status: 404 });
    const { pictures, next } = await listChoosablePictures(services, url.searchParams.get("after"));
    return {
      title,
      path: formPath(type.name, slug),
      revision: draft?.revision ?? "",
      place: can(member.role, "edit", "pictures") ? `${type.name}/${slug}/${field}` : undefined,
      pictures: pictures.map(({ photo, ...picture }) => ({ file: photo.file, focus: photo.focus, ...picture })),
      more: next ? { to: `?after=${next}`, label: "More pictures" } : undefined,
    };
  },
  run: {
    // Puts the chosen picture into the draft, with its own description and focus.
    choose: [
      "edit",
      async ({ services, member, type, slug, field }, { file, seen }) => {
        const picture = await findChoosablePicture(services, file);
        if (picture === undefined) return { code: "picture-gone" };
        const outcome = await changePhoto(services, type, { slug, field }, seen, member, () => picture.photo);
        if (outcome === "unknown") throw data(null, { status: 404 });
        return { code: outcome === "stale" ? "picture-stale" : "done" };
      },
    ],
  },
  to: ({ type, slug }) => `${formPath(type.name, slug)}?done=saved`,
});
export const loader = server.loader;
export const action = server.action;

export default function ContentPicture({ loaderData: { page } }: Route.ComponentProps) {
  const { title, path, revision, place, pictures, more } = page;
  return (
    <ActionPage actions={ACTIONS} title="Choose a picture" back={{ to: path, label: title }} layout="">
      {place !== undefined && <UploadForm place={place} returned={undefined} />}
      <Form method="post">
        <input type="hidden" name="seen" value={revision} />
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(160px,44%),1fr))] gap-x-row gap-y-4">
          {pictures.map(({ file, focus: [x, y], name, thumbnail, condition }) => (
            <li key={file}>
              <button
                type="submit"
                name="file"
                value={file}
                className="wrap-anywhere group grid w-full cursor-pointer gap-1.5 text-left font-semibold text-sm"
              >
                <img
                  className="aspect-4/3 w-full bg-ink object-cover outline-3 outline-transparent group-hover:outline-ink"
                  src={thumbnail}
                  alt=""
                  style={{ objectPosition: `${x}% ${y}%` }}
                  loading="lazy"
                />
                <span>{name}</span>
                {condition !== "complete" && <ConditionLabel condition={condition} places={0} />}
              </button>
            </li>
          ))}
        </ul>
      </Form>
      <Pager more={more} />
    </ActionPage>
  );
}
