import { useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import icon from "../photos/brand/mark-small.svg?inline";
import type { Route } from "./+types/root";
import { isSignedInContext } from "./accounts/visitor-context.ts";
import { findSingleEntry } from "./cms/entries.server.ts";
import { findNotice } from "./content-types/notice.server.ts";
import { logoWordOf, settingsType } from "./content-types/settings.ts";
import { listGalleryPictures } from "./pictures/uploaded-pictures.server.ts";
import { siteOrigin } from "./platform/config.ts";
import { servicesContext } from "./request/request-context.ts";
import { ErrorPage, faultOf } from "./site/layout/error-page.tsx";
import { listClosureLines } from "./timetable/closures.server.ts";
import displayFont from "./ui/fonts/big-shoulders-display.woff2?url";
import textFont from "./ui/fonts/manrope.woff2?url";
import styles from "./ui/styles.css?url";
import { useHydrated } from "./ui/use-hydrated.ts";

const INFO_PANEL_PICTURES = 6;

export function links(): Route.LinkDescriptors {
  // Fonts are always requested without credentials, and a preload is only used if it is requested the same way.
  const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
  return [
    { ...font, href: displayFont },
    { ...font, href: textFont },
    { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
    // Inlined: a separate request would cost a phone more than the mark's 200 bytes.
    { rel: "icon", href: icon, type: "image/svg+xml" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [settings, pictures, closures, notice] = await Promise.all([
    findSingleEntry(services, settingsType),
    listGalleryPictures(services),
    listClosureLines(services),
    findNotice(services),
  ]);
  return {
    origin: siteOrigin(services.config),
    settings: { ...settings, logoWord: logoWordOf(settings) },
    panelPictures: pictures.slice(0, INFO_PANEL_PICTURES).map(({ photo }) => photo),
    isSignedIn: context.get(isSignedInContext),
    // Part of every page's data, but rare: left out when empty.
    ...(closures.length > 0 && { closures }),
    ...(notice !== undefined && { notice }),
  };
}

export function Layout({ children }: { children: React.ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <html lang="en-KE">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b0b0c" />
        <Meta />
        <Links />
        {/* Only needed to install the site, so the first view doesn't wait for this file. */}
        {isHydrated && <link rel="manifest" href="/manifest.webmanifest" />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => {
    // Marks the page as hydrated, for tests.
    document.documentElement.dataset.hydrated = "true";
  }, []);
  return <Outlet />;
}

/** The error page when neither the site's frame nor the console's can be shown. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <link rel="stylesheet" href={styles} />
      <ErrorPage fault={faultOf(error)} gym={loaderData?.settings} hasLogo />
    </main>
  );
}
