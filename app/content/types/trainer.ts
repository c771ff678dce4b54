import { contentType, type EntryOf } from "../content-type.ts";
import { photo, text } from "../fields.ts";

/** A trainer (specification, section 3: image, name, job; section 2: four social icons a card). */
export const trainerType = contentType("trainer", "Trainer", {
  name: text("Name", { max: 60 }),
  job: text("Role", { max: 40 }),
  photo: photo("Picture"),
  facebook: text("Facebook address", { format: "url" }),
  twitter: text("Twitter address", { format: "url" }),
  instagram: text("Instagram address", { format: "url" }),
  email: text("E-mail", { format: "email" }),
});

export type Trainer = EntryOf<typeof trainerType>;
