/** Problems of uploads, descriptions and consents: the field, status and sentence of each. */
import { FORM_MESSAGES, problems } from "../forms/problems.ts";

const NOT_CHOSEN = "Please choose one of these.";

export const PICTURE_PROBLEMS = problems({
  "body-unreadable": ["picture", 422, FORM_MESSAGES["body-unreadable"]],
  "file-missing": ["picture", 422, "Choose a photo first, then upload it."],
  "file-empty": ["picture", 422, "This file is empty: perhaps it was still being copied. Choose the photo again."],
  "file-too-large": ["picture", 422, "This file is larger than 15 MB. Send a smaller copy of the photo."],
  heic: [
    "picture",
    422,
    "This is an iPhone photo in the HEIC format, which most browsers can’t show. Choose it from Photos instead of Files, or set Settings › Camera › Formats › Most Compatible, and it will be sent as JPEG.",
  ],
  "kind-unknown": [
    "picture",
    422,
    "This isn’t a JPEG, PNG or WebP picture, whatever its name says. Choose another file.",
  ],
  unreadable: [
    "picture",
    422,
    "This picture is damaged or incomplete, so it can’t be read. Choose it again, or another one.",
  ],
  "too-many-pixels": [
    "picture",
    422,
    "This picture is too large to process. Send a smaller copy of it, saved as an ordinary JPEG (not “progressive”) of at most 50 million pixels.",
  ],
  "too-small": ["picture", 422, "This picture is too small to look good: it needs at least 300 pixels each way."],
  "too-hard": ["picture", 422, "This picture took too long to read. Send a smaller copy of it, saved as JPEG."],
  busy: ["picture", 422, "Other pictures are being processed at the moment. Try again in half a minute."],
  "no-encoder": [
    "picture",
    422,
    "This server can’t read pictures: the package sharp is not installed. Everything else works; whoever runs the server can install it.",
  ],
  "picture-gone": ["form", 422, "This picture has been removed."],
  "picture-withdrawn": [
    "form",
    422,
    "Consent for this picture was withdrawn and its files are deleted, so it can no longer be changed.",
  ],
  "subjects-unknown": ["subjects", 422, NOT_CHOSEN],
  "purpose-unknown": ["purpose", 422, NOT_CHOSEN],
  "way-unknown": ["how", 422, NOT_CHOSEN],
  "name-missing": ["name", 422, "Enter the name of the person."],
  "date-unreadable": ["given_on", 422, "Enter the date like 2026-11-21."],
  "date-ahead": ["given_on", 422, "This date is in the future. Leave it empty until you have the consent."],
  "guardian-missing": ["guardian", 422, "Enter the name of the parent or guardian who agreed."],
  "consent-gone": ["form", 422, "This entry of the register has changed in the meantime. Here is the current version."],
  "act-unknown": ["form", 422, "This page has changed. Please try again."],
});

export type PictureProblem = keyof typeof PICTURE_PROBLEMS;
