import { href, Link } from "react-router";
import { DAYS, dayName } from "../../time/days.ts";
import { ArrowIcon } from "../../ui/icons.tsx";
import { Section } from "../../ui/section.tsx";

/** The texts under two of the links, with facts about the gym. */
export type LinkDescriptions = { classes: string; pricing: string };

function links(descriptions: LinkDescriptions) {
  return [
    { to: href("/"), name: "Home", description: "Start again from the front door." },
    { to: href("/classes"), name: "Classes", description: descriptions.classes },
    { to: href("/pricing"), name: "Pricing", description: descriptions.pricing },
    { to: href("/about"), name: "About", description: "Who we are and where we come from." },
    { to: href("/gallery/page-1"), name: "Gallery", description: "The gym in pictures." },
    { to: href("/contact"), name: "Contact", description: "Ask the front desk." },
  ];
}

/** The links of the not-found page. The same for every unknown address, so that the page is rendered only once. */
export function NotFoundLinks({ descriptions }: { descriptions: LinkDescriptions }) {
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
        {links(descriptions).map(({ to, name, description }) => (
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
