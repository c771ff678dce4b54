export function formPath(type: string, slug: string): string {
  return `/staff/content/${type}/${slug}`;
}

/** The target of a class's "join now": the contact form with the class selected. */
export function joinPath(slug: string): string {
  return `/contact?class=${slug}`;
}
