import { contentType } from "../cms/content-type.ts";
import { list, longText, photo, text } from "../cms/fields.ts";
import { SITE_FACTS } from "../cms/marked-text.ts";

/** Texts of the home page (specification, section 1, "Home"). */
export const homeType = contentType("home", {
  label: "Home page",
  plural: "Home page",
  help: "The title at the top of Home, and the highlights below “who we are”.",
  entries: { kind: "one", slug: "home" },
  title: [],
  summary: ["title"],
  fields: {
    eyebrow: text("Line above the title", { max: 40 }),
    title: text("Title, in bold letters", { max: 30 }),
    lightTitle: text("Second line of the title, in thin letters", { max: 30 }),
    highlights: list("Highlights", text("Highlight", { max: 40 }), {
      max: 8,
      help: "Two or three words each. If empty, the list is not shown.",
    }),
    searchTitle: text("Title in search results", {
      max: 60,
      help: "Also the title of the browser tab; the gym’s name is added automatically.",
    }),
  },
});

export const factType = contentType("fact", {
  label: "Figure",
  plural: "Figures on Home",
  help: "The large figures at the top of Home, below the two buttons. Three fit on a phone.",
  entries: { kind: "list", max: 5 },
  title: ["number", "what"],
  summary: [],
  fields: {
    number: text("Figure", { max: 30, placeholders: SITE_FACTS }),
    what: text("What it counts", { max: 40 }),
  },
});

/** A card that overlaps the hero (specification, section 3, "About card": image, title, description). */
export const aboutCardType = contentType("about-card", {
  label: "Card",
  plural: "Cards on Home",
  help: "The white cards below the large picture on Home: what a member gets.",
  entries: { kind: "list", max: 3 },
  title: ["title"],
  summary: ["text"],
  fields: {
    title: text("Title", { max: 24 }),
    text: longText("Text", { max: 240, placeholders: SITE_FACTS }),
    photo: photo("Picture", { help: "Decorative, so its description is not read out here." }),
  },
});

/** A reason to join (specification, section 1: why-choose-us with four perks). */
export const perkType = contentType("perk", {
  label: "Perk",
  plural: "Perks",
  help: "The reasons under “why choose us” on Home, two to a row.",
  entries: { kind: "list", max: 8 },
  title: ["title"],
  summary: ["text"],
  fields: {
    title: text("Title", { max: 40 }),
    text: longText("Text", { max: 200, placeholders: SITE_FACTS }),
  },
});
