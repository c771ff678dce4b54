import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../site/page-meta.ts";
import { findPlacePictures } from "../site/settings.server.ts";
import type { Route } from "./+types/gallery-page";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: "Gallery",
    description: "The gym in pictures: the floor, the weights, the ring and the people.",
    origin: matches[0].loaderData.origin,
    path: "/gallery/page-1",
    share: "gallery",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return { pictures: await findPlacePictures(services, ["banner-gallery"]) };
}

export default function GalleryPage() {
  return (
    <main>
      <h1>Gallery</h1>
    </main>
  );
}
