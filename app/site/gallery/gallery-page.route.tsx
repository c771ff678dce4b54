import { href, redirect } from "react-router";
import { findBanner, findDescription, findNote } from "../../content-types/site-texts.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { Section } from "../../ui/section.tsx";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/gallery-page.route";
import { GalleryGrid } from "./gallery-grid.tsx";
import { listGalleryPictures } from "./gallery-pictures.server.ts";
import { isGalleryPage, picturesOn } from "./pages.ts";
import { Pagination } from "./pagination.tsx";

export const handle = { publicPage: {} } satisfies PublicPageHandle;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const isFirst = loaderData.page === "page-1";
  return pageMeta(matches[0].loaderData, {
    title: isFirst ? "Gallery" : "Gallery, page 2",
    description: loaderData.description,
    path: href(`/gallery/${loaderData.page}`),
    share: "gallery",
    shareAlt: "A sprinter comes out of the dark down a corridor of red light.",
  });
}

/**
 * Each page is a route of its own (specification, section 2): the last segment of the path says which. While all pictures fit
 * on page 1, page 2 leads there.
 */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const page = pattern.split("/").at(-1);
  if (!isGalleryPage(page)) throw new Error(`No gallery page at the end of the route ${pattern}`);
  const services = context.get(servicesContext);
  const [all, banner, note, description] = await Promise.all([
    listGalleryPictures(services),
    findBanner(services, "gallery"),
    findNote(services, "gallery"),
    findDescription(services, page === "page-1" ? "gallery" : "gallery-2"),
  ]);
  const hasPage2 = picturesOn("page-2", all).length > 0;
  if (page === "page-2" && !hasPage2) throw redirect(href("/gallery/page-1"));
  return { page, pictures: picturesOn(page, all), hasPage2, banner, note, description };
}

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  const { page, pictures, hasPage2, banner, note } = loaderData;
  return (
    <>
      <Banner {...banner} title="Gallery" />
      <Section background="ink" className="pt-14 md:pt-20">
        <GalleryGrid key={page} pictures={pictures} note={note} />
        {hasPage2 && (
          <div className="mt-12">
            <Pagination current={page} />
          </div>
        )}
      </Section>
    </>
  );
}
