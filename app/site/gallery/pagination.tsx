import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { ArrowIcon } from "../../ui/icons.tsx";
import { GALLERY_PAGES, type GalleryPage } from "./pages.ts";

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

/** Previous arrow, the pages, next arrow; an arrow is shown only when there is such a page (specification, section 2). */
export function Pagination({ current }: { current: GalleryPage }) {
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
