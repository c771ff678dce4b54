import { Suspense } from "react";
import { href, Link } from "react-router";
import { soleVisitorContext } from "../../accounts/visitor-context.ts";
import { findNextBooking } from "../../bookings/own-bookings.server.ts";
import { nextClassView } from "../../bookings/views/session-view.server.ts";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { featuredClassType } from "../../content-types/class.ts";
import { aboutCardType, homeType, perkType } from "../../content-types/home.ts";
import { joinPath } from "../../content-types/paths.ts";
import {
  findDescription,
  findPlacePictures,
  findSections,
  listFilledEntries,
  listFilledFacts,
  listPublicPlans,
} from "../../content-types/site-texts.server.ts";
import { partnerType, testimonialType } from "../../content-types/testimonial.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { listGalleryPictures } from "../../pictures/uploaded-pictures.server.ts";
import { allOf } from "../../platform/all-of.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { weeklySlotsToday } from "../../timetable/timetable-records.server.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Band, Section, SectionIntro, type SectionText } from "../../ui/section.tsx";
import { BmiCalculator, type BmiQuery } from "../bmi/bmi-calculator.tsx";
import { type FeaturedClassView, featuredCards } from "../classes/class-page.server.ts";
import { PricingSection } from "../pricing/pricing-section.tsx";
import { describeGym } from "../seo/page-data.server.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { TestimonialsSection } from "../testimonials/testimonials-section.tsx";
import type { Route } from "./+types/home.route";
import { About, CallToAction, Hero, TrainersSection, WhyChooseUs } from "./home-sections.tsx";

const STRIP_PICTURES = 5;

/** The gallery's first pictures that aren't shown above on the page; none if they are too few. */
function stripOf(gallery: readonly { photo: PhotoView }[], shownAbove: readonly PhotoView[]): PhotoView[] {
  const files = new Set(shownAbove.map(({ file }) => file));
  const strip = gallery
    .map(({ photo }) => photo)
    .filter(({ file }) => !files.has(file))
    .slice(0, STRIP_PICTURES);
  return strip.length === STRIP_PICTURES ? strip : [];
}

export const handle = {
  publicPage: {
    // Personal data: pages with a weight or height are never cached.
    personalSearchParams: ["weight", "height"],
    // Home shows their next class (docs/decisions/pages-and-cache.md).
    isPersonalWhenSignedIn: "open-booking",
    dependsOn: ["content", "timetable", "date"],
  },
} satisfies PublicPageHandle;

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

/** The search parameters that the calculator's form sends without JavaScript; with JavaScript it sends none. */
function bmiFromQuery(query: URLSearchParams): BmiQuery {
  const weight = query.get("weight");
  const height = query.get("height");
  return weight === null && height === null ? null : { weight: weight ?? "", height: height ?? "" };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(soleVisitorContext);
  const next = visitor === null ? undefined : await findNextBooking(services, visitor.id);
  const { featured, slots, gallery, ...content } = await allOf({
    home: findSingleEntry(services, homeType),
    description: findDescription(services, "home"),
    texts: findSections(services, [
      "home-about",
      "home-featured",
      "home-why",
      "home-call",
      "home-trainers",
      "home-testimonials",
      "home-bmi",
      "pricing",
    ]),
    pictures: findPlacePictures(services, ["hero", "hero-portrait", "about", "why-choose-us", "cta", "testimonial"]),
    facts: listFilledFacts(services),
    cards: listFilledEntries(services, aboutCardType, "text"),
    perks: listFilledEntries(services, perkType, "text"),
    featured: listEntries(services, featuredClassType),
    slots: weeklySlotsToday(services),
    trainers: listEntries(services, trainerType),
    testimonials: listEntries(services, testimonialType),
    partners: listEntries(services, partnerType),
    gallery: listGalleryPictures(services),
    plans: listPublicPlans(services),
    structuredData: describeGym(services),
  });
  const shownAbove = [...Object.values(content.pictures), ...content.cards.map(({ photo }) => photo)];
  return {
    ...content,
    ...(next && { nextClass: nextClassView(next, services.now()) }),
    featured: featuredCards(featured, slots),
    strip: stripOf(gallery, shownAbove),
    bmiQuery: bmiFromQuery(url.searchParams),
  };
}

/** Empty sections are left out. React hydrates each `Suspense` separately, the tapped one first. */
export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { home, texts, pictures, featured, trainers, testimonials, partners, strip, plans } = loaderData;
  const { settings } = matches[0].loaderData;
  return (
    <>
      <Suspense>
        <Hero
          nextClass={loaderData.nextClass}
          text={home}
          landscape={pictures.hero}
          portrait={pictures["hero-portrait"]}
          facts={loaderData.facts}
          settings={settings}
        />
        <About
          text={texts["home-about"]}
          highlights={home.highlights}
          photo={pictures.about}
          cards={loaderData.cards}
        />
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
      </Suspense>
      <Suspense>
        <BmiCalculator text={texts["home-bmi"]} query={loaderData.bmiQuery} />
      </Suspense>
      <Suspense>{plans.length > 0 && <PricingSection text={texts.pricing} plans={plans} />}</Suspense>
    </>
  );
}

/** The home page's strip of pictures, not shown on very small screens (specification, section 1). */
function GalleryStrip({ pictures }: { pictures: readonly PhotoView[] }) {
  return (
    <section data-gallery-strip="" aria-label="Gallery" className="bg-ink max-[29.99rem]:hidden">
      <ul className="grid grid-cols-5 gap-1">
        {pictures.map((photo) => (
          <li key={photo.file}>
            <Link
              to={href("/gallery/page-1")}
              className="group/card relative block overflow-hidden focus-visible:-outline-offset-4"
            >
              <Picture
                photo={photo}
                sizes="20vw"
                aspect={1}
                className="transition-transform duration-500 group-hover/card:scale-106"
              />
              <div
                aria-hidden="true"
                className="shuka absolute inset-x-0 bottom-0 h-2 origin-left scale-x-0 transition-transform duration-300 group-hover/card:scale-x-100 group-focus-visible/card:scale-x-100"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Six cards in three rows on wide screens: wide and narrow, narrow and wide, then two of equal width. */
const SPANS = ["lg:col-span-7", "lg:col-span-5", "lg:col-span-5", "lg:col-span-7", "lg:col-span-6", "lg:col-span-6"];

/** The last of an odd number of cards has a row to itself. */
const WHOLE_ROW = "col-span-2 lg:col-span-12";

function spanOf(index: number, count: number): string {
  const isAlone = index === count - 1 && count % 2 === 1;
  return isAlone ? WHOLE_ROW : (SPANS[index % SPANS.length] ?? "");
}

function FeaturedCard({ featured, span }: { featured: FeaturedClassView; span: string }) {
  const { title, gymClass, days, time, photo } = featured;
  return (
    <li className={`flex min-h-[clamp(200px,51vw,330px)] md:min-h-[clamp(320px,27vw,430px)] ${span}`}>
      <Link
        to={joinPath(gymClass)}
        className="group/card relative isolate flex w-full items-end overflow-hidden bg-coal text-white"
      >
        <div className="absolute inset-0 -z-20">
          <Picture
            photo={photo}
            sizes={span === WHOLE_ROW ? "90vw" : "(width >= 64rem) 52vw, (width >= 48rem) 54vw, 62vw"}
            className="transition-transform duration-500 group-hover/card:scale-104"
          />
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0cf2_4%,#0b0b0cb3_30%,#0b0b0c00_66%)]"
        />
        <div
          aria-hidden="true"
          className="shuka absolute inset-x-0 bottom-0 h-1.5 origin-left scale-x-0 transition-transform duration-300 group-hover/card:scale-x-100 group-focus-visible/card:scale-x-100"
        />
        <div className="flex w-full items-end justify-between gap-x-4 px-3 pt-13 pb-4.5 sm:px-6 sm:pb-6.5">
          <div className="min-w-0">
            <h3 className="text-[clamp(19px,6.1vw,40px)] md:text-[clamp(40px,3.6vw,54px)]">{title}</h3>
            <p className="mt-1.5 flex-wrap items-baseline gap-x-[.5em] text-[15px] leading-snug font-semibold lg:flex sm:mt-2.5 sm:text-[16px]">
              {days}{" "}
              {time && (
                <span className="block font-display text-[min(5vw,20px)] leading-none font-black sm:text-[22px]">
                  {time.from}-
                  <wbr />
                  {time.to}
                </span>
              )}
            </p>
          </div>
          <span className="flex items-center gap-3 text-[14px] max-sm:absolute max-sm:top-0 max-sm:right-0 font-bold tracking-[.04em] uppercase">
            <span className="max-sm:sr-only md:max-xl:sr-only">join now</span>
            <span className="grid size-11 place-items-center rounded-edge bg-red transition-colors group-hover/card:bg-blood">
              <ArrowIcon className="h-3.5 w-5 transition-transform group-hover/card:translate-x-0.5" />
            </span>
          </span>
        </div>
      </Link>
    </li>
  );
}

/** The featured classes of the home page, six of them at first (specification, section 2, "Featured classes"). */
function FeaturedClasses({ text, classes }: { text: SectionText; classes: readonly FeaturedClassView[] }) {
  return (
    <Section background="ink" labelledBy="featured-heading">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
        <div>
          <SectionIntro
            id="featured-heading"
            text={text}
            titleClass="max-w-[20ch]"
            className="mt-5 max-w-[58ch] text-ash"
          />
        </div>
        <LinkButton to={href("/schedule")} tone="ghost">
          Today’s schedule
        </LinkButton>
      </div>
      <ul className="mt-9 grid grid-cols-2 gap-2.5 md:mt-13 md:gap-3.5 lg:grid-cols-12">
        {classes.map((featured, index) => (
          <FeaturedCard key={featured.slug} featured={featured} span={spanOf(index, classes.length)} />
        ))}
      </ul>
    </Section>
  );
}
