/** The pages on which visitors see the entries of a type, for previews: the first one is shown first. */
import type { Catalogue } from "../../content/catalogue.ts";

/** The pages of the site that a preview can show, by their addresses. */
export const PREVIEW_PAGES: Readonly<Record<string, string>> = {
  "/": "Home",
  "/about": "About",
  "/classes?show=all": "Classes",
  "/schedule/monday": "Schedule",
  "/pricing": "Pricing",
  "/gallery/page-1": "Gallery",
  "/contact": "Contact",
  "/contact?sent=1": "Thank you",
  "/login": "Sign In",
};

/** Types that are not on Home, or are on another page first. */
const FIRST_PAGE: Partial<Record<keyof Catalogue, string>> = {
  class: "/classes?show=all",
  slot: "/schedule/monday",
  plan: "/pricing",
  question: "/pricing",
  milestone: "/about",
  thanks: "/contact?sent=1",
  "next-step": "/contact?sent=1",
  "gallery-picture": "/gallery/page-1",
};

/** The address of the page that a preview of an entry begins with. */
export function firstPreviewPage(type: string): string {
  return FIRST_PAGE[type as keyof Catalogue] ?? "/";
}
