import type { Messages } from "../forms/messages.ts";
import type { ImageRefusal } from "../platform/image-encoder.ts";

/** Problems of an upload. */
export type UploadProblem = "file-missing" | "file-empty" | "file-too-large" | "heic" | "kind-unknown" | ImageRefusal;

export const PICTURE_MESSAGES = {
  "file-missing": "Choose a photo first: then upload it.",
  "file-empty": "This file is empty: perhaps it was still being copied. Choose the photo again.",
  "file-too-large": "This file is larger than 15 MB. Send a smaller copy of the photo.",
  heic: "This is an iPhone photo in the HEIC format, which most browsers can’t show. Choose it from Photos instead of Files, or set Settings › Camera › Formats › Most Compatible, and it is sent as JPEG.",
  "kind-unknown": "This isn’t a JPEG, PNG or WebP picture, whatever its name says. Choose another file.",
  unreadable: "This picture is damaged or not complete, so it can’t be read. Choose it again, or another one.",
  "too-many-pixels":
    "This picture is too large to be read. Send a smaller copy of it, saved as an ordinary JPEG: not “progressive”, and of 50 million pixels at most.",
  "too-small": "This picture is too small to look good: it needs at least 300 pixels each way.",
  "too-hard": "This picture took too long to read. Send a smaller copy of it, saved as JPEG.",
  busy: "Other pictures are being read at this moment. Try again in half a minute.",
  "no-encoder":
    "This server can’t read pictures: the package sharp is not installed for it. Everything else works; whoever runs the server can install it.",
  "picture-gone": "This picture has been removed.",
  "picture-withdrawn":
    "Consent for this picture was withdrawn and its files are deleted, so it can’t be changed any more.",
  "choice-unknown": "Please choose one of these.",
  "name-missing": "Write the name of the person.",
  "date-unreadable": "Write the day as in 2026-11-21.",
  "date-ahead": "This day is still to come. Leave it empty until the consent is there.",
  "guardian-missing": "Write the name of the parent or guardian who agreed.",
  "consent-gone": "This entry of the register has changed meanwhile. Here is how it is now.",
  "act-unknown": "This page has changed. Please try again.",
} as const satisfies Messages<UploadProblem> & Messages;

/** Problems of the description of a picture. */
export type PictureFormProblem = Exclude<keyof typeof PICTURE_MESSAGES, UploadProblem>;

/** Why a picture is not in the gallery yet, on the page of the picture itself; `PUBLISH_MESSAGES` has the others. */
export const GALLERY_MESSAGES: Partial<Record<PicturePublishProblem, string>> = {
  "picture-failed": "Its sizes could not be made: press “Try again” above.",
  "picture-alt-missing": "Write first what is to be seen in it.",
  "picture-undecided": "Say first who is to be seen in it.",
  "picture-consent-missing":
    "Everybody to be seen in it has to agree first: write here who they are, and record each consent in the register below.",
};

/** Sentences for the forms of content. */
export const PUBLISH_MESSAGES = {
  "picture-unknown": "This picture has been removed. Choose another one.",
  "picture-making":
    "The sizes of this picture are still being made, which takes longer than usual. Press Publish again in a minute.",
  "picture-failed": "This picture could not be made ready. Open it in Pictures to try again, or choose another one.",
  "picture-consent-withdrawn": "Consent for this picture was withdrawn. Choose another one.",
  "picture-alt-missing": "This picture has no words yet for people who can’t see it. Open it in Pictures and add them.",
  "picture-undecided": "Nobody has said yet who is to be seen in this picture. Open it in Pictures and say so.",
  "picture-consent-missing": "Somebody in this picture has not agreed yet. Record the consent in Pictures first.",
  "words-consent-missing":
    "There is no consent yet to show this person’s words and name. Save the draft, and record it under Consent.",
  "words-consent-withdrawn": "This person has withdrawn the consent to show their words and name.",
} as const;

/** Why content with a picture, or with somebody's words, can't be published. */
export type PicturePublishProblem = keyof typeof PUBLISH_MESSAGES;
