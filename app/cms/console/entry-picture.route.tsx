import { data, Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { FORM_MESSAGES } from "../../forms/messages.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { ConditionWord } from "../../pictures/console/picture-condition.tsx";
import { findChoosablePicture, listChoosablePictures } from "../../pictures/library.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import type { Route } from "./+types/entry-picture.route";
import { changePhoto, photoFieldOf } from "./photo-of-entry.server.ts";
import { contentTypeAt } from "./type-of.server.ts";

export function meta() {
  return consoleMeta("Choose a picture");
}

export const shouldRevalidate = revalidateAfterConflict;

/** The pictures that a photo field of an entry can name, a page of them. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const type = contentTypeAt(params.type);
  requirePermission(context.get(staffContext), "edit", type.name);
  const editing = await getEditing(services, type, params.slug);
  if (editing === undefined || photoFieldOf(type, params.field) === undefined) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const [madeAt, hash] = [query.get("madeAt"), query.get("hash")];
  const after = madeAt === null || hash === null ? undefined : { madeAt, hash };
  const { pictures, next } = await listChoosablePictures(services, after);
  return {
    title: editing.title,
    path: href("/staff/content/:type/:slug", { type: type.name, slug: editing.slug }),
    revision: editing.draft?.revision,
    pictures: pictures.map(({ photo, ...picture }) => ({ file: photo.file, ...picture })),
    next: next && `?${new URLSearchParams(next)}`,
  };
}

const pictureForm = z.object({ file: z.string(), revision: z.string() });

/** Puts the chosen picture into the draft, with its own words and focus. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const type = contentTypeAt(params.type);
  requirePermission(member, "edit", type.name);
  const form = await readForm(request, pictureForm);
  if (!form.ok) return data({ problem: FORM_MESSAGES["form-unknown"] }, { status: 400 });
  const picture = await findChoosablePicture(services, form.values.file);
  if (picture === undefined) return data({ problem: "This picture is not there any more." }, { status: 422 });
  const outcome = await changePhoto(services, type, params, form.values.revision, member, () => picture.photo);
  if (outcome === "unknown") throw data(null, { status: 404 });
  if (outcome === "stale") {
    return data({ problem: "Somebody else has changed this entry meanwhile. Choose again." }, { status: 409 });
  }
  throw redirect(`${href("/staff/content/:type/:slug", { type: type.name, slug: params.slug })}?done=saved`, 303);
}

export default function ContentPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { title, path, revision, pictures, next } = loaderData;
  return (
    <>
      <PageHead
        title="Choose a picture"
        back={{ to: path, label: title }}
        actions={
          <Link to={href("/staff/pictures")} className="button">
            Upload another
          </Link>
        }
      />
      {actionData && <Notice isBad>{actionData.problem}</Notice>}
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
      {next !== undefined && (
        <p className="pages">
          <Link to={next}>More pictures</Link>
        </p>
      )}
    </>
  );
}
