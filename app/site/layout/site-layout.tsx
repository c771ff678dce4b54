import type { ReactNode } from "react";
import type { Settings } from "../../content-types/settings.ts";
import { LiveRegion, MAIN_ID } from "../../forms/live-region.tsx";
import type { PhotoView } from "../../ui/picture.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { InfoPanel } from "./info-panel.tsx";
import { MobileMenu } from "./mobile-menu.tsx";

/** The layout around the content of every page (specification, section 2: "a shared layout with a common header"). */
export function SiteLayout({
  settings,
  panelPictures,
  isSignedIn,
  closures,
  children,
}: {
  settings: Settings;
  closures?: readonly string[];
  panelPictures: readonly PhotoView[];
  isSignedIn: boolean;
  children: ReactNode;
}) {
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
