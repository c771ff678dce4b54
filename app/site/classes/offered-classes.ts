import type { GymClass } from "../../content-types/class.ts";

type Named = Pick<GymClass, "slug" | "title">;

/** The class that a URL names, if it exists; else an empty text. */
export function chosenClass(classes: readonly Named[], value: string | null): string {
  return classes.some(({ slug }) => slug === value) && value !== null ? value : "";
}

/**
 * What the contact form's selector offers: the classes the settings name, in their order, and the class the visitor
 * comes from when it is another one, since "join now" leads to the form from every class.
 */
export function offeredClasses(
  classes: readonly Named[],
  usual: readonly string[],
  chosen: string,
): { value: string; label: string }[] {
  return [...new Set<string>([...usual, chosen])].flatMap((slug) => {
    const found = classes.find((gymClass) => gymClass.slug === slug);
    return found === undefined ? [] : [{ value: slug, label: found.title }];
  });
}
