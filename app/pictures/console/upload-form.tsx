import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { href } from "react-router";
import { FieldFrame } from "../../console/fields.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";

/** Without HEIC: an iPhone then sends its photos as JPEG. */
const ACCEPTED = "image/jpeg,image/png,image/webp";

type UploadFormProps = { place?: string | undefined; returned: ReturnedForm<"picture"> | undefined };

/**
 * Uploads a picture and opens its page; with JavaScript it is reduced first. A full document load. @param place as
 * `class/boxing/photo`
 */
export function UploadForm({ place, returned }: UploadFormProps) {
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
      action={href("/staff/pictures") + (place === undefined ? "" : `?for=${place}`)}
      encType="multipart/form-data"
      onSubmit={onSubmit}
      className="form"
    >
      <FieldFrame
        id="picture"
        label="Add a photo"
        help="JPEG, PNG or WebP, up to 15 MB. Where and when it was taken is not stored."
        problem={problem}
        isAnnounced
      >
        {(wiring) => (
          <input
            {...wiring}
            name="picture"
            className="w-full max-w-125"
            type="file"
            accept={ACCEPTED}
            onChange={(event: ChangeEvent<HTMLInputElement>) => void send(event.currentTarget)}
          />
        )}
      </FieldFrame>
      <p>
        <button type="submit" className="button red" aria-disabled={isSending || undefined}>
          {isSending ? "Uploading…" : "Upload"}
        </button>
      </p>
    </form>
  );
}

/** The site shows 1,600 pixels at most; a portrait photo may be a little taller. */
const MAX_WIDTH_PX = 1600;
const MAX_HEIGHT_PX = 2000;

const QUALITY = 0.9;

/** The photo as a smaller JPEG; undefined when this browser can't read it: the server then returns the reason. */
async function smallerPhoto(file: File): Promise<File | undefined> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, MAX_WIDTH_PX / image.width, MAX_HEIGHT_PX / image.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext("2d");
    if (context === null) return undefined;
    // Transparent areas become white, as on the server.
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
