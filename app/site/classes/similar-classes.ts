/** What decides whether two classes are alike. */
type Comparable = { slug: string; trainer: string; level?: string | undefined };

/** How many classes the page of a class suggests. */
const SUGGESTED = 2;

/**
 * The classes that somebody who likes one may like too: first those with its trainer and its level, then those with its
 * trainer, then those with its level, then others. Of equals those come first that follow it in the owner's list, so that
 * not every page suggests the same two.
 */
export function similarClasses<C extends Comparable>(classes: readonly C[], liked: Comparable): C[] {
  const at = classes.findIndex(({ slug }) => slug === liked.slug);
  const others = [...classes.slice(at + 1), ...classes.slice(0, Math.max(at, 0))];
  const likeness = ({ trainer, level }: C) =>
    (trainer === liked.trainer ? 2 : 0) + (level !== undefined && level === liked.level ? 1 : 0);
  return others.sort((one, other) => likeness(other) - likeness(one)).slice(0, SUGGESTED);
}
