import { data, href } from "react-router";
import { withArrival } from "../../accounts/return-to.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { findSharePicture } from "../../pictures/pictures.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import scheduleStyles from "../../timetable/views/schedule.css?url";
import { ClassCalendarLink, UpcomingSessionList } from "../../timetable/views/session-list.tsx";
import { listSessionsOfClass } from "../../timetable/views/timetable-view.server.ts";
import { SavedNotice } from "../offline/saved-notice.tsx";
import { describeClass } from "../seo/page-data.server.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { CoachCard } from "../trainers/coach-card.tsx";
import type { Route } from "./+types/class.route";
import { ClassAbout } from "./class-about.tsx";
import { classDescription } from "./class-description.ts";
import { ClassFacts } from "./class-facts.tsx";
import { ClassHero } from "./class-hero.tsx";
import { ClassLinks } from "./class-links.tsx";
import { findClassPage } from "./class-page.server.ts";
import { SaveButton } from "./save-button.tsx";
import { SimilarClassCards } from "./similar-class-cards.tsx";

export const handle = {
  publicPage: {
    params: { slug: "class" },
    dependsOn: ["content", "timetable", "places", "date"],
    // Whether the visitor has saved it.
    isPersonalSignedIn: true,
  },
} satisfies PublicPageHandle;

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: scheduleStyles }];
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const { gymClass, share } = loaderData;
  return pageMeta(site, {
    title: gymClass.title,
    description: classDescription(loaderData, site.settings.name),
    structuredData: loaderData.structuredData,
    path: href("/classes/:slug", { slug: gymClass.slug }),
    ...(share === undefined
      ? { share: "classes", shareAlt: "A woman leans into the bars of a spin bike, red light tubes behind her." }
      : {
          share: { file: share },
          shareAlt: gymClass.photo.alt || `The class ${gymClass.title} at ${site.settings.name}.`,
        }),
  });
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [page, sessions] = await Promise.all([
    findClassPage(services, params.slug),
    listSessionsOfClass(services, params.slug),
  ]);
  if (page === undefined) throw data(null, { status: 404 });
  const share = await findSharePicture(services.db, page.gymClass.photo);
  return {
    ...page,
    sessions,
    share,
    structuredData: await describeClass(services, page.gymClass, `/share/${share ?? "classes.jpg"}`),
    offlineReading: services.config.offlineReading,
    isSaved: context.get(visitorContext)?.savedShows.includes(page.gymClass.slug) ?? null,
  };
}

export default function ClassPage({ loaderData, matches }: Route.ComponentProps) {
  const { gymClass, length, weekly, isInTimetable, trainer, sessions, similar, isSaved, offlineReading } = loaderData;
  const { slug, title } = gymClass;
  const here = href("/classes/:slug", { slug });
  const { origin, settings, isSignedIn } = matches[0].loaderData;
  return (
    <>
      <ClassHero
        gymClass={gymClass}
        save={
          <SaveButton
            slug={slug}
            title={title}
            isSaved={isSaved}
            signInPath={withArrival(href("/login"), { next: here, save: slug })}
            back={here}
            look="large"
          />
        }
        more={
          <ClassLinks title={title} gym={settings.name} address={`${origin}${here}`} whatsApp={settings.whatsApp}>
            <ClassCalendarLink slug={slug} />
          </ClassLinks>
        }
      />
      {offlineReading && <SavedNotice isSignedIn={isSignedIn} />}
      <ClassFacts
        level={gymClass.level}
        length={length}
        trainer={trainer?.name}
        weekly={weekly}
        isInTimetable={isInTimetable}
      />
      <ClassAbout
        texts={gymClass}
        length={length}
        trainer={trainer && <CoachCard trainer={trainer} alsoTeaches={trainer.alsoTeaches} />}
      />
      <UpcomingSessionList classSlug={slug} sessions={sessions} />
      <SimilarClassCards classes={similar} />
    </>
  );
}
