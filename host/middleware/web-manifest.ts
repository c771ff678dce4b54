/** The web app manifest, used by browsers to install the site under the gym's current name. */
import { findSingleEntry } from "../../app/cms/entries.server.ts";
import { logoWordOf, settingsType } from "../../app/content-types/settings.ts";
import type { Services } from "../../app/platform/services.ts";

export const MANIFEST_PATH = "/manifest.webmanifest";

const INK = "#0b0b0c";

const ICONS = [
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
  { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
];

/** Responds with the manifest (W3C, Web Application Manifest). It depends only on the content. */
export async function webManifest(services: Services): Promise<Response> {
  const settings = await findSingleEntry(services, settingsType);
  const { name, tagline } = settings;
  const manifest = {
    name,
    short_name: logoWordOf(settings),
    description: tagline,
    lang: "en-KE",
    ...{ start_url: "/", scope: "/", display: "minimal-ui" },
    ...{ background_color: INK, theme_color: INK },
    icons: ICONS,
  };
  return new Response(JSON.stringify(manifest), { headers: { "Content-Type": "application/manifest+json" } });
}
