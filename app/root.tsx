import { useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from "react-router";
import icon from "../photos/brand/mark-small.svg?inline";
import type { Route } from "./+types/root";
import { VisitorWatch } from "./accounts/session-sync.tsx";
import { findSettings } from "./content/settings.server.ts";
import displayFont from "./fonts/big-shoulders-display.woff2?url";
import textFont from "./fonts/manrope.woff2?url";
import { listGalleryPictures } from "./gallery/gallery-pictures.server.ts";
import { FaultPage } from "./layout/error-page.tsx";
import { isSamePage } from "./layout/new-page.ts";
import { Frame } from "./layout/site-layout.tsx";
import { siteOrigin } from "./platform/config.ts";
import { servicesContext, visitorContext } from "./request-context.ts";
import { useScripted } from "./ui/use-hydrated.ts";
import "./styles.css";

const SIDE_PANEL_PICTURES = 6;

export function links(): Route.LinkDescriptors {
  // A font is always fetched without credentials, and a preload must ask the same way to be of use.
  const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
  return [
    { ...font, href: displayFont },
    { ...font, href: textFont },
    { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
    // In the page itself: a request of its own would cost a phone more than the mark's 200 bytes.
    { rel: "icon", href: icon, type: "image/svg+xml" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(visitorContext);
  const [settings, pictures] = await Promise.all([findSettings(services), listGalleryPictures(services)]);
  return {
    origin: siteOrigin(services.config),
    settings,
    panelPictures: pictures.slice(0, SIDE_PANEL_PICTURES).map(({ photo }) => photo),
    visitor: visitor && { email: visitor.email, savedShows: visitor.savedShows },
  };
}

/** Showing more or less of the same page asks for nothing anew; everything else does, forms and news of the visitor too. */
export function shouldRevalidate(move: ShouldRevalidateFunctionArgs): boolean {
  return isSamePage(move) ? false : move.defaultShouldRevalidate;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const isScripted = useScripted();
  return (
    <html lang="en-KE">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b0b0c" />
        <Meta />
        <Links />
        {/* Only who keeps using the site may want it on her home screen, so the first view needn't wait for this file. */}
        {isScripted && <link rel="manifest" href="/manifest.webmanifest" />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App({ loaderData: { settings, panelPictures, visitor } }: Route.ComponentProps) {
  useEffect(() => {
    // Says that script has taken over, for tests that need it.
    document.documentElement.dataset.hydrated = "true";
  }, []);
  return (
    <Frame settings={settings} panelPictures={panelPictures} isSignedIn={visitor !== null}>
      <Outlet />
      <VisitorWatch visitor={visitor?.email ?? null} />
    </Frame>
  );
}

/** Whatever a page could not answer. Its frame is shown when its data is there; it may be what failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("root");
  const fault = isRouteErrorResponse(error) && error.status === 404 ? "not-found" : "ours";
  const page = <FaultPage fault={fault} gym={data?.settings.name} />;
  if (!data) return <main>{page}</main>;
  return (
    <Frame settings={data.settings} panelPictures={data.panelPictures} isSignedIn={data.visitor !== null}>
      {page}
    </Frame>
  );
}
