import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { href, Link, redirect } from "react-router";
import type { GalleryPicture } from "../../content-types/pictures.ts";
import { findBanner, findDescription, findNote } from "../../content-types/site-texts.server.ts";
import { listGalleryPictures } from "../../pictures/uploaded-pictures.server.ts";
import { allOf } from "../../platform/all-of.server.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { Picture, pictureUrl } from "../../ui/picture.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { Section } from "../../ui/section.tsx";
import { pageMeta } from "../seo/page-meta.ts";
import type { Route } from "./+types/gallery-page.route";
import { Lightbox } from "./lightbox.tsx";
import { filledRows, GALLERY_PAGES, type GalleryPage, isGalleryPage, picturesOn } from "./pages.ts";

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
 * Each page is a route of its own (specification, section 2): the last segment of the path names it. While all pictures fit
 * on page 1, page 2 redirects there.
 */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const page = pattern.split("/").at(-1);
  if (!isGalleryPage(page)) throw new Error(`No gallery page at the end of the route ${pattern}`);
  const services = context.get(servicesContext);
  const { all, ...content } = await allOf({
    all: listGalleryPictures(services),
    banner: findBanner(services, "gallery"),
    note: findNote(services, "gallery"),
    description: findDescription(services, page === "page-1" ? "gallery" : "gallery-2"),
  });
  const hasPage2 = picturesOn("page-2", all).length > 0;
  if (page === "page-2" && !hasPage2) throw redirect(href("/gallery/page-1"));
  return { ...content, page, pictures: picturesOn(page, all), hasPage2 };
}

export default function Gallery({ loaderData }: Route.ComponentProps) {
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

const SHAPE = "grid size-14 place-items-center font-display text-[26px] font-black transition-colors";

function PageLink({ to, isCurrent = false, children }: { to: GalleryPage; isCurrent?: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        to={href(`/gallery/${to}`)}
        aria-current={isCurrent ? "page" : undefined}
        className={`${SHAPE} ${isCurrent ? "bg-red text-white" : "bg-coal text-chalk hover:bg-iron"}`}
      >
        {children}
      </Link>
    </li>
  );
}

/** Previous arrow, the pages, next arrow; arrows are shown only when such a page exists (specification, section 2). */
function Pagination({ current }: { current: GalleryPage }) {
  const index = GALLERY_PAGES.indexOf(current);
  const previous = GALLERY_PAGES[index - 1];
  const next = GALLERY_PAGES[index + 1];
  return (
    <nav aria-label="Gallery pages">
      <ul className="flex justify-center gap-2">
        {previous && (
          <PageLink to={previous}>
            <ArrowIcon className="h-4 w-6 rotate-180" />
            <span className="sr-only">Previous page</span>
          </PageLink>
        )}
        {GALLERY_PAGES.map((page, index) => (
          <PageLink key={page} to={page} isCurrent={page === current}>
            <span>
              <span className="sr-only">Page </span>
              {index + 1}
            </span>
          </PageLink>
        ))}
        {next && (
          <PageLink to={next}>
            <ArrowIcon className="h-4 w-6" />
            <span className="sr-only">Next page</span>
          </PageLink>
        )}
      </ul>
    </nav>
  );
}

/** The width of the file that a picture links to without JavaScript. */
const LINKED_WIDTH_PX = 1600;

/**
 * A page's pictures in columns (specification, section 2, "Gallery"); with JavaScript they open in a dialog. @param note
 * the invitation
 */
function GalleryGrid({ pictures, note }: { pictures: readonly GalleryPicture[]; note: readonly TextPart[] }) {
  const [visible, setVisible] = useState<number | null>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const { isFirstWide, hasInvitation } = filledRows(pictures.length);
  const isFirstWideOnTablet = pictures.length % 2 === 1 && !hasInvitation;

  const open = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    // A click for a new tab or window opens the file there.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    opener.current = event.currentTarget;
    setVisible(index);
  };
  const close = () => {
    setVisible(null);
    opener.current?.focus();
  };

  if (pictures.length === 0) return <p className="text-lg text-ash">There are no pictures yet.</p>;
  return (
    <>
      <ul data-gallery="" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 lg:gap-4">
        {pictures.map((picture, index) => (
          <li
            key={picture.slug}
            className={
              index === 0
                ? `${isFirstWide ? "lg:col-span-2" : ""} ${isFirstWideOnTablet ? "sm:max-lg:col-span-2" : ""}`
                : undefined
            }
          >
            <a
              href={pictureUrl(picture.photo, LINKED_WIDTH_PX)}
              onClick={(event) => open(event, index)}
              className={`group relative block aspect-4/3 h-full overflow-hidden bg-coal ${isFirstWide && index === 0 ? "lg:aspect-auto" : ""}`}
            >
              <span className="absolute inset-0">
                <Picture
                  photo={picture.photo}
                  sizes={`(width >= 64rem) ${isFirstWide && index === 0 ? 60 : 30}vw, (width >= 40rem) ${isFirstWideOnTablet && index === 0 ? 90 : 45}vw, 90vw`}
                  className="transition-transform duration-500 group-hover:scale-104 group-focus-visible:scale-104"
                />
              </span>
              <span
                aria-hidden="true"
                className="shuka absolute inset-x-0 bottom-0 h-2.5 origin-left scale-x-0 transition-transform duration-300 group-hover:scale-x-100 group-focus-visible:scale-x-100"
              />
            </a>
          </li>
        ))}
        {hasInvitation && (
          <li className={pictures.length % 2 === 0 ? "sm:col-span-2 lg:col-span-1" : undefined}>
            <Invitation note={note} />
          </li>
        )}
      </ul>
      <Lightbox all={pictures} shown={visible} onShow={setVisible} onClose={close} />
    </>
  );
}

/** Fills the last cell of the grid when the pictures leave it free. */
function Invitation({ note }: { note: readonly TextPart[] }) {
  return (
    <div className="relative flex h-full flex-col items-start justify-between gap-6 bg-coal px-7 pt-9 pb-12 xl:px-9">
      <p className="font-display text-[clamp(40px,3.6vw,58px)] leading-[.9] font-black text-balance uppercase">
        <RichText parts={note} linkClass="underline" />
      </p>
      <LinkButton to={href("/contact")}>Come and see it</LinkButton>
      <span aria-hidden="true" className="shuka absolute inset-x-0 bottom-0 h-4.5" />
    </div>
  );
}
