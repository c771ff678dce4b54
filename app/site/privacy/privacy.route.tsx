import { LINK_VALID_MINUTES } from "../../accounts/credentials.ts";
import { SESSION_DAYS, sessionCookieName } from "../../accounts/sign-in.server.ts";
import { BOOKING_RETENTION_DAYS } from "../../bookings/erasure.server.ts";
import { PUT_BACK_DAYS } from "../../cms/editing/retention.server.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { ENQUIRY_RETENTION_MONTHS, SPAM_RETENTION_DAYS } from "../../enquiries/retention.server.ts";
import { STAFF_NAME_DAYS } from "../../platform/activity.server.ts";
import { SENT_MAIL_RETENTION_DAYS } from "../../platform/mail.server.ts";
import { UNDELIVERED_MAIL_DAYS } from "../../platform/undelivered-mail.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { SESSION_RETENTION_DAYS } from "../../timetable/retention.server.ts";
import { Banner } from "../../ui/banner.tsx";
import { MAX_SAVED } from "../offline/worker.ts";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/privacy.route";
import { PrivacyNotice } from "./privacy-notice.tsx";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Privacy",
    description: "What this site keeps about you, why, for how long, and the rights you have under Kenyan law.",
    path: "/privacy",
    share: "home",
    shareAlt: "A man braces over a loaded barbell while a trainer watches, red light tubes behind them.",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return {
    ...(await findPlacePictures(services, ["banner"])),
    sessionCookie: sessionCookieName(services.config),
    periods: {
      sessionDays: SESSION_DAYS,
      enquiryMonths: ENQUIRY_RETENTION_MONTHS,
      spamDays: SPAM_RETENTION_DAYS,
      linkMinutes: LINK_VALID_MINUTES,
      bookingDays: BOOKING_RETENTION_DAYS,
      sentMailDays: SENT_MAIL_RETENTION_DAYS,
      undeliveredMailDays: UNDELIVERED_MAIL_DAYS,
      staffYears: STAFF_NAME_DAYS / 365,
      sessionYears: SESSION_RETENTION_DAYS / 365,
      putBackYears: PUT_BACK_DAYS / 365,
      savedPages: services.config.offlineReading ? MAX_SAVED : 0,
    },
  };
}

export default function Privacy({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Your data" title="Privacy" photo={loaderData.banner} />
      <PrivacyNotice
        gym={matches[0].loaderData.settings}
        sessionCookie={loaderData.sessionCookie}
        periods={loaderData.periods}
      />
    </>
  );
}
