/** Addresses of content, as pages and mails link to them. */

export function formPath(type: string, slug: string): string {
  return `/staff/content/${type}/${slug}`;
}

/** Where the "join now" of a class leads: to the contact form, with that class chosen. */
export function joinPath(slug: string): string {
  return `/contact?class=${slug}`;
}
