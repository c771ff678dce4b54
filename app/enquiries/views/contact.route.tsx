import { href, redirect } from "react-router";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { hoursOnContactPage } from "../../content-types/opening-hours.ts";
import { settingsType } from "../../content-types/settings.ts";
import { findBanner, findDescription, findSections, findThanks } from "../../content-types/site-texts.server.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { chosenClass, offeredClasses } from "../../site/classes/offered-classes.ts";
import { describeGym } from "../../site/seo/page-data.server.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { Band } from "../../ui/section.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";
import { recordEnquiry } from "../enquiries.server.ts";
import { enquirySchema } from "../enquiry.ts";
import { honeypotSchema, isSuspect, pageStamp } from "../honeypot.server.ts";
import { ENQUIRY_MESSAGES } from "../messages.ts";
import type { Route } from "./+types/contact.route";
import { ContactDetails } from "./contact-details.tsx";
import { EnquiryConfirmation } from "./enquiry-confirmation.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";
import { GymMap } from "./gym-map.tsx";

/** The offered classes are content, so a page with a chosen class is rendered for each request. */
export const handle = {
  publicPage: { searchParams: { sent: ["1"] }, personalSearchParams: ["class"] },
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
  const [banner, description, texts, classes, { contactClasses }, structuredData] = await Promise.all([
    findBanner(services, "contact"),
    findDescription(services, "contact"),
    findSections(services, ["contact-place", "contact-form"]),
    listEntries(services, classType),
    findSingleEntry(services, settingsType),
    describeGym(services),
  ]);
  const chosen = chosenClass(classes, query.get("class"));
  const about = classes.find(({ slug }) => slug === chosen)?.title;
  return {
    banner,
    description,
    structuredData,
    texts,
    thanks: query.get("sent") === "1" ? await findThanks(services, about) : undefined,
    chosen,
    classes: offeredClasses(classes, contactClasses, chosen),
    stamp: pageStamp(services),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  // When the database doesn't respond, the form is read all the same, so that it can be returned as it was typed.
  const classes = await listEntries(services, classType).catch(() => undefined);
  const slugs = classes?.map(({ slug }) => slug) ?? settingsType.fields.contactClasses.fallback ?? [];
  const form = await readForm(request, enquirySchema(slugs).extend(honeypotSchema.shape));
  if (!form.ok) return formResponse(form, ENQUIRY_MESSAGES);
  const { website, stamp, elapsed, ...enquiry } = form.values;
  return withFormReturnedOnError(services.log, form.typed, async () => {
    await recordEnquiry(services, enquiry, {
      classTitle: classes?.find(({ slug }) => slug === enquiry.class)?.title,
      isSuspect: isSuspect(services, { website, stamp, elapsed }),
    });
    // Only the class is in the URL, for the confirmation; nothing personal is.
    const about = enquiry.class === "" ? "" : `&class=${enquiry.class}`;
    return redirect(`${href("/contact")}?sent=1${about}#thanks`, 303);
  });
}

export default function ContactUs({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { banner, texts, thanks, classes, chosen, stamp } = loaderData;
  const { settings, closures = [] } = matches[0].loaderData;
  return (
    <>
      <Banner {...banner} title="Contact Us" />
      <div className="grid lg:grid-cols-2">
        <div className="bg-chalk px-gutter py-section on-light">
          <ContactDetails
            text={texts["contact-place"]}
            settings={settings}
            hours={hoursOnContactPage(settings)}
            closures={closures}
            social={<SocialLinks addresses={settings} owner={settings.name} className="-ml-3 gap-1" />}
          />
        </div>
        <div className="bg-coal px-gutter py-section lg:px-[clamp(40px,4.4vw,80px)]">
          {thanks ? (
            <EnquiryConfirmation thanks={thanks} />
          ) : (
            <EnquiryForm
              text={texts["contact-form"]}
              classes={classes}
              chosen={chosen}
              stamp={stamp}
              returnedForm={actionData}
            />
          )}
        </div>
      </div>
      <Band />
      <GymMap settings={settings} />
    </>
  );
}
