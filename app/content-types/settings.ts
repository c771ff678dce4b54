import { contentType, type EntryOf } from "../cms/content-type.ts";
import { choice, list, longText, optional, phone, reference, text, withDefault } from "../cms/fields.ts";
import { problemOfHoursLine } from "./weekly-opening-hours.ts";

/** The contact details that the contact form requires. The first is the specification's. */
const CONTACT_BY = ["mail", "mail or phone"] as const;

/** The site's settings: one entry. Opening hours are parsed from the footer's lines, stored as the owner writes them. */
export const settingsType = contentType("settings", {
  label: "Site settings",
  plural: "Site settings",
  help: "Name, address, hours and links of the gym, on every page and in emails.",
  entries: { kind: "one", slug: "site" },
  title: [],
  summary: ["name"],
  fields: {
    name: text("Name of the gym", { max: 60 }),
    logoWord: optional(
      text("Name in the logo", {
        max: 20,
        help: "Next to the mark, at the top of every page. If empty, it is the first word of the gym’s name.",
      }),
    ),
    tagline: text("Tagline", { max: 160, help: "The sentence below the logo in the footer of every page." }),
    aboutBlurb: longText("About Us, in the info panel", { max: 400 }),
    street: text("Street address", { max: 120 }),
    city: text("City", { max: 80 }),
    phone: phone("Phone", {
      help: "A Kenyan number, or a foreign number with its country code. It is shown with the code, so that a tap calls it from anywhere.",
    }),
    whatsApp: optional(
      phone("WhatsApp number", {
        help: "If set, classes, the timetable, plans and the contact page offer “Ask on WhatsApp”: a link that opens a chat with this number, with the question already started.",
      }),
    ),
    email: text("Email", { format: "email" }),
    footerHours: list("Opening hours", text("Line", { problem: problemOfHoursLine }), {
      min: 1,
      max: 7,
      help: "In the footer, on the contact page, and for maps and search engines. One line for each, as visitors read it, such as “Saturday 7:00am-9:00pm” or “Sunday closed”.",
    }),
    contactHours: withDefault(
      list("Opening hours on the contact page, only if they differ", text("Line"), {
        max: 7,
        help: "If empty, that page shows the footer’s hours. In texts, {opening hours} is the first line shown there.",
      }),
      [],
    ),
    footerClasses: list("Our Classes, in the footer", text("Line"), { min: 1, max: 10 }),
    contactClasses: withDefault(
      list("Classes on the contact form", reference("Class", "class"), {
        max: 30,
        help: "What most people come for. Visitors who come from the page of another class find it in the list too.",
      }),
      // The specification's nine, in its order (section 3; "Katate" corrected to Karate).
      ["body-building", "boxing", "running", "fitness", "yoga", "workout", "karate", "meditation", "cycling"],
    ),
    contactBy: withDefault(
      choice("The contact form asks for", CONTACT_BY, {
        help: "With “Mail”, everybody has to leave an email address. With “Mail or phone”, a phone number is enough: the desk then calls, or writes on WhatsApp.",
      }),
      "mail",
    ),
    facebook: text("Facebook address", { format: "url" }),
    twitter: text("Twitter address", { format: "url" }),
    instagram: text("Instagram address", { format: "url" }),
    latitude: text("Map: latitude", { format: "degrees", max: 12, help: "In degrees, negative south of the equator." }),
    longitude: text("Map: longitude", { format: "degrees", max: 12, help: "In degrees, negative west of Greenwich." }),
  },
});

export type Settings = EntryOf<typeof settingsType>;

export type FrameSettings = Settings & { logoWord: string };

export function logoWordOf({ name, logoWord }: Pick<Settings, "name" | "logoWord">): string {
  return (logoWord ?? name.split(/\s/, 1)[0] ?? name).toUpperCase();
}
