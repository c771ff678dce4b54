import { Fragment, type MouseEvent, type ReactNode } from "react";
import { data, href, Link } from "react-router";
import { withSignInIntent } from "../../accounts/return-to.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import type { Trainer } from "../../content-types/trainer.ts";
import { chatAddress, questionAddress } from "../../forms/whatsapp.ts";
import { findSharePicture } from "../../pictures/pictures.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import scheduleStyles from "../../timetable/views/schedule.css?url";
import { ClassCalendarLink, nextBookable, UpcomingSessionList } from "../../timetable/views/session-list.tsx";
import { listSessionsOfClass } from "../../timetable/views/timetable-view.server.ts";
import { useNow } from "../../timetable/views/use-now.ts";
import { EmailIcon } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import { SavedNotice } from "../offline/saved-notice.tsx";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/class.route";
import { findClassPage } from "./class-page.server.ts";
import { ClassAbout, ClassFacts, ClassHero, classDescription, SimilarClassCards } from "./class-sections.tsx";
import { SaveButton } from "./save-button.tsx";

export const handle = {
  publicPage: {
    params: { slug: "class" },
    dependsOn: ["content", "timetable", "places", "date"],
    isPersonalWhenSignedIn: true,
  },
} satisfies PublicPageHandle;

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: scheduleStyles }];

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const { gymClass, share } = loaderData;
  return pageMeta(site, {
    title: gymClass.title,
    description: classDescription(loaderData, site.settings.name),
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
    offlineReading: services.config.offlineReading,
    isSaved: context.get(visitorContext)?.savedShows.includes(page.gymClass.slug) ?? null,
  };
}

export default function ClassPage({ loaderData, matches }: Route.ComponentProps) {
  const { gymClass, length, trainer, sessions, similar, isSaved, offlineReading } = loaderData;
  const { slug, title } = gymClass;
  const here = href("/classes/:slug", { slug });
  const next = nextBookable(sessions, useNow());
  const { origin, settings, isSignedIn } = matches[0].loaderData;
  return (
    <>
      <ClassHero
        gymClass={gymClass}
        next={next}
        save={
          <SaveButton
            slug={slug}
            title={title}
            isSaved={isSaved}
            signInPath={withSignInIntent(href("/login"), { next: here, save: slug })}
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
      <ClassFacts {...loaderData} />
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

type ClassLinksProps = {
  title: string;
  gym: string;
  address: string;
  /** The gym's number; without one there is nobody to ask. */
  whatsApp: string | undefined;
  children: ReactNode;
};

/** Links to ask about a class and to share its page. They work without JavaScript. */
function ClassLinks({ title, gym, address, whatsApp, children }: ClassLinksProps) {
  const invitation = `${title} at ${gym}: ${address}`;

  function share(event: MouseEvent): void {
    if (!("share" in navigator)) return;
    event.preventDefault();
    // Rejected when the visitor closes the share menu.
    navigator.share({ title: `${title} at ${gym}`, url: address }).catch(() => {});
  }

  return (
    <p className="mt-3 flex flex-wrap gap-x-7 md:mt-4 md:w-max md:max-w-[90vw]">
      {whatsApp && <WhatsAppLink href={questionAddress(whatsApp, title)} />}
      <WhatsAppLink href={chatAddress(undefined, invitation)} onClick={share}>
        Share with a friend
      </WhatsAppLink>
      <a
        href={`mailto:?subject=${encodeURIComponent(`${title} at ${gym}`)}&body=${encodeURIComponent(address)}`}
        className="inline-flex min-h-11 items-center gap-2 text-[15px] leading-tight font-bold underline-offset-4 hover:underline"
      >
        <EmailIcon className="size-5 shrink-0" />
        Send by email
      </a>
      {children}
    </p>
  );
}

type CoachCardProps = { trainer: Trainer; alsoTeaches: readonly { slug: string; title: string }[] };

/** The trainer of a class, on its page. @param alsoTeaches the trainer's other classes */
function CoachCard({ trainer, alsoTeaches }: CoachCardProps) {
  const { name, job, photo } = trainer;
  return (
    <article className="relative isolate max-w-[440px] self-start overflow-hidden bg-ink text-white [--focus:var(--color-white)]">
      <div className="aspect-4/5 overflow-hidden">
        <Picture
          photo={photo}
          sizes="(width >= 64rem) 27vw, (width >= 30rem) 440px, 90vw"
          className="mask-[linear-gradient(#000_60%,transparent)] brightness-125 contrast-110 grayscale"
        />
      </div>
      <div className="relative -mt-34 bg-[linear-gradient(0deg,#0b0b0c_50%,#0b0b0cd9_72%,#0b0b0c00)] px-6.5 pt-18 pb-5">
        <h2 className="text-[40px]">{name}</h2>
        <p className="mt-1.5 font-bold">{job}</p>
        {alsoTeaches.length > 0 && (
          <p className="mt-4 text-[16px] text-ash">
            Also teaches{" "}
            {alsoTeaches.map(({ slug, title }, index) => (
              <Fragment key={slug}>
                {index > 0 && (index === alsoTeaches.length - 1 ? " and " : ", ")}
                <Link
                  to={href("/classes/:slug", { slug })}
                  className="font-bold text-white underline underline-offset-4"
                >
                  {title}
                </Link>
              </Fragment>
            ))}
            .
          </p>
        )}
        <SocialLinks profiles={trainer} email={trainer.email} className="mt-3 -ml-4" />
      </div>
    </article>
  );
}
