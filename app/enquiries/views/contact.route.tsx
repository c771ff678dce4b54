import type { ReactNode } from "react";
import { href, redirect } from "react-router";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { planPeriod } from "../../content-types/plan-period.ts";
import { type Settings, settingsType } from "../../content-types/settings.ts";
import {
  findBanner,
  findDescription,
  findSections,
  findThanks,
  listPublicPlans,
} from "../../content-types/site-texts.server.ts";
import { allOf } from "../../platform/all-of.server.ts";
import type { Services } from "../../platform/services.ts";
import { formAction, type SentForm } from "../../request/form-action.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { describeGym } from "../../site/seo/page-data.server.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { dayAndDate } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { isSessionId } from "../../timetable/addresses.server.ts";
import { findClassSession } from "../../timetable/class-sessions.server.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Band, SectionHeading } from "../../ui/section.tsx";
import { recordEnquiry } from "../enquiries.server.ts";
import { chosenClass, enquirySchema, offeredClasses } from "../enquiry.ts";
import { honeypotSchema, isSuspect, pageStamp } from "../honeypot.server.ts";
import { answerSentence } from "../messages.ts";
import { ENQUIRY_PROBLEMS } from "../problems.ts";
import { decryptReplyContact, encryptReplyContact, type ReplyContact } from "../reply-contact.server.ts";
import type { Route } from "./+types/contact.route";
import { ContactDetails, GymMap } from "./contact-details.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";

/**
 * The offered classes are content, so a page with a chosen class, session or plan is rendered for each request. `by` is
 * personal.
 */
export const handle = {
  publicPage: { searchParams: { sent: ["1"] }, personalSearchParams: ["class", "session", "plan", "by"] },
} satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta(matches[0].loaderData, {
    title: "Contact Us",
    description: loaderData.description,
    structuredData: loaderData.structuredData,
    path: "/contact",
    share: "contact",
    shareAlt: "A man at the bottom of a squat, the bar across his shoulders.",
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = new URL(request.url).searchParams;
  const { classes, settings, ...content } = await allOf({
    banner: findBanner(services, "contact"),
    description: findDescription(services, "contact"),
    texts: findSections(services, ["contact-place", "contact-form"]),
    classes: listEntries(services, classType),
    settings: findSingleEntry(services, settingsType),
    structuredData: describeGym(services),
  });
  const chosen = chosenClass(classes, query.get("class"));
  const about = classes.find(({ slug }) => slug === chosen)?.title;
  const comment = await commentAbout(services, query);
  return {
    ...content,
    comment,
    /** A visitor with a chosen class or plan sees the fields first. */
    isFormFirst: chosen !== "" || comment !== "",
    thanks:
      query.get("sent") === "1"
        ? withAnswerSentence(await findThanks(services, about), decryptReplyContact(services, query.get("by")))
        : undefined,
    isPhoneEnough: isPhoneEnough(settings),
    chosen,
    classes: offeredClasses(classes, settings.contactClasses, chosen),
    stamp: pageStamp(services),
  };
}

/** The comment's first sentence, about the session or plan in the address; empty when there is neither. */
async function commentAbout(services: Services, query: URLSearchParams): Promise<string> {
  const plan = (await listPublicPlans(services)).find(({ slug }) => slug === query.get("plan"));
  if (plan !== undefined) return `I would like ${plan.name}, ${moneyText(plan.price)} ${planPeriod(plan)}.`;
  const id = query.get("session") ?? "";
  const session = isSessionId(id) ? await findClassSession(services, id) : undefined;
  if (session?.state !== "scheduled" || session.endsAt <= services.now().toISOString()) return "";
  return `I would like to come to ${session.className} on ${dayAndDate(session.date)} at ${session.time.from}.`;
}

function isPhoneEnough({ contactBy }: Pick<Settings, "contactBy">): boolean {
  return contactBy === "mail or phone";
}

const MAILED_REPLY = "written-reply";

/** The thanks, with how the gym will answer. Visitors without an address are promised no email. */
function withAnswerSentence(thanks: Awaited<ReturnType<typeof findThanks>>, contact: ReplyContact | undefined) {
  if (contact === undefined) return { ...thanks, way: undefined };
  const nextSteps = thanks.nextSteps.filter(({ slug }) => contact.email !== "" || slug !== MAILED_REPLY);
  return { ...thanks, nextSteps, way: answerSentence(contact) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  // Read even when the database doesn't respond, so that the form can be returned as typed.
  const classes = await listEntries(services, classType).catch(() => undefined);
  const slugs = classes?.map(({ slug }) => slug) ?? settingsType.fields.contactClasses.fallback ?? [];
  const settings = await findSingleEntry(services, settingsType).catch(() => undefined);
  const rules = { isPhoneEnough: settings !== undefined && isPhoneEnough(settings) };
  const schema = enquirySchema(slugs, rules).safeExtend(honeypotSchema.shape);
  const work = async ({ values: { subject, stamp, elapsed, ...enquiry } }: SentForm<typeof schema>) => {
    await recordEnquiry(services, enquiry, {
      classTitle: classes?.find(({ slug }) => slug === enquiry.class)?.title,
      isSuspect: isSuspect(services, { subject, stamp, elapsed }),
    });
    // Only the class is in the URL, for the confirmation; nothing personal can be read there.
    const about = enquiry.class === "" ? "" : `&class=${enquiry.class}`;
    const by = rules.isPhoneEnough ? `&by=${encryptReplyContact(services, enquiry)}` : "";
    return redirect(`${href("/contact")}?sent=1${about}${by}#thanks`, 303);
  };
  return formAction({ context, request }, schema, work, ENQUIRY_PROBLEMS);
}

export default function ContactUs({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { banner, texts, thanks, isFormFirst } = loaderData;
  const { settings, closures = [] } = matches[0].loaderData;
  const details = (
    <div key="details" className={`bg-chalk px-gutter py-section on-light ${isFormFirst ? "md:pt-12" : ""}`}>
      <ContactDetails text={texts["contact-place"]} settings={settings} closures={closures} />
    </div>
  );
  const form = (
    <div
      key="form"
      className={`bg-coal px-gutter ${thanks ? "" : "print:hidden"} ${isFormFirst ? "pt-8 pb-section md:pt-12" : "py-section"}`}
    >
      {thanks ? (
        <EnquiryConfirmation thanks={thanks} />
      ) : (
        <EnquiryForm {...loaderData} text={texts["contact-form"]} returnedForm={actionData} />
      )}
    </div>
  );
  return (
    <>
      <Banner eyebrow={banner.eyebrow} title="Contact Us" photo={isFormFirst ? undefined : banner.photo} />
      <div className="grid lg:grid-cols-2">{isFormFirst ? [form, details] : [details, form]}</div>
      <Band />
      <GymMap settings={settings} />
    </>
  );
}

/** The padding enlarges the target of a tap without moving a line. */
const LINK =
  "-my-2.5 inline-block py-2.5 font-bold whitespace-nowrap text-white underline decoration-2 underline-offset-6 hover:text-ember";

function EnquiryConfirmation({ thanks }: { thanks: NonNullable<Route.ComponentProps["loaderData"]["thanks"]> }) {
  return (
    <>
      <div data-outcome="" id="thanks" className="outline-none">
        <SectionHeading eyebrow={thanks.eyebrow}>{thanks.title}</SectionHeading>
        <p className="mt-6 max-w-[42ch] text-lg text-ash">
          <RichText parts={thanks.text} linkClass={LINK} />
        </p>
        {thanks.way && <p className="mt-4 max-w-[42ch] text-lg font-bold wrap-anywhere">{thanks.way}</p>}
      </div>
      {thanks.nextSteps.length > 0 && (
        <>
          <h3 className="mt-12 text-[34px]">{thanks.nextTitle}</h3>
          <ul className="mt-6 border-b border-white/15">
            {thanks.nextSteps.map(({ slug, title, text }) => (
              <NextStep key={slug} title={title}>
                <p>
                  <RichText parts={text} linkClass={LINK} />
                </p>
              </NextStep>
            ))}
          </ul>
        </>
      )}
      <div className="mt-10 grid gap-3.5 md:max-lg:grid-cols-[auto_auto_auto]">
        <LinkButton to={href("/classes")}>our classes</LinkButton>{" "}
        <LinkButton to={href("/first-visit")} tone="ghost">
          your first visit
        </LinkButton>{" "}
        <LinkButton to={href("/contact")} tone="ghost">
          write again
        </LinkButton>
      </div>
    </>
  );
}

function NextStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-5 border-t border-white/15 py-6.5">
      <span aria-hidden="true" className="shuka mt-1.5 size-3 shrink-0" />
      <div>
        <h4 className="font-display text-[26px] leading-none font-black uppercase">{title}</h4>
        <div className="mt-2 text-[16px] text-ash">{children}</div>
      </div>
    </li>
  );
}
