import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { LINK_VALID_MINUTES } from "../../accounts/credentials.ts";
import { MAX_SIGN_IN_DAYS, SESSION_DAYS, sessionCookieName } from "../../accounts/sign-in.server.ts";
import { BOOKING_RETENTION_DAYS } from "../../bookings/erasure.server.ts";
import { RESTORE_DAYS } from "../../cms/editing/retention.server.ts";
import type { Settings } from "../../content-types/settings.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { ENQUIRY_RETENTION_MONTHS, SPAM_RETENTION_DAYS } from "../../enquiries/retention.server.ts";
import { callAddress } from "../../forms/phone.ts";
import { areMembersOn, areSalesOn } from "../../members/coverage.server.ts";
import { PASS_MAILS_DAYS } from "../../members/expiry-mails.server.ts";
import { IMPORT_DAYS } from "../../members/import/limits.ts";
import { PASS_YEARS } from "../../members/pass-retention.server.ts";
import { RECORD_RETENTION_DAYS } from "../../people/erase-person.server.ts";
import { STAFF_NAME_DAYS } from "../../platform/activity.server.ts";
import { SENT_MAIL_RETENTION_DAYS } from "../../platform/mail.server.ts";
import { UNDELIVERED_MAIL_DAYS } from "../../platform/undelivered-mail.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { SALE_YEARS } from "../../sales/retention.server.ts";
import { SESSION_RETENTION_DAYS } from "../../timetable/retention.server.ts";
import { Banner } from "../../ui/banner.tsx";
import { Section } from "../../ui/section.tsx";
import { MAX_SAVED } from "../offline/worker.ts";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/privacy.route";

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
    hasMembers: await areMembersOn(services),
    hasSales: await areSalesOn(services),
    periods: {
      sessionDays: SESSION_DAYS,
      longestSignInDays: MAX_SIGN_IN_DAYS,
      enquiryMonths: ENQUIRY_RETENTION_MONTHS,
      spamDays: SPAM_RETENTION_DAYS,
      linkMinutes: LINK_VALID_MINUTES,
      bookingDays: BOOKING_RETENTION_DAYS,
      passYears: PASS_YEARS,
      saleYears: SALE_YEARS,
      passMailDays: PASS_MAILS_DAYS,
      listDays: IMPORT_DAYS,
      recordDays: RECORD_RETENTION_DAYS,
      sentMailDays: SENT_MAIL_RETENTION_DAYS,
      undeliveredMailDays: UNDELIVERED_MAIL_DAYS,
      // Retention of activity, past classes and unpublished texts about people.
      staffYears: STAFF_NAME_DAYS / 365,
      sessionYears: SESSION_RETENTION_DAYS / 365,
      putBackYears: RESTORE_DAYS / 365,
      // The number of pages and pictures that a browser saves for offline reading; 0 when it is switched off.
      savedPages: services.config.offlineReading ? MAX_SAVED : 0,
    },
  };
}

export default function Privacy({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Your data" title="Privacy" photo={loaderData.banner} />
      <PrivacyNotice gym={matches[0].loaderData.settings} shown={loaderData} />
    </>
  );
}

const LINK = "font-bold underline underline-offset-4 hover:text-blood";

type PrivacyData = Route.ComponentProps["loaderData"];

/** The stored data, why and for how long. Each line describes the code; change both together. */
const storedData = ({ sessionCookie, periods, hasMembers, hasSales }: PrivacyData) => [
  {
    what: "Your account",
    data: "Your email address, and whether you have confirmed it by a link that we emailed to it; your password as an Argon2id hash that nobody can turn back into the password, and the classes you save. Until a new address is confirmed, that address, with a hash of the link that we emailed to it.",
    why: "To sign you in and to show you your classes. You agree to it by signing up.",
    howLong:
      "Until you delete the account. It is then deleted immediately, with the emails about it that we store. We don’t delete unused accounts: once your sign-ins have ended, we don’t know when you were last here.",
  },
  {
    what: "Your sign-in",
    data: `A session: when you signed in, on which day it was last used, when it ends, and the browser and system in two words, such as “Chrome on Android”. No network address is kept with it. Your browser holds one cookie, ${sessionCookie}, which no script can read.`,
    why: "So that you need not sign in on every page, and can see and end your sign-ins under Account.",
    howLong: `Until you sign out, or ${periods.sessionDays} days after you last opened a page of your own, such as your account; ${periods.longestSignInDays} days at most.`,
  },
  {
    what: "Your enquiry",
    data: "The name, email address, phone number, class and comment that you write into the contact form; the number only if you give one. With it, what the front desk notes about it, what it replies to you, and its state (answered, trial booked). The front desk gets a copy by email.",
    why: "To answer you, because you asked.",
    howLong: `${periods.enquiryMonths} months, with its notes and replies; ${periods.spamDays} days once the desk has marked it as spam; until you ask us to delete it. For a day we also keep a fingerprint of it, so that the same question sent again is not two enquiries.`,
  },
  {
    what: "Your bookings",
    data: "The name you give with your first booking, on the site or at the desk, and the phone number if you give one; earlier numbers, to recognise you; the name of a guest you bring; which classes you booked or waited for, when, and at what price; whether you came, and whether you told us that this is wrong; who at the desk told you about a change, when and how; and who changed a booking and when: you, the desk by name, or the site. If you use your own calendar, a key that is part of its address: whoever has that address can read your bookings.",
    why: "To keep your place, to pass it on when you cancel, to know at the door who is coming, and to write to you when a class changes. You agree to it by booking.",
    howLong: `${periods.bookingDays} days after the class; your name and phone numbers as long as your account, and without one as long as your last booking; the calendar’s address until you make a new one, switch it off, choose a new password or sign out everywhere. If you delete your account, your upcoming bookings are cancelled; your name, your guests’ names, phone number and calendar are deleted immediately; past bookings stay without a name, to be counted.`,
  },
  ...(hasMembers
    ? [
        {
          what: "Your membership",
          data: "Your name, phone number and email address as you gave them at the desk; for a child, the guardian, and the date of birth if it was given; your door number; which passes you had, from when to when, at what price and how it was paid; freezes, and why a pass ended, if you told us; your visits with a pack; what the desk notes about you; whether you agreed to be written to about offers, when and how; whether you want emails about your passes, and which expiry of a pass we emailed you about. Nothing about your health.",
          why: "To know how long you have paid for, and to let you in. We write to you before a pass ends, after it, and when it is frozen, unless you have switched that off; about offers only if you agreed.",
          howLong: `As long as you train with us, until you ask us to delete it. If you delete the account that is linked to it, it is deleted ${periods.recordDays} days later, but not while you have a current pass, are a child’s guardian or stay a member. Name, number, address, notes, consents and the emails about your passes are then deleted immediately. Which expiry we emailed you about is deleted ${periods.passMailDays} days after the email. Your passes stay under a number without your name, as the law on business records requires, and are deleted ${periods.passYears} years after your last pass has ended. When the gym imports an earlier list, rows that were not imported are deleted after ${periods.listDays} days.`,
        },
      ]
    : []),
  ...(hasSales
    ? [
        {
          what: "What you have paid",
          data: "What you bought at the desk, for whom, and at what price; how you paid, with the code of the M-Pesa message or the number of the slip; what you owe and until when; your KRA PIN if you gave it for the receipt; why a price was lower or money was sent back; and who sold it. No number of a card and no M-Pesa PIN.",
          why: "To know what is paid, to give you receipts, and because a business has to keep its books (Tax Procedures Act, 2015, section 23).",
          howLong: `${periods.saleYears} years after its last receipt. If you ask us to delete your record, payments and receipts stay for that time under a number, without your name, phone number and PIN. The seller’s name is deleted ${periods.staffYears} years after their last sale.`,
        },
      ]
    : []),
  {
    what: "Emails that the site sends",
    data: `To you: links to confirm your address, to choose a new password and to confirm a new address, notices that your password or your address has changed, replies to your enquiry, and news of your bookings, with reminders that you can switch off${hasMembers ? ", and of your passes" : ""}${hasSales ? ", and your receipts" : ""}. To the front desk: your enquiry. The links to a new password and a new address work once, for ${periods.linkMinutes} minutes at most; our database holds them encrypted until they are sent, and then deletes them.`,
    why: "So that no email is lost when a mail server is down.",
    howLong: `${periods.sentMailDays} days after it was sent; an email about a class at least until the class is over; emails about your account, your bookings or your enquiry no longer than we keep those. A link that cannot be delivered is deleted when it stops working; any other email that cannot be delivered, ${periods.undeliveredMailDays} days after the last attempt. The desk keeps its copy in its mailbox.`,
  },
  {
    what: "Pictures of you, and your words",
    data: "If you are to be seen in a picture on this site or are quoted by name: your name, what you agreed to, when and how; for a child, who agreed for it.",
    why: "To show you only as you agreed, and to be able to show that you did.",
    howLong: `As long as the picture or the words are with us; words that were taken off the site are erased ${periods.putBackYears} years later. If you withdraw your consent, they are taken off the site immediately; the withdrawal stays on record.`,
  },
  ...(periods.savedPages === 0
    ? []
    : [
        {
          what: "What your browser saves",
          data: `The timetable and the classes that you open, as everybody sees them, with their pictures. They stay in your browser; nothing of your account is in them, and we don’t learn what it has.${hasMembers ? " If you open your card for the door: the card, with your name, your door number and until when you have paid, and the cards of your children." : ""}`,
          why: `So that you can read them without a connection${hasMembers ? ", and come in" : ""}.`,
          howLong: `Until you sign out, somebody signs in on the same device, or you clear the site’s data in your browser; the newest ${periods.savedPages} pages and pictures at most.`,
        },
      ]),
  {
    what: "If you work here",
    data: "Your name, your role and who invited you; the key of your authenticator app, encrypted, your passkeys’ public keys and hashes of your recovery codes; when your session last used the console, and what you did in it.",
    why: "So that only staff get in, and to see who changed what.",
    howLong: `Until you are no longer staff, or delete your account. The record of what you did is deleted after ${periods.staffYears} years, as is your name beside texts and pictures of that time; beside a consent that you recorded, it stays as long as the consent. The classes you taught are deleted ${periods.sessionYears} years after they were held, and what the site said about you as a trainer ${periods.putBackYears} years after it was taken off. An invitation that nobody accepts is deleted 30 days after its link expires.`,
  },
  {
    what: "The log of the site",
    data: "Which page was asked for, when, and how it went; for an enquiry or a sign-in, that there was one. For a sign-in, a password, a code, a link or a page that was refused, also keyed hashes of the account’s email address and of the network address. No network address, no email address, nothing you typed into a form.",
    why: "To keep the site up, to find faults, and to see when somebody attacks an account.",
    howLong:
      "As long as the server keeps its log. Without the site’s own secret nobody can tell from it that it was you.",
  },
  {
    what: "Counts of attempts",
    data: "How often somebody tried to sign in, to sign up, to change a password or to have a new one, or to type a code, and how many new members have booked from one network, under a keyed hash of the network address, the email address or the account; none of these is kept with it.",
    why: "To stop the guessing of passwords and floods of sign-ups, bookings and emails.",
    howLong: "A day at most from the first attempt; cleared within the hour after.",
  },
];

/** Data Protection Act, 2019 (No. 24 of 2019, Kenya), section 26, and section 40 for erasure. */
const RIGHTS = [
  "to be told what your personal data is used for; this page is meant to do that",
  "to see the personal data that we hold about you; with an account you can download it yourself",
  "to object to our using all or part of it",
  "to have false or misleading data corrected",
  "to have false or misleading data deleted, and data that we no longer have a reason to keep erased (section 40)",
] as const;

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-8 border-t border-ink/20 py-10 lg:grid-cols-[1fr_2fr]">
      <h2 id={id} className="text-[clamp(32px,3.4vw,48px)]">
        {title}
      </h2>
      <div className="max-w-[64ch] space-y-4">{children}</div>
    </section>
  );
}

/** The privacy notice, in the terms of Kenya's Data Protection Act, 2019 (sections 26 and 29). */
function PrivacyNotice({ gym, shown }: { gym: Settings; shown: PrivacyData }) {
  return (
    <Section background="chalk">
      <p className="mb-14 max-w-[60ch] text-xl leading-relaxed">
        We keep as little about you as a gym can. No advertising, no tracking, no data sold or lent to anybody. You can
        read every page of this site without telling us anything.
      </p>

      <Part id="what-we-keep" title="What we keep">
        <ul className="space-y-9">
          {storedData(shown).map(({ what, data, why, howLong }) => (
            <li key={what}>
              <h3 className="text-[26px]">{what}</h3>
              <p className="mt-2">{data}</p>
              <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-[16px]">
                <dt className="font-bold">Why</dt>
                <dd>{why}</dd>
                <dt className="font-bold">How long</dt>
                <dd>{howLong}</dd>
              </dl>
            </li>
          ))}
        </ul>
        <p className="pt-5">
          <strong>What is deleted</strong> can no longer be found anywhere on the site. A copy of it can stay in unused
          space of the database’s file until that space is used again, or until we clear it: write to us if you want
          that. Our backups keep it for a month at most.
        </p>
      </Part>

      <Part id="what-we-do-not-keep" title="What we do not keep">
        <p>
          <strong>Your weight and height.</strong> The body mass index is worked out in your browser and goes nowhere.
          Only where scripts are off, or not there yet, does your browser send the two numbers with its request for the
          page; they are used for that answer, and neither stored nor logged.
        </p>
        <p>
          <strong>The map.</strong> The map on the contact page comes from OpenStreetMap, and only once you scroll near
          it. Your browser then asks its servers for it, so OpenStreetMap learns your network address. Nothing else on
          this site comes from elsewhere. A link to WhatsApp is only that: WhatsApp learns of you when you follow it.
        </p>
        <p>
          <strong>Analytics.</strong> There are none. The one cookie is set when you sign in; if you don’t, there is no
          cookie at all.
        </p>
      </Part>

      <Part id="who-sees-it" title="Who sees it">
        <p>
          The owner and the front desk of the gym, and those who run the server and the mail for them on their
          instructions. If you give a phone number, the desk may write to you on WhatsApp, which then has the number and
          the messages. Nobody else, unless a law of Kenya obliges us.
        </p>
        <p>
          Nothing here is required of you by law. Without an email address and a password there is no account, and
          without a name and {gym.contactBy === "mail" ? "an email address" : "an email address or a phone number"} we
          can’t answer an enquiry; the rest of the site asks for nothing.
        </p>
      </Part>

      <Part id="your-rights" title="Your rights">
        <p>
          You are the data subject, and the Data Protection Act, 2019 gives you these rights (section 26). You have the
          right:
        </p>
        <ul className="list-disc space-y-2 pl-5">
          {RIGHTS.map((right) => (
            <li key={right}>{right}.</li>
          ))}
        </ul>
        <p>
          You may withdraw your consent at any time; what was done before stays lawful. With an account, your{" "}
          <Link to={href("/account")} className={LINK}>
            account page
          </Link>{" "}
          lets you download and delete it. For everything else, write to us. It costs nothing.
        </p>
      </Part>

      <Part id="whom-to-ask" title="Whom to ask">
        <p>
          The data controller is {gym.name}, {gym.street}, {gym.city}.
        </p>
        <p>
          Email{" "}
          <a href={`mailto:${gym.email}`} className={LINK}>
            {gym.email}
          </a>
          , telephone{" "}
          <a href={callAddress(gym.phone)} className={`${LINK} whitespace-nowrap`}>
            {gym.phone}
          </a>
          .
        </p>
        <p>
          If our answer does not satisfy you, you can complain to the Office of the Data Protection Commissioner
          (section 56):{" "}
          <a href="https://www.odpc.go.ke/" className={LINK}>
            odpc.go.ke
          </a>
          .
        </p>
      </Part>
    </Section>
  );
}
