/** The frame of every page for visitors. The console has another one, so neither the frame nor its styles are the root's. */

import type { ReactNode } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import { SignInSync } from "../../accounts/views/sign-in-sync.tsx";
import { LiveRegion, MAIN_ID } from "../../forms/live-region.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import styles from "../../ui/styles.css?url";
import type { Route } from "./+types/site-layout.route";
import { ErrorPage, faultOf } from "./error-page.tsx";
import { Footer } from "./footer.tsx";
import { Header, InfoPanel, MobileMenu } from "./header.tsx";

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

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
  const page = <ErrorPage fault={faultOf(error)} gym={data?.settings.name} />;
  return data ? <SiteLayout {...data}>{page}</SiteLayout> : <main>{page}</main>;
}

type SiteData = Awaited<ReturnType<typeof rootLoader>>;

/** The layout around the content of every page (specification, section 2: "a shared layout with a common header"). */
function SiteLayout({ settings, panelPictures, isSignedIn, closures, children }: SiteData & { children: ReactNode }) {
  return (
    <>
      <a
        href={`#${MAIN_ID}`}
        className="z-50 rounded-edge bg-white font-bold text-ink not-focus:sr-only focus:fixed focus:top-2 focus:left-2 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <Header gym={settings.name} isSignedIn={isSignedIn} />
      <p className="hidden pb-4 font-bold print:block">
        {`${settings.name}, ${settings.street}, ${settings.city}, ${settings.phone}`}
      </p>
      <main id={MAIN_ID} tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer isSignedIn={isSignedIn} settings={settings} closures={closures} />
      <MobileMenu isSignedIn={isSignedIn} settings={settings} />
      <InfoPanel settings={settings} pictures={panelPictures} />
      <LiveRegion />
    </>
  );
}
