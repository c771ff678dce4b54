/** The owner's texts as views show them: with links and facts filled in, split into paragraphs. */
import type { ContentType, EntryOf } from "../cms/content-type.ts";
import { findFixedEntries, findSingleEntry, listEntries } from "../cms/entries.server.ts";
import type { Photo } from "../cms/fields.ts";
import { type Facts, fillMarkedText, fillPlainText, type SiteFact } from "../cms/marked-text.ts";
import { callAddress } from "../forms/phone.ts";
import type { Services } from "../platform/services.ts";
import { countInWords } from "../platform/text.ts";
import { moneyText } from "../time/money.ts";
import type { TextPart } from "../ui/rich-text.tsx";
import type { SectionText } from "../ui/section.tsx";
import { classType } from "./class.ts";
import { factType } from "./home.ts";
import { type PicturePlace, placePictureType } from "./pictures.ts";
import { planType } from "./pricing.ts";
import { settingsType } from "./settings.ts";
import {
  type BannerPage,
  bannerType,
  type DescribedPage,
  descriptionType,
  type NotePlace,
  nextStepType,
  noteType,
  type SectionPlace,
  sectionType,
  thanksType,
} from "./texts.ts";
import { trainerType } from "./trainer.ts";
import { hoursOnContactPage } from "./weekly-opening-hours.ts";

export async function findSections<const Place extends SectionPlace>(
  services: Services,
  places: readonly Place[],
): Promise<Record<Place, SectionText>> {
  const [sections, facts] = await Promise.all([
    findFixedEntries(services, sectionType, places),
    findSiteFacts(services),
  ]);
  const pairs = places.map((place) => {
    const { eyebrow, title, text } = sections[place];
    const paragraphs = (text?.split(PARAGRAPH_END) ?? []).flatMap((paragraph) => {
      const parts = fillMarkedText(paragraph, facts);
      return parts === undefined ? [] : [parts];
    });
    return [place, { eyebrow, title, paragraphs } satisfies SectionText];
  });
  // Object.fromEntries loses the keys' type; they are exactly the requested places.
  return Object.fromEntries(pairs) as Record<Place, SectionText>;
}

const PARAGRAPH_END = /\n\s*\n/;

/**
 * All entries of a type with their texts under `key` filled in, as parts. An entry whose text names a fact without a value is
 * left out.
 */
export async function listFilledEntries<T extends ContentType, Key extends keyof EntryOf<T> & string>(
  services: Services,
  type: T,
  key: Key,
): Promise<(Omit<EntryOf<T>, Key> & Record<Key, TextPart[]>)[]> {
  const [entries, facts] = await Promise.all([listEntries(services, type), findSiteFacts(services)]);
  return entries.flatMap((entry) => {
    const parts = fillMarkedText(String(entry[key]), facts);
    // TypeScript doesn't combine a spread with a computed key into this type.
    return parts === undefined ? [] : [{ ...entry, [key]: parts } as Omit<EntryOf<T>, Key> & Record<Key, TextPart[]>];
  });
}

/** The figures on the home page, filled in. A figure that names a fact without a value is left out. */
export async function listFilledFacts(services: Services) {
  const [entries, facts] = await Promise.all([listEntries(services, factType), findSiteFacts(services)]);
  return entries.flatMap((entry) => {
    const number = fillPlainText(entry.number, facts);
    return number === undefined ? [] : [{ ...entry, number }];
  });
}

export async function findBanner(services: Services, page: BannerPage): Promise<{ eyebrow: string; photo: Photo }> {
  const place = page === "schedule" ? "banner" : (`banner-${page}` as const);
  const [banners, pictures] = await Promise.all([
    findFixedEntries(services, bannerType, [page]),
    findPlacePictures(services, [place]),
  ]);
  // TypeScript doesn't narrow a record by a union.
  return { eyebrow: banners[page].text, photo: (pictures as Record<typeof place, Photo>)[place] };
}

/** A page's description for search engines; the tagline where it names a fact without a value. */
export async function findDescription(services: Services, page: DescribedPage): Promise<string> {
  const [descriptions, facts, settings] = await Promise.all([
    findFixedEntries(services, descriptionType, [page]),
    findSiteFacts(services),
    findSingleEntry(services, settingsType),
  ]);
  return fillPlainText(descriptions[page].text, facts) ?? settings.tagline;
}

/** A note; empty where it names a fact without a value. */
export async function findNote(services: Services, place: NotePlace): Promise<TextPart[]> {
  const [notes, facts] = await Promise.all([findFixedEntries(services, noteType, [place]), findSiteFacts(services)]);
  return fillMarkedText(notes[place].text, facts) ?? [];
}

/**
 * The texts in place of the contact form once an enquiry is stored.
 * @param classTitle the class that the enquiry names; undefined when it names none
 */
export async function findThanks(services: Services, classTitle: string | undefined) {
  const [{ eyebrow, title, text, nextTitle }, facts, nextSteps] = await Promise.all([
    findSingleEntry(services, thanksType),
    findSiteFacts(services),
    listFilledEntries(services, nextStepType, "text"),
  ]);
  const about = classTitle === undefined ? "" : `about ${classTitle}`;
  const parts = fillMarkedText(text, { ...facts, "about the class": about }) ?? [];
  return { eyebrow, title, text: parts, nextTitle, nextSteps };
}

export async function listPublicPlans(services: Services) {
  return (await listEntries(services, planType)).filter(({ sold }) => sold !== "at the desk only");
}

/** The values of the placeholders of texts. A count is undefined where a plural would be wrong. */
async function findSiteFacts(services: Services) {
  const [classes, trainers, plans, settings] = await Promise.all([
    listEntries(services, classType),
    listEntries(services, trainerType),
    listPublicPlans(services),
    findSingleEntry(services, settingsType),
  ]);
  const inclusions = plans[0]?.inclusions.map((inclusion) => inclusion.toLowerCase()) ?? [];
  const hasSeveral = inclusions.length > 1;
  return {
    classes: classes.length > 1 ? countInWords(classes.length) : undefined,
    "number of classes": classes.length > 1 ? String(classes.length) : undefined,
    coaches: coaches(trainers.length),
    plans: plans.length > 1 ? countInWords(plans.length) : undefined,
    "lowest price": plans.length > 0 ? moneyText(Math.min(...plans.map(({ price }) => price))) : undefined,
    inclusions: hasSeveral ? countInWords(inclusions.length) : undefined,
    "first inclusion": hasSeveral ? inclusions[0] : undefined,
    "last inclusion": hasSeveral ? inclusions.at(-1) : undefined,
    phone: { text: settings.phone, to: callAddress(settings.phone) },
    "opening hours": hoursOnContactPage(settings)[0],
    address: `${settings.street}, ${settings.city}`,
  } satisfies Facts & Record<SiteFact, unknown>;
}

function coaches(count: number): string | undefined {
  if (count === 0) return undefined;
  return `${countInWords(count)} ${count === 1 ? "coach" : "coaches"}`;
}

/** The picture shown where a place has none: a file that does not exist, which `Picture` draws as a placeholder. */
const NO_PICTURE: Photo = { file: "none.jpg", alt: "", focus: [50, 50] };

/** The pictures of some places, each under its place; a missing one shows the placeholder. */
export async function findPlacePictures<const Place extends PicturePlace>(
  services: Services,
  places: readonly Place[],
): Promise<Record<Place, Photo>> {
  const entries = await listEntries(services, placePictureType);
  const pairs = places.map((place) => [place, entries.find(({ slug }) => slug === place)?.photo ?? NO_PICTURE]);
  // Object.fromEntries loses the keys' type; they are exactly the requested places.
  return Object.fromEntries(pairs) as Record<Place, Photo>;
}
