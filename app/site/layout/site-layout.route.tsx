/** The frame of every page for visitors. The console has its own, so neither the frame nor its styles are in the root. */

import { type ReactNode, Suspense } from "react";
import { href, Link, Outlet, useRouteLoaderData } from "react-router";
import { SignInSync } from "../../accounts/views/sign-in-sync.tsx";
import { splitHoursLine } from "../../content-types/weekly-opening-hours.ts";
import { LiveRegion, MAIN_ID } from "../../forms/live-region.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Band } from "../../ui/section.tsx";
import { SocialLinks } from "../../ui/social-links.tsx";
import styles from "../../ui/styles.css?url";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/site-layout.route";
import { destinations } from "./destinations.ts";
import { ErrorPage, faultOf } from "./error-page.tsx";
import { Header, InfoPanel, MobileMenu } from "./header.tsx";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export default function SiteFrame({ matches }: Route.ComponentProps) {
  return (
    <SiteLayout {...matches[0].loaderData}>
      <Outlet />
      <SignInSync />
    </SiteLayout>
  );
}

/** The error page. The site's layout is shown if its data was loaded; loading it may be what failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof rootLoader>("root");
  const page = <ErrorPage fault={faultOf(error)} gym={data?.settings} hasLogo={data === undefined} />;
  return data ? <SiteLayout {...data}>{page}</SiteLayout> : <main>{page}</main>;
}

type SiteData = Awaited<ReturnType<typeof rootLoader>>;

/** The layout around the content of every page (specification, section 2: "a shared layout with a common header"). */
function SiteLayout({
  settings,
  panelPictures,
  isSignedIn,
  closures,
  notice,
  children,
}: SiteData & { children: ReactNode }) {
  return (
    <>
      <a
        href={`#${MAIN_ID}`}
        className="z-50 rounded-edge bg-white font-bold text-ink not-focus:sr-only focus:fixed focus:top-2 focus:left-2 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <Header gym={settings} isSignedIn={isSignedIn} />
      <p className="hidden pb-4 font-bold print:block">
        {`${settings.name}, ${settings.street}, ${settings.city}, ${settings.phone}`}
      </p>
      {notice && <Notice {...notice} />}
      <main id={MAIN_ID} tabIndex={-1} className="outline-none">
        {children}
      </main>
      {/* React hydrates these after the page. */}
      <Suspense>
        <Footer isSignedIn={isSignedIn} settings={settings} closures={closures} />
        <MobileMenu isSignedIn={isSignedIn} settings={settings} />
        <InfoPanel settings={settings} pictures={panelPictures} />
      </Suspense>
      <LiveRegion />
    </>
  );
}

/** The gym's line for today. A tab can stay open for hours and keep this data, so the notice ends by the visitor's clock. */
function Notice({ text, until }: NonNullable<SiteData["notice"]>) {
  if (useHydrated() && Date.now() >= until) return null;
  return (
    <section
      aria-label="Notice"
      className="border-b-4 border-red bg-ink px-gutter pt-20 print:mb-6 print:pt-0 pb-4 font-bold wrap-anywhere text-white"
    >
      {text}
    </section>
  );
}

const LINK = "inline-flex min-h-11 items-center underline-offset-4 hover:text-white hover:underline";

const RULED = "border-b border-white/14 py-2 md:py-2.5";

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-3 text-[30px] font-black md:mb-5 text-white">{title}</h2>
      {children}
    </div>
  );
}

function DaysAndTimes({ line }: { line: string }) {
  const [days, times] = splitHoursLine(line);
  return (
    <li className={`flex flex-wrap items-baseline justify-between gap-x-4 ${RULED}`}>
      <span className="whitespace-nowrap">{days}</span>{" "}
      <span className="font-display text-[22px] leading-5 font-black whitespace-nowrap text-white">{times}</span>
    </li>
  );
}

type FooterProps = Pick<SiteData, "isSignedIn" | "settings"> & { closures: SiteData["closures"] };

/** The foot of every page (specification, section 2, "Footer"). */
function Footer({ isSignedIn, settings, closures }: FooterProps) {
  return (
    <footer className="bg-ink text-[16px] text-ash">
      <Band />
      <div className="grid gap-x-[clamp(40px,6vw,110px)] gap-y-9 px-gutter md:gap-y-12 pt-[clamp(56px,6vw,96px)] pb-14 md:grid-cols-2 xl:grid-cols-[1.3fr_.9fr_minmax(280px,1.1fr)_1fr]">
        <div className="max-w-[38ch]">
          <Logo word={settings.logoWord} className="text-[44px] text-white" />
          <p className="mt-5">{settings.tagline}</p>
          <SocialLinks profiles={settings} className="mt-6 gap-2 text-white *:bg-iron" />
        </div>
        <Column title="Our Classes">
          <ul className="max-md:grid max-md:grid-cols-2 max-md:gap-x-5">
            {settings.footerClasses.map((line) => (
              <li key={line} className={RULED}>
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
              <li key={line} className={`${RULED} font-bold text-white`}>
                {line}
              </li>
            ))}
          </ul>
        </Column>
        <Column title="Come by">
          <p className={RULED}>{settings.street}</p>
          <p className={RULED}>{settings.city}</p>
        </Column>
      </div>
      {/* All destinations: where the menu can't open, a phone has no other links to some of them. */}
      <nav aria-label="Footer" className="border-t border-white/14 px-gutter py-3">
        <ul className="grid grid-cols-3 gap-x-6 sm:flex sm:flex-wrap">
          {destinations(isSignedIn).map((destination) => (
            <li key={destination.label}>
              <Link to={destination.to} className={LINK}>
                {destination.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-white/14 px-gutter py-3 text-[15px]">
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
