/** Pictures that the desk of the demo gym has uploaded. They are rendered scenes: no person in them exists. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { saveDraft } from "../app/cms/editing/drafts.server.ts";
import { publish } from "../app/cms/editing/publishing.server.ts";
import { galleryPictureType } from "../app/content-types/pictures.ts";
import { listConsents } from "../app/pictures/consents.server.ts";
import { changePicture, type PictureFields, pictureForm } from "../app/pictures/picture-actions.server.ts";
import { encodeNext } from "../app/pictures/picture-worker.server.ts";
import { publishChecks } from "../app/pictures/publish-checks.server.ts";
import { uploadPicture } from "../app/pictures/upload.server.ts";
import { uploadedFile } from "../app/pictures/uploaded-pictures.server.ts";
import { expectDone, type Gym } from "./gym.ts";
import type { People } from "./people.ts";

const PHOTOS = join(import.meta.dirname, "..", "photos");

/** The widths of uploads: wide enough for the gallery's grid or for no page at all, and quick to encode. */
const SHOWN_WIDTH_PX = 640;
const OTHER_WIDTH_PX = 400;

const OPEN_DAY = "Two trainers talk between the racks.";
const PUSH_UPS = "A member at the bottom of a push-up, on two dumbbells.";

/** The fields of the form of a picture's page. */
function fields(sent: Partial<PictureFields>): PictureFields {
  const empty = Object.fromEntries(Object.keys(pictureForm.shape).map((name) => [name, ""])) as PictureFields;
  return { ...empty, do: "save", "focus.x": "50", "focus.y": "40", purpose: "site", how: "form", ...sent };
}

export function planPictures(gym: Gym, { team }: People): void {
  const { services, on, date } = gym;
  const photo = { openDay: "", sparring: "", pushUps: "", machines: "" };

  const upload = async (key: keyof typeof photo, source: string, name: string, described: Partial<PictureFields>) => {
    const { default: sharp } = await import("sharp");
    const bytes = await sharp(await readFile(join(PHOTOS, source)))
      .flop()
      .resize(key === "openDay" ? SHOWN_WIDTH_PX : OTHER_WIDTH_PX)
      .jpeg()
      .toBuffer();
    const { hash } = await expectDone(uploadPicture(services, team.mercy, { name, bytes }));
    photo[key] = hash;
    await expectDone(changePicture(services, team.mercy, hash, fields(described)));
  };
  /** The values of a gallery picture. */
  const inGallery = (hash: string, alt: string) => ({ photo: { file: uploadedFile(hash), alt, focus: [50, 40] } });

  on(-27, "11:00", () =>
    upload("openDay", "about.jpg", "open-day.jpg", {
      ...{ alt: OPEN_DAY, name: "Brian Otieno", given_on: date(-28), how: "contract" },
    }),
  );
  on(-27, "11:05", () =>
    changePicture(services, team.mercy, photo.openDay, fields({ do: "add", name: "Amina Yusuf", given_on: date(-28) })),
  );
  on(-27, "11:20", async () => {
    while (await encodeNext(services)) {
      // Sequential, as on the site.
    }
    const request = { values: inGallery(photo.openDay, OPEN_DAY), basedOn: 0 };
    await expectDone(publish(services, galleryPictureType, null, request, team.mercy, { checks: publishChecks }));
  });
  on(-18, "16:00", () =>
    upload("sparring", "gallery-10.jpg", "sparring.jpg", {
      ...{ alt: "A member between two rounds.", name: "Collins Barasa", given_on: date(-19), how: "whatsapp" },
    }),
  );
  on(-11, "09:15", async () => {
    const [consent] = await listConsents(services.db, { kind: "picture", key: photo.sparring });
    const withdrawn = fields({ do: "withdraw", id: consent?.id ?? "" });
    await expectDone(changePicture(services, team.akinyi, photo.sparring, withdrawn));
  });
  on(-5, "14:30", () =>
    upload("pushUps", "class-workout.jpg", "push-ups.jpg", { alt: PUSH_UPS, name: "Samuel Lekishon" }),
  );
  on(-5, "14:40", () =>
    expectDone(saveDraft(services, galleryPictureType, null, inGallery(photo.pushUps, PUSH_UPS), team.mercy)),
  );
  on(-1, "10:00", () =>
    upload("machines", "plan-3.jpg", "new-rack.jpg", { alt: "The new rack, with a bench.", subjects: "nobody" }),
  );
  on(-1, "10:30", async () => {
    while (await encodeNext(services)) {
      // As above.
    }
  });
}
