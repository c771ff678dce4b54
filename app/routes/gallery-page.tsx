import { href } from "react-router";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { GalleryGrid } from "../gallery/gallery-grid.tsx";
import { listGalleryPictures } from "../gallery/gallery-pictures.server.ts";
import { isGalleryPage, pageOf } from "../gallery/pages.ts";
import { Pagination } from "../gallery/pagination.tsx";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { pageMeta } from "../seo/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/gallery-page";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const isFirst = loaderData.page === "page-1";
  return pageMeta(matches[0].loaderData, {
    title: isFirst ? "Gallery" : "Gallery, page 2",
    description: isFirst
      ? "The gym in pictures: the floor at night, the plates, the gloves, the bags, the bikes and the ropes."
      : "More of the gym in pictures: the kit, and the people who use it.",
    path: href(`/gallery/${loaderData.page}`),
    share: "gallery",
    shareAlt: "A sprinter comes out of the dark down a corridor of red light.",
  });
}

/** Each page is a route of its own (specification, section 2): the last segment of the path says which. */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const page = pattern.split("/").at(-1);
  if (!isGalleryPage(page)) throw new Error(`No gallery page at the end of the route ${pattern}`);
  const services = context.get(servicesContext);
  const [all, banner] = await Promise.all([
    listGalleryPictures(services),
    findPlacePictures(services, ["banner-gallery"]),
  ]);
  return { page, pictures: all.filter((picture) => pageOf(picture) === page), banner: banner["banner-gallery"] };
}

export default function GalleryPage({ loaderData: { page, pictures, banner } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Inside Nguvu" title="Gallery" photo={banner} />
      <Section background="ink" className="pt-14 md:pt-20">
        <GalleryGrid key={page} pictures={pictures} />
        <div className="mt-12">
          <Pagination current={page} />
        </div>
      </Section>
    </>
  );
}
