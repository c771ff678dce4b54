import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { FieldFrame } from "../../console/field-frame.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { readPageKey } from "../../platform/cursor.server.ts";
import { can } from "../../staff/roles.ts";
import { staffRequest } from "../../staff/staff-request.server.ts";
import { timeSince } from "../../time/date-texts.server.ts";
import { listLibrary } from "../library.server.ts";
import { PICTURE_MESSAGES } from "../messages.ts";
import { drainUpload, readUpload, uploadPicture } from "../upload.server.ts";
import type { Route } from "./+types/pictures.route";
import { PictureRow } from "./picture-row.tsx";

export function meta() {
  return consoleMeta("Pictures");
}

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
  };
}

/** Takes one picture. The host leaves the body unread, so the guard, the role and a place for it come first. */
export async function action({ context, request }: Route.ActionArgs) {
  const { services, member } = staffRequest(context, ["edit", "pictures"]);
  const giveBack = services.imageEncoder.takePlace();
  if (giveBack === undefined) {
    await drainUpload(request);
    return refused("busy");
  }
  try {
    const form = await readUpload(request);
    if (!form.ok) return refused(form.code);
    return await withFormReturnedOnError(services.log, {}, async () => {
      const outcome = await uploadPicture(services, member, form.file);
      if (!outcome.ok) return refused(outcome.code);
      return redirect(`${href("/staff/pictures/:hash", { hash: outcome.hash })}?new=1`, 303);
    });
  } finally {
    giveBack();
  }
}

function refused(code: string) {
  return formResponse<"picture">({ status: 422, problems: { picture: { code } }, typed: {} }, PICTURE_MESSAGES);
}

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, next, isFirstPage, mayUpload, removed } = loaderData;
  return (
    <>
      <PageHead title="Pictures" />
      {removed && <Notice>The picture is removed, with its files.</Notice>}
      {mayUpload && <UploadForm returned={actionData} />}
      {pictures.length > 0 ? (
        <ul className="board picture-library">
          {pictures.map((picture) => (
            <PictureRow key={picture.hash} picture={picture} />
          ))}
        </ul>
      ) : (
        <div className="empty">
          <p>
            Photos you upload are listed here: with their focus, their words, and the consent of everybody who is to be
            seen. The pictures the site came with are offered beside them wherever a picture is chosen.
          </p>
        </div>
      )}
      <p className="pages">
        {isFirstPage ? <span /> : <Link to={href("/staff/pictures")}>Newest</Link>}
        {next && <Link to={next}>Older pictures</Link>}
      </p>
    </>
  );
}

/** HEIC is not among them: an iPhone then sends its photos as JPEG. */
const ACCEPTED = "image/jpeg,image/png,image/webp";

/**
 * Uploads one picture, and goes to its page. With script it is made smaller first, and sent as soon as it is chosen. A
 * document's own form in either case: only its address takes bodies of this size.
 */
function UploadForm({ returned }: { returned: ReturnedForm<"picture"> | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const [isSending, setIsSending] = useState(false);
  const problem = isSending ? undefined : (returned?.errors.picture ?? returned?.errors.form);

  async function send(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (file === undefined) return;
    setIsSending(true);
    const smaller = await smallerPhoto(file);
    if (smaller !== undefined) {
      const chosen = new DataTransfer();
      chosen.items.add(smaller);
      input.files = chosen.files;
    }
    form.current?.submit();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const input = event.currentTarget.elements.namedItem("picture");
    if (isSending) event.preventDefault();
    if (isSending || !(input instanceof HTMLInputElement) || input.files?.length !== 1) return;
    event.preventDefault();
    void send(input);
  }

  return (
    <form
      ref={form}
      method="post"
      action={href("/staff/pictures")}
      encType="multipart/form-data"
      onSubmit={onSubmit}
      className="upload"
    >
      <FieldFrame
        id="picture"
        label="Add a photo"
        help="JPEG, PNG or WebP, up to 15 MB. Where and when it was taken is not stored."
        problem={problem}
        isAnnounced
      >
        {(wiring) => (
          <div className="upload-row">
            <input
              {...wiring}
              name="picture"
              type="file"
              accept={ACCEPTED}
              onChange={(event: ChangeEvent<HTMLInputElement>) => void send(event.currentTarget)}
            />
            <button type="submit" className="button red" aria-disabled={isSending || undefined}>
              {isSending ? "Uploading …" : "Upload"}
            </button>
          </div>
        )}
      </FieldFrame>
    </form>
  );
}

/** The site shows 1,600 pixels at most; an upright photo may be a little higher. */
const MAX_WIDTH_PX = 1600;
const MAX_HEIGHT_PX = 2000;

const QUALITY = 0.9;

/** The photo as a smaller JPEG; undefined when this browser can't read it, and the server has to say why. */
async function smallerPhoto(file: File): Promise<File | undefined> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, MAX_WIDTH_PX / image.width, MAX_HEIGHT_PX / image.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext("2d");
    if (context === null) return undefined;
    // Transparency is white, as the server makes it too.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return blob === null ? undefined : new File([blob], file.name, { type: blob.type });
  } catch {
    return undefined;
  }
}
