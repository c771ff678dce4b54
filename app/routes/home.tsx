import { BmiCalculator, type BmiQuery } from "../bmi/bmi-calculator.tsx";
import { FeaturedClasses } from "../classes/featured-classes.tsx";
import { listEntries } from "../content/entries.server.ts";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { classType, featuredClassType } from "../content/types/class.ts";
import { planType } from "../content/types/plan.ts";
import { partnerType, testimonialType } from "../content/types/testimonial.ts";
import { trainerType } from "../content/types/trainer.ts";
import { listGalleryPictures } from "../gallery/gallery-pictures.server.ts";
import { GalleryStrip } from "../gallery/gallery-strip.tsx";
import { About } from "../home/about.tsx";
import { CallToAction } from "../home/call-to-action.tsx";
import { Hero } from "../home/hero.tsx";
import { WhyChooseUs } from "../home/why-choose-us.tsx";
import { formatPrice, planFacts } from "../pricing/plan-facts.ts";
import { PricingSection } from "../pricing/pricing-section.tsx";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { TestimonialsSection } from "../testimonials/testimonials-section.tsx";
import { TrainersSection } from "../trainers/trainers-section.tsx";
import type { ShownPhoto } from "../ui/picture.tsx";
import { Band } from "../ui/section.tsx";
import type { Route } from "./+types/home";

const STRIP_PICTURES = 5;

/** The first pictures of the gallery for the strip, without those shown further up on the page. */
function stripOf(gallery: readonly { photo: ShownPhoto }[], shownAbove: readonly ShownPhoto[]): ShownPhoto[] {
  const files = new Set(shownAbove.map(({ file }) => file));
  return gallery
    .map(({ photo }) => photo)
    .filter(({ file }) => !files.has(file))
    .slice(0, STRIP_PICTURES);
}

/** Somebody's weight and height are in these two: a page with them is never cached. */
export const handle = { publicPage: { personalSearchParams: ["weight", "height"] } } satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "We Will Give You Strength and Health",
    description:
      "A gym in Nairobi with expert trainers and nutritionists, classes every day of the week and prices that are community friendly.",
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
  const [pictures, classes, featured, trainers, testimonials, partners, gallery, plans] = await Promise.all([
    findPlacePictures(services, [
      "hero",
      "hero-portrait",
      "about",
      "about-progression",
      "about-workout",
      "about-nutritions",
      "why-choose-us",
      "cta",
      "testimonial",
    ]),
    listEntries(services, classType),
    listEntries(services, featuredClassType),
    listEntries(services, trainerType),
    listEntries(services, testimonialType),
    listEntries(services, partnerType),
    listGalleryPictures(services),
    listEntries(services, planType),
  ]);
  const strip = stripOf(gallery, Object.values(pictures));
  return {
    pictures,
    classCount: classes.length,
    featured,
    trainers,
    testimonials,
    partners,
    strip,
    plans,
    bmiQuery: bmiFromQuery(request),
  };
}

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { pictures, classCount, featured, trainers, testimonials, partners, strip, plans, bmiQuery } = loaderData;
  const { settings } = matches[0].loaderData;
  const prices = planFacts(plans);
  return (
    <>
      <Hero
        landscape={pictures.hero}
        portrait={pictures["hero-portrait"]}
        facts={[
          { number: "7 days", what: "open every day" },
          { number: String(classCount), what: "kinds of class" },
          ...(prices ? [{ number: formatPrice(prices.lowestPrice), what: "a month, from" }] : []),
        ]}
        social={settings}
        owner={settings.name}
      />
      <About
        photo={pictures.about}
        cards={{
          progression: pictures["about-progression"],
          workout: pictures["about-workout"],
          nutritions: pictures["about-nutritions"],
        }}
      />
      <Band />
      <FeaturedClasses classes={featured} />
      <WhyChooseUs photo={pictures["why-choose-us"]} />
      <CallToAction photo={pictures.cta} />
      <TrainersSection trainers={trainers} />
      <TestimonialsSection testimonials={testimonials} partners={partners} photo={pictures.testimonial} />
      <GalleryStrip pictures={strip} />
      <BmiCalculator query={bmiQuery} />
      <PricingSection plans={plans} />
    </>
  );
}
