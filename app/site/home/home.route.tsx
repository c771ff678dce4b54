import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { featuredClassType } from "../../content-types/class.ts";
import { aboutCardType, homeType, perkType } from "../../content-types/home.ts";
import { planType } from "../../content-types/pricing.ts";
import {
  findDescription,
  findPlacePictures,
  findSections,
  listFilledEntries,
  listFilledFacts,
} from "../../content-types/site-texts.server.ts";
import { partnerType, testimonialType } from "../../content-types/testimonial.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import type { PhotoView } from "../../ui/picture.tsx";
import { Band } from "../../ui/section.tsx";
import { BmiCalculator, type BmiQuery } from "../bmi/bmi-calculator.tsx";
import { featuredCards } from "../classes/class-cards.server.ts";
import { FeaturedClasses } from "../classes/featured-classes.tsx";
import { listGalleryPictures } from "../gallery/gallery-pictures.server.ts";
import { GalleryStrip } from "../gallery/gallery-strip.tsx";
import { PricingSection } from "../pricing/pricing-section.tsx";
import { describeGym } from "../seo/page-data.server.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { TestimonialsSection } from "../testimonials/testimonials-section.tsx";
import { TrainersSection } from "../trainers/trainers-section.tsx";
import type { Route } from "./+types/home.route";
import { About } from "./about.tsx";
import { CallToAction } from "./call-to-action.tsx";
import { Hero } from "./hero.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

const STRIP_PICTURES = 5;

/** The first pictures of the gallery for the strip, without those shown further up on the page; none if they are too few. */
function stripOf(gallery: readonly { photo: PhotoView }[], shownAbove: readonly PhotoView[]): PhotoView[] {
  const files = new Set(shownAbove.map(({ file }) => file));
  const strip = gallery
    .map(({ photo }) => photo)
    .filter(({ file }) => !files.has(file))
    .slice(0, STRIP_PICTURES);
  return strip.length === STRIP_PICTURES ? strip : [];
}

/** Somebody's weight and height are in these two: a page with them is never cached. */
export const handle = { publicPage: { personalSearchParams: ["weight", "height"] } } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta(matches[0].loaderData, {
    title: loaderData.home.searchTitle,
    description: loaderData.description,
    structuredData: loaderData.structuredData,
    path: "/",
    share: "home",
    shareAlt: "A man braces over a loaded barbell while a trainer watches, red light tubes behind them.",
  });
}

/** The search parameters that the calculator's form sends without script; with script it sends none. */
function bmiFromQuery(request: Request): BmiQuery {
  const query = new URL(request.url).searchParams;
  const weight = query.get("weight");
  const height = query.get("height");
  return weight === null && height === null ? null : { weight: weight ?? "", height: height ?? "" };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [
    home,
    description,
    texts,
    pictures,
    facts,
    cards,
    perks,
    featured,
    slots,
    trainers,
    testimonials,
    partners,
    gallery,
    plans,
    structuredData,
  ] = await Promise.all([
    findSingleEntry(services, homeType),
    findDescription(services, "home"),
    findSections(services, [
      "home-about",
      "home-featured",
      "home-why",
      "home-call",
      "home-trainers",
      "home-testimonials",
      "home-bmi",
      "pricing",
    ]),
    findPlacePictures(services, ["hero", "hero-portrait", "about", "why-choose-us", "cta", "testimonial"]),
    listFilledFacts(services),
    listFilledEntries(services, aboutCardType, "text"),
    listFilledEntries(services, perkType, "text"),
    listEntries(services, featuredClassType),
    listEntries(services, weeklySlotType),
    listEntries(services, trainerType),
    listEntries(services, testimonialType),
    listEntries(services, partnerType),
    listGalleryPictures(services),
    listEntries(services, planType),
    describeGym(services),
  ]);
  return {
    structuredData,
    home,
    description,
    texts,
    pictures,
    facts,
    cards,
    perks,
    featured: featuredCards(featured, slots),
    trainers,
    testimonials,
    partners,
    strip: stripOf(gallery, [...Object.values(pictures), ...cards.map(({ photo }) => photo)]),
    plans,
    bmiQuery: bmiFromQuery(request),
  };
}

/** A part that has nothing to show is left out. */
export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { home, texts, pictures, featured, trainers, testimonials, partners, strip, plans } = loaderData;
  const { settings } = matches[0].loaderData;
  return (
    <>
      <Hero
        text={home}
        landscape={pictures.hero}
        portrait={pictures["hero-portrait"]}
        facts={loaderData.facts}
        social={settings}
        owner={settings.name}
      />
      <About text={texts["home-about"]} highlights={home.highlights} photo={pictures.about} cards={loaderData.cards} />
      <Band />
      {featured.length > 0 && <FeaturedClasses text={texts["home-featured"]} classes={featured} />}
      <WhyChooseUs text={texts["home-why"]} perks={loaderData.perks} photo={pictures["why-choose-us"]} />
      <CallToAction text={texts["home-call"]} photo={pictures.cta} />
      {trainers.length > 0 && <TrainersSection text={texts["home-trainers"]} trainers={trainers} />}
      {testimonials.length + partners.length > 0 && (
        <TestimonialsSection
          text={texts["home-testimonials"]}
          testimonials={testimonials}
          partners={partners}
          photo={pictures.testimonial}
        />
      )}
      {strip.length > 0 && <GalleryStrip pictures={strip} />}
      <BmiCalculator text={texts["home-bmi"]} query={loaderData.bmiQuery} />
      {plans.length > 0 && <PricingSection text={texts.pricing} plans={plans} />}
    </>
  );
}
