/** Messages about pictures and testimonials that can’t be published. Messages of forms are in `problems.ts`. */

/** Why a picture is not in the gallery yet, on the page of the picture itself; `PUBLISH_MESSAGES` has the others. */
export const GALLERY_MESSAGES: Partial<Record<PicturePublishProblem, string>> = {
  "picture-failed": "It could not be processed: press “Try again” above.",
  "picture-alt-missing": "First describe what it shows.",
  "picture-undecided": "First choose who is in it.",
  "picture-consent-missing":
    "Everybody in it has to agree first: enter their names here, and record each consent in the register below.",
};

export const PUBLISH_MESSAGES = {
  "picture-unknown": "This picture has been removed. Choose another one.",
  "picture-making":
    "This picture is still being processed, which is taking longer than usual. Press Publish again in a minute.",
  "picture-failed": "This picture could not be processed. Open it in Pictures to try again, or choose another one.",
  "picture-consent-withdrawn": "Consent for this picture was withdrawn. Choose another one.",
  "picture-alt-missing":
    "This picture has no description yet for people who can’t see it. Open it in Pictures and add one.",
  "picture-undecided": "It is not recorded yet who is in this picture. Open it in Pictures and choose.",
  "picture-consent-missing": "Somebody in this picture has not agreed yet. Record the consent in Pictures first.",
  "quote-consent-missing":
    "There is no consent yet to show this person’s words and name. Save the draft, and record the consent under Consent.",
  "quote-consent-withdrawn": "This person has withdrawn the consent to show their words and name.",
} as const;

/** Reasons why content with a picture or a testimonial can't be published. */
export type PicturePublishProblem = keyof typeof PUBLISH_MESSAGES;
