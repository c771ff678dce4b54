import { data, href, Link } from "react-router";
import { findPlacePictures, findSiteFacts } from "../../content-types/site-texts.server.ts";
import { capitalized } from "../../platform/text.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { DAYS, dayName } from "../../time/days.ts";
import { Banner } from "../../ui/banner.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { Section } from "../../ui/section.tsx";
import { pageTitle } from "../seo/page-meta.ts";
import type { Route } from "./+types/not-found.route";

export const handle = { publicPage: { isUnlisted: true } } satisfies PublicPageHandle;

/** Without a canonical address or a share picture, as there is no page here. */
export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: pageTitle("Page not found", matches[0].loaderData) },
    { name: "description", content: "There is nothing at this address." },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [{ banner }, facts] = await Promise.all([findPlacePictures(services, ["banner"]), findSiteFacts(services)]);
  const { classes, plans, "lowest price": lowestPrice } = facts;
  const linkDescriptions = {
    classes: classes ? `All ${classes}, with coach, day and time.` : "With coach, day and time.",
    pricing: plans ? `${capitalized(plans)} plans, from ${lowestPrice} a month.` : "What a month costs.",
  };
  return data({ banner, linkDescriptions }, { status: 404 });
}

export default function NotFound({ loaderData: { banner, linkDescriptions } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="404" title="Page not found" photo={banner} />
      <NotFoundLinks {...linkDescriptions} />
    </>
  );
}

/** The links of the not-found page. The same for every unknown address, so that the page is rendered only once. */
function NotFoundLinks({ classes, pricing }: Route.ComponentProps["loaderData"]["linkDescriptions"]) {
  const links = [
    { to: href("/"), name: "Home", description: "Start again from the front door." },
    { to: href("/classes"), name: "Classes", description: classes },
    { to: href("/pricing"), name: "Pricing", description: pricing },
    { to: href("/about"), name: "About", description: "Who we are and where we come from." },
    { to: href("/gallery/page-1"), name: "Gallery", description: "The gym in pictures." },
    { to: href("/contact"), name: "Contact", description: "Ask the front desk." },
  ];
  return (
    <Section background="ink" labelledBy="not-found-links">
      <h2 id="not-found-links" className="title-section">
        Rest day for this address
      </h2>
      <p className="mt-5 max-w-[52ch] text-lg text-ash">
        Nothing is kept here: the link may be old, or a letter of it may have slipped. One of these may be what you came
        for.
      </p>
      <ul className="mt-12 grid border-t-4 border-chalk sm:grid-cols-2 sm:gap-x-12 lg:grid-cols-3">
        {links.map(({ to, name, description }) => (
          <li key={to} className="border-b border-white/15">
            <Link to={to} className="group flex min-h-28 items-center justify-between gap-4 py-5">
              <span>
                <span className="block font-display text-[34px] leading-none font-black uppercase">{name}</span>{" "}
                <span className="mt-2 block text-[16px] text-ash">{description}</span>
              </span>
              <ArrowIcon className="h-4 w-6 shrink-0 text-ember transition-transform group-hover:translate-x-1" />
            </Link>
          </li>
        ))}
      </ul>
      <h3 id="days" className="mt-14 text-[34px]">
        Looking for a day?
      </h3>
      <ul aria-labelledby="days" className="mt-6 grid grid-cols-2 gap-2 md:grid-cols-7">
        {DAYS.map((day) => (
          <li key={day} className="max-md:last:col-span-2">
            <Link
              to={href(`/schedule/${day}`)}
              className="flex min-h-14 items-center justify-center bg-coal text-[15px] font-bold wrap-anywhere transition-colors hover:bg-red hover:text-white"
            >
              {dayName(day)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
