import { contentType, type EntryOf } from "../content-type.ts";
import { list, longText, reference, text, withDefault } from "../fields.ts";

/** The site's settings: one entry, slug `site`. Hours are stored as the owner writes them. */
export const settingsType = contentType("settings", "Site settings", {
  name: text("Name of the gym", { max: 60 }),
  tagline: text("Tagline", { max: 160 }),
  aboutBlurb: longText("About Us, in the info panel", { max: 400 }),
  street: text("Street address", { max: 120 }),
  city: text("City", { max: 80 }),
  phone: text("Phone", { max: 30 }),
  email: text("E-mail", { format: "email" }),
  footerHours: list("Working hours, in the footer", text("Line"), { min: 1, max: 7 }),
  contactHours: list("Opening hours, on the contact page", text("Line"), { min: 1, max: 7 }),
  footerClasses: list("Our Classes, in the footer", text("Line"), { min: 1, max: 10 }),
  contactClasses: withDefault(
    list("Classes on the contact form", reference("Class", "class"), {
      max: 30,
      help: "What most people come for. A visitor who comes from another class finds that one in the list too.",
    }),
    // The specification's nine, in its order (section 3; "Katate" corrected to Karate).
    ["body-building", "boxing", "running", "fitness", "yoga", "workout", "karate", "meditation", "cycling"],
  ),
  facebook: text("Facebook address", { format: "url" }),
  twitter: text("Twitter address", { format: "url" }),
  instagram: text("Instagram address", { format: "url" }),
  latitude: text("Map: latitude", { max: 12 }),
  longitude: text("Map: longitude", { max: 12 }),
});

export type Settings = EntryOf<typeof settingsType>;
