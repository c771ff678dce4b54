import { findFeed } from "../../bookings/calendar-feed.server.ts";
import { listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { isSecondStepDue, secondStepFirst } from "../../staff/staff-guard.server.ts";
import { cardTimes, weeklyTimesOf } from "../../timetable/card-times.ts";
import { Banner } from "../../ui/banner.tsx";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account.route";
import { AccountActions } from "./account-actions.tsx";
import { SavedClassList } from "./saved-class-list.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Account",
    description: "Your saved classes.",
    path: "/account",
    share: "account",
    shareAlt: "A man swings a kettlebell to shoulder height between red light tubes.",
  });
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const visitor = context.get(signedInVisitorContext);
  const services = context.get(servicesContext);
  const [classes, slots, pictures] = await Promise.all([
    listEntries(services, classType),
    listEntries(services, weeklySlotType),
    findPlacePictures(services, ["account"]),
  ]);
  return {
    pictures,
    email: visitor.email,
    isTestAccount: visitor.isTestAccount,
    hasCalendar: (await findFeed(services, visitor.id)) !== undefined,
    // Where a download begins that has to wait for the second step: a browser would save a redirect's page as the file.
    beforeDownload: (await isSecondStepDue(services, request)) ? secondStepFirst("second-step", url) : undefined,
    // In the order in which they were saved; a class the gym no longer has is not shown.
    saved: visitor.savedShows.flatMap((slug) => {
      const found = classes.find((gymClass) => gymClass.slug === slug);
      if (found === undefined) return [];
      const { title, photo } = found;
      return [{ slug, title, photo, ...cardTimes(found, weeklyTimesOf(slug, slots)) }];
    }),
  };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { pictures, saved, ...account } = loaderData;
  return (
    <>
      <Banner eyebrow="Karibu tena" title="Account" photo={pictures.account} />
      <div className="grid gap-x-[clamp(40px,6vw,110px)] gap-y-16 bg-ink px-gutter py-section lg:grid-cols-[1fr_360px]">
        <section aria-labelledby="saved-title">
          <h2 id="saved-title" className="title-section">
            Saved Classes
          </h2>
          <SavedClassList classes={saved} />
        </section>
        <section aria-labelledby="you-title" className="lg:bg-coal lg:p-9 lg:self-start">
          <h2 id="you-title" className="mb-6 text-[40px]">
            You
          </h2>
          <AccountActions {...account} />
        </section>
      </div>
    </>
  );
}
