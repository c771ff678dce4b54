import type { Catalogue } from "../../content-types/catalogue.ts";

const OWN_PAGES: Partial<Record<keyof Catalogue, string>> = { class: "/classes/" };

/** The address of an entry's own page; undefined for types without such pages. */
export function ownPage(type: string, slug: string): string | undefined {
  const start = OWN_PAGES[type as keyof Catalogue];
  return start && start + slug;
}

export function previewPages(type: string, slug: string): Readonly<Record<string, string>> {
  const own = ownPage(type, slug);
  return { ...(own && { [own]: "Own page" }), ...PAGES };
}

const PAGES: Readonly<Record<string, string>> = {
  "/": "Home",
  "/about": "About",
  "/classes?show=all": "Classes",
  "/schedule/monday": "Schedule",
  "/pricing": "Pricing",
  "/first-visit": "Your first visit",
  "/gallery/page-1": "Gallery",
  "/contact": "Contact",
  "/contact?sent=1": "Thank you",
  "/login": "Sign In",
};

/** Types whose preview begins on another page than Home. */
const FIRST_PAGE: Partial<Record<keyof Catalogue, string>> = {
  plan: "/pricing",
  question: "/pricing",
  "visit-question": "/first-visit",
  milestone: "/about",
  thanks: "/contact?sent=1",
  "next-step": "/contact?sent=1",
  "gallery-picture": "/gallery/page-1",
};

export function firstPreviewPage(type: string, slug: string): string {
  return ownPage(type, slug) ?? FIRST_PAGE[type as keyof Catalogue] ?? "/";
}
