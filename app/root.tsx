import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { Route } from "./+types/root";
import { listGalleryPictures } from "./gallery/gallery-pictures.server.ts";
import { servicesContext, visitorContext } from "./request-context.ts";
import { findSettings } from "./site/settings.server.ts";
import "./styles.css";

const SIDE_PANEL_PICTURES = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(visitorContext);
  const [settings, pictures] = await Promise.all([findSettings(services), listGalleryPictures(services)]);
  return {
    origin: services.config.publicUrl ?? `http://localhost:${services.config.port}`,
    settings,
    panelPictures: pictures.slice(0, SIDE_PANEL_PICTURES).map(({ photo }) => photo),
    visitor: visitor && { email: visitor.email, savedShows: visitor.savedShows },
  };
}

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en-KE">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b0b0c" />
        <Meta />
        <Links />
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
  return <Outlet />;
}
