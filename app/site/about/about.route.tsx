import { href } from "react-router";
import { listEntries } from "../../cms/entries.server.ts";
import {
  findBanner,
  findDescription,
  findPlacePictures,
  findSections,
  listFilledEntries,
} from "../../content-types/site-texts.server.ts";
import { milestoneType } from "../../content-types/texts.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { allOf } from "../../platform/all-of.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Band, Section, SectionHeading, SectionIntro, SectionParagraphs, type SectionText } from "../../ui/section.tsx";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/about.route";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta(matches[0].loaderData, {
    title: "About Us",
    description: loaderData.description,
    path: "/about",
    share: "about",
    shareAlt: "A trainer stands beside a member lifting a dumbbell, red light tubes behind them.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { trainers, ...content } = await allOf({
    banner: findBanner(services, "about"),
    description: findDescription(services, "about"),
    texts: findSections(services, ["about-intro", "about-history", "about-team"]),
    chapters: listFilledEntries(services, milestoneType, "text"),
    trainers: listEntries(services, trainerType),
    pictures: findPlacePictures(services, ["about-page", "history", "about", "why-choose-us"]),
  });
  return { ...content, hasTeam: trainers.length > 0 };
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { banner, texts, chapters, hasTeam, pictures } = loaderData;
  return (
    <>
      <Banner {...banner} title="About Us" />
      <AboutIntro text={texts["about-intro"]} photo={pictures["about-page"]} />
      {chapters.length > 0 && (
        <>
          <Band />
          <History text={texts["about-history"]} chapters={chapters} photo={pictures.history} />
        </>
      )}
      {hasTeam && <MeetTheTeam text={texts["about-team"]} pictures={[pictures.about, pictures["why-choose-us"]]} />}
    </>
  );
}

/** The "who we are" section of the About page (specification, sections 1 and 2, "About"). */
function AboutIntro({ text, photo }: { text: SectionText; photo: PhotoView }) {
  return (
    <Section background="chalk" labelledBy="who-we-are">
      <div className="grid items-center gap-x-[clamp(40px,7vw,120px)] gap-y-16 lg:grid-cols-[1.1fr_1fr]">
        <div>
          <SectionHeading id="who-we-are" eyebrow={text.eyebrow} className="mb-7">
            {text.title}
          </SectionHeading>
          <div className="max-w-[54ch] space-y-5">
            <SectionParagraphs texts={text.paragraphs} />
          </div>
          <LinkButton to={href("/contact")} className="mt-10">
            contact us
          </LinkButton>
        </div>
        <div className="relative">
          <div className="aspect-5/6 md:max-lg:aspect-3/2">
            <Picture photo={photo} sizes="(width >= 64rem) 58vw, (width >= 48rem) 90vw, 120vw" />
          </div>
          <div aria-hidden="true" className="shuka absolute -bottom-3.5 -left-3.5 h-7 w-2/5" />
        </div>
      </div>
    </Section>
  );
}

type HistoryProps = { text: SectionText; chapters: Route.ComponentProps["loaderData"]["chapters"]; photo: PhotoView };

/** The "Our History" block of the About page (specification, section 2, "About"). */
function History({ text, chapters, photo }: HistoryProps) {
  return (
    <Section background="ink" labelledBy="our-history">
      <div className="grid gap-x-[clamp(40px,7vw,120px)] gap-y-12 lg:grid-cols-[1fr_1.1fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <SectionIntro id="our-history" text={text} className="mt-6 max-w-[52ch] text-ash" />
          <div className="mt-9">
            <Picture photo={photo} sizes="(width >= 64rem) 42vw, 90vw" aspect="4/3" />
          </div>
        </div>
        <ol className="border-t-4 border-chalk">
          {chapters.map(({ slug, step, title, text: story }) => (
            <li
              key={slug}
              className="grid gap-x-8 gap-y-3 border-b border-white/15 py-9 sm:grid-cols-[minmax(150px,max-content)_1fr] sm:py-11"
            >
              <p className="font-display text-[56px] leading-[.8] font-black text-red uppercase">{step}</p>
              <div>
                <h3 className="text-[34px]">{title}</h3>
                <p className="mt-3 max-w-[52ch] text-ash">
                  <RichText parts={story} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

/** The end of the About page: decorative pictures, and links to the trainers and the timetable. */
function MeetTheTeam({ text, pictures }: { text: SectionText; pictures: readonly PhotoView[] }) {
  return (
    <Section background="coal" labelledBy="meet-the-team">
      <div className="grid items-center gap-x-[clamp(40px,6vw,100px)] gap-y-12 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <SectionIntro id="meet-the-team" text={text} className="mt-6 max-w-[46ch] text-ash" />
          <div className="mt-9 flex flex-wrap gap-3.5 max-sm:inline-grid">
            <LinkButton to={{ pathname: href("/"), hash: "team" }}>Our trainers</LinkButton>{" "}
            <LinkButton to={href("/schedule")} tone="ghost">
              This week
            </LinkButton>
          </div>
        </div>
        <div className="grid grid-cols-2 gap-3 md:gap-4">
          {pictures.map((photo, index) => (
            <Picture
              key={photo.file}
              photo={photo}
              sizes="(width >= 64rem) 25vw, (width >= 40rem) 45vw, 56vw"
              aspect="4/5"
              decorative
              className={index % 2 === 1 ? "mt-10" : "mb-10"}
            />
          ))}
        </div>
      </div>
    </Section>
  );
}
