import { type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { href, Link, useLocation } from "react-router";
import { withSignInIntent } from "../../accounts/return-to.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { joinPath } from "../../content-types/paths.ts";
import { findBanner, findNote } from "../../content-types/site-texts.server.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { allOf } from "../../platform/all-of.server.ts";
import { countInWords } from "../../platform/text.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { weeklySlotsToday } from "../../timetable/timetable-records.server.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { scrollToTop } from "../../ui/scroll-to-top.ts";
import { Section } from "../../ui/section.tsx";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/classes.route";
import { type ClassView, classCards } from "./class-page.server.ts";
import { SaveButton } from "./save-button.tsx";

const NAMED_CLASSES = 4;

export const handle = {
  publicPage: {
    searchParams: { show: ["all"] },
    isPersonalWhenSignedIn: true,
    dependsOn: ["content", "timetable", "date"],
  },
} satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Classes",
    description: `${someClasses(loaderData?.classes ?? [])}: every class with its trainer, day and time. Save the ones you like.`,
    path: "/classes",
    share: "classes",
    shareAlt: "A woman leans into the bars of a spin bike, red light tubes behind her.",
  });
}

/** The first four classes by name, and how many more there are. */
function someClasses(classes: readonly { title: string }[]): string {
  const [first = "Classes", ...others] = classes.slice(0, NAMED_CLASSES).map(({ title }) => title);
  const more = classes.length - NAMED_CLASSES;
  const names = [first, ...others.map((title) => title.toLowerCase())].join(", ");
  return more > 0 ? `${names} and ${countInWords(more)} more` : names;
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { classes, slots, trainers, ...content } = await allOf({
    banner: findBanner(services, "classes"),
    note: findNote(services, "classes"),
    classes: listEntries(services, classType),
    slots: weeklySlotsToday(services),
    trainers: listEntries(services, trainerType),
  });
  return {
    ...content,
    classes: classCards(services, classes, slots, trainers),
    savedSlugs: context.get(visitorContext)?.savedShows ?? null,
  };
}

export default function Classes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Banner {...loaderData.banner} title="Classes" />
      <Suspense>
        <ClassGrid {...loaderData} />
      </Suspense>
    </>
  );
}

/** How many cards the Classes page shows before "show more" (specification, section 9). */
const COLLAPSED_CLASSES = 8;

const ALL_CLASSES = `${href("/classes")}?show=all`;

/**
 * The cards of the Classes page (specification, section 2), hydrated before the rest when its toggle is tapped.
 * @param savedSlugs null when signed out
 */
function ClassGrid({ note, classes, savedSlugs }: Route.ComponentProps["loaderData"]) {
  const { isExpanded, toggle } = useExpanded();
  const [here, other] = isExpanded ? [ALL_CLASSES, href("/classes")] : [href("/classes"), ALL_CLASSES];
  const visible = isExpanded ? classes : classes.slice(0, COLLAPSED_CLASSES);
  return (
    <Section background="ink" className="pt-14 md:pt-20">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <p className="max-w-[46ch] text-lg text-ash">
          <RichText parts={note} linkClass="font-bold text-white underline underline-offset-4" />
        </p>
        <p role="status" className="text-[15px] text-ash">
          {classes.length === 0 ? (
            "There are no classes yet."
          ) : (
            <>
              <span className="font-display text-[26px] font-black text-white">{visible.length}</span> of{" "}
              {classes.length} classes
            </>
          )}
        </p>
      </div>
      {visible.length > 0 && (
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 md:mt-14 xl:grid-cols-4">
          {visible.map((gymClass) => (
            <li key={gymClass.slug}>
              <ClassCard
                gymClass={gymClass}
                save={
                  <SaveButton
                    slug={gymClass.slug}
                    title={gymClass.title}
                    isSaved={savedSlugs?.includes(gymClass.slug) ?? null}
                    signInPath={withSignInIntent(href("/login"), { next: here, save: gymClass.slug })}
                    back={here}
                  />
                }
              />
            </li>
          ))}
        </ul>
      )}
      {classes.length > COLLAPSED_CLASSES && (
        <p className="mt-12 flex justify-center">
          <LinkButton
            to={other}
            onClick={toggle}
            tone="ghost"
            className={`min-w-60 [&>svg]:translate-none! ${isExpanded ? "[&>svg]:-rotate-90" : "[&>svg]:rotate-90"}`}
          >
            {isExpanded ? "show less" : "show more"}
          </LinkButton>
        </p>
      )}
    </Section>
  );
}

/** Whether all cards are shown; the address is updated without a navigation, which would render the whole page twice. */
function useExpanded() {
  const { key, search } = useLocation();
  const [toggled, setToggled] = useState<{ key: string; isExpanded: boolean }>();
  const isInAddress = new URLSearchParams(search).get("show") === "all";
  const isExpanded = toggled?.key === key ? toggled.isExpanded : isInAddress;
  function toggle(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.replaceState(history.state, "", event.currentTarget.href);
    // WebKit ends a smooth scroll when the page shrinks, so the cards change first.
    flushSync(() => setToggled({ key, isExpanded: !isExpanded }));
    scrollToTop();
  }
  return { isExpanded, toggle };
}

function ClassCard({ gymClass, save }: { gymClass: ClassView; save: ReactNode }) {
  const { slug, title, summary, days, time, photo, trainer, isBookable } = gymClass;
  const page = href("/classes/:slug", { slug });
  return (
    <article className="group/card relative isolate flex h-full flex-col overflow-hidden bg-coal">
      <div className="relative -z-10 aspect-9/8 overflow-hidden">
        <Picture
          photo={photo}
          sizes="(width >= 80rem) 23vw, (width >= 40rem) 45vw, 90vw"
          className="transition-transform duration-500 group-hover/card:scale-104"
        />
        <div
          aria-hidden="true"
          className="absolute inset-0 bg-[linear-gradient(0deg,#151517_2%,#151517d9_18%,#15151700_52%)]"
        />
      </div>
      <div className="-mt-12 flex flex-1 flex-col px-6 pb-6">
        <h2 className="text-[46px] text-white xl:max-2xl:text-[40px]">
          <Link to={page} className="decoration-[3px] underline-offset-4 hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-3 mb-5 text-[16px] text-ash">{summary}</p>
        <p className="mt-auto grid gap-1 border-t border-white/14 pt-4">
          <span className="font-display text-[26px] leading-none font-black text-white">{days}</span>{" "}
          {time && (
            <span className="font-display text-[26px] leading-none font-black text-ember">
              {time.from}-
              <wbr />
              {time.to}
            </span>
          )}
        </p>
        <p className="mt-2 mb-6 min-h-6 text-[15px] text-ash">{trainer && `with ${trainer}`}</p>
        <LinkButton to={isBookable ? page : joinPath(slug)} size="small" className="w-full">
          <span>
            join now<span className="sr-only">: {title}</span>
          </span>
        </LinkButton>
      </div>
      <div className="absolute top-0 right-0">{save}</div>
    </article>
  );
}
