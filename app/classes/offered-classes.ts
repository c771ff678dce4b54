import { ENQUIRY_CLASSES, type GymClass } from "./class.ts";

/** The class asked for by an address, when there is such a class; else an empty text. */
export function chosenClass(classes: readonly GymClass[], asked: string | null): string {
  return classes.some(({ slug }) => slug === asked) && asked !== null ? asked : "";
}

/**
 * What the contact form's selector offers: the specification's nine in their order, and the class the visitor comes
 * from when it is another one, since "join now" leads to the form from every class.
 */
export function offeredClasses(classes: readonly GymClass[], chosen: string): { value: string; label: string }[] {
  return [...new Set<string>([...ENQUIRY_CLASSES, chosen])].flatMap((slug) => {
    const found = classes.find((gymClass) => gymClass.slug === slug);
    return found === undefined ? [] : [{ value: slug, label: found.title }];
  });
}
