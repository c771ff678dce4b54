import { contentType, type EntryOf } from "../cms/content-type.ts";
import { optional, photo, text } from "../cms/fields.ts";

/** A trainer (specification, section 3: image, name, job; section 2: up to four social icons per card). */
export const trainerType = contentType("trainer", {
  label: "Trainer",
  plural: "Trainers",
  help: "The team on Home. You choose from this list for classes and the schedule.",
  entries: { kind: "list", max: 40 },
  title: ["name"],
  summary: ["job"],
  fields: {
    name: text("Name", { max: 60 }),
    job: text("Role", { max: 40, help: "Such as “Yoga Trainer”." }),
    photo: photo("Picture"),
    facebook: optional(text("Facebook address", { format: "url" })),
    twitter: optional(text("Twitter address", { format: "url" })),
    instagram: optional(text("Instagram address", { format: "url" })),
    email: optional(text("Email", { format: "email", help: "Public: the trainer’s card links to it." })),
  },
});

export type Trainer = EntryOf<typeof trainerType>;
