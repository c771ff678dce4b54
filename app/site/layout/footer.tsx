import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { Settings } from "../../content-types/settings.ts";
import { Logo } from "../../ui/logo.tsx";
import { Band } from "../../ui/section.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";
import { destinations } from "./destinations.ts";

const LINK = "inline-flex min-h-11 items-center underline-offset-4 hover:text-white hover:underline";

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-3 text-[30px] font-black md:mb-5 text-white">{title}</h2>
      {children}
    </div>
  );
}

/** "Monday-Friday 7:00am-21:00pm" → its days and its times, for two columns. */
function DaysAndTimes({ line }: { line: string }) {
  const space = line.indexOf(" ");
  const days = space === -1 ? line : line.slice(0, space);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-white/14 py-2.5">
      <span className="whitespace-nowrap">{days}</span>{" "}
      <span className="font-display text-[22px] leading-tight font-black whitespace-nowrap text-white">
        {line.slice(days.length + 1)}
      </span>
    </li>
  );
}

type FooterProps = {
  isSignedIn: boolean;
  settings: Settings;
  /** A line for each closure of the next days. */
  closures: readonly string[] | undefined;
};

/** The foot of every page (specification, section 2, "Footer"). */
export function Footer({ isSignedIn, settings, closures }: FooterProps) {
  return (
    <footer className="bg-ink text-[16px] text-ash">
      <Band />
      <div className="grid gap-x-[clamp(40px,6vw,110px)] gap-y-9 px-gutter md:gap-y-12 pt-[clamp(56px,6vw,96px)] pb-14 md:grid-cols-2 xl:grid-cols-[1.3fr_.9fr_minmax(280px,1.1fr)_1fr]">
        <div className="max-w-[38ch]">
          <Logo className="text-[44px] text-white" />
          <p className="mt-5">{settings.tagline}</p>
          <SocialLinks profiles={settings} className="mt-6 gap-2 text-white *:bg-iron" />
        </div>
        <Column title="Our Classes">
          <ul className="max-md:grid max-md:grid-cols-2 max-md:gap-x-5">
            {settings.footerClasses.map((line) => (
              <li key={line} className="border-b border-white/14 py-2.5">
                {line}
              </li>
            ))}
          </ul>
        </Column>
        <Column title="Working Hours">
          <ul>
            {settings.footerHours.map((line) => (
              <DaysAndTimes key={line} line={line} />
            ))}
            {closures?.map((line) => (
              <li key={line} className="border-b border-white/14 py-2.5 font-bold text-white">
                {line}
              </li>
            ))}
          </ul>
        </Column>
        <Column title="Come by">
          <p className="pt-2.5">
            {settings.street}
            <br />
            {settings.city}
          </p>
          {/* All destinations: a phone has no other links to some of them where the menu can't open. */}
          <nav aria-label="Footer" className="mt-2">
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.2rem,1fr))] gap-x-4">
              {destinations(isSignedIn).map((destination) => (
                <li key={destination.to}>
                  <Link to={destination.to} className={LINK}>
                    {destination.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </Column>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-white/14 px-gutter py-3 text-[15px]">
        <p>
          {settings.name}, {settings.city}
        </p>
        <Link to={href("/privacy")} className={LINK}>
          Privacy
        </Link>
      </div>
    </footer>
  );
}
