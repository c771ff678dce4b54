import { href } from "react-router";

/** Where the "join now" of a class leads: to the contact form, with that class chosen. */
export function joinPath(slug: string): string {
  return `${href("/contact")}?class=${slug}`;
}
