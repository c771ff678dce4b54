import { href, redirect } from "react-router";
import { findUploadField } from "../../cms/console/photo-of-entry.server.ts";
import { Pager } from "../../console/kit/list-page.tsx";
import { Notice, PageHead } from "../../console/page-parts.tsx";
import { problemResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readPageKey } from "../../platform/cursor.server.ts";
import { can } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { timeSince } from "../../time/dates.server.ts";
import { listLibrary } from "../library.server.ts";
import { PICTURE_PROBLEMS } from "../problems.ts";
import { drainUpload, readUpload, uploadPicture } from "../upload.server.ts";
import type { Route } from "./+types/pictures.route";
import { PictureRow } from "./picture-row.tsx";
import { UploadForm } from "./upload-form.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "pictures"]);
  const after = url.searchParams.get("after");
  const { pictures, next } = await listLibrary(services, after);
  const now = services.now();
  return {
    pictures: pictures.map((picture) => ({ ...picture, madeAt: timeSince(new Date(picture.madeAt), now) })),
    next: next && `?after=${next}`,
    isFirstPage: readPageKey(after) === undefined,
    mayUpload: can(member.role, "edit", "pictures"),
    removed: url.searchParams.has("removed"),
    place: await findUploadField(services, member, url.searchParams.get("for")),
  };
}

/** Accepts one picture. The host leaves the body unread until the role and a free place have been checked. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { services, member } = staffRequest(context, ["edit", "pictures"]);
  const place = await findUploadField(services, member, url.searchParams.get("for"));
  const releasePlace = services.imageEncoder.reservePlace();
  if (releasePlace === undefined) {
    await drainUpload(request);
    return problemResponse(PICTURE_PROBLEMS, "busy");
  }
  try {
    const form = await readUpload(request);
    if (form.code !== "read") return problemResponse(PICTURE_PROBLEMS, form.code);
    return await withFormReturnedOnError(services.log, {}, async () => {
      const outcome = await uploadPicture(services, member, form.file);
      if (outcome.code !== "done") return problemResponse(PICTURE_PROBLEMS, outcome.code);
      const page = `${href("/staff/pictures/:hash", { hash: outcome.hash })}?new=1`;
      return redirect(place === undefined ? page : `${page}&for=${place.name}`, 303);
    });
  } finally {
    releasePlace();
  }
}

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, next, isFirstPage, mayUpload, removed, place } = loaderData;
  return (
    <>
      <PageHead title="Pictures" {...(place && { back: { to: place.path, label: place.title } })} />
      {removed && <Notice>The picture and its files are removed.</Notice>}
      {mayUpload && <UploadForm place={place?.name} returned={actionData} />}
      {pictures.length > 0 ? (
        <ul className="board">
          {pictures.map((picture) => (
            <PictureRow key={picture.hash} picture={picture} />
          ))}
        </ul>
      ) : (
        <div className="empty">
          <p>
            Photos you upload are listed here, with their focus, description and everybody’s consent. The pictures that
            came with the site are also offered wherever you choose a picture.
          </p>
        </div>
      )}
      <Pager
        back={isFirstPage ? undefined : { to: href("/staff/pictures"), label: "Newest" }}
        more={next ? { to: next, label: "Older pictures" } : undefined}
      />
    </>
  );
}
