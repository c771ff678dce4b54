import { useEffect, useRef } from "react";
import { href, useNavigationType } from "react-router";
import { LinkButton } from "../../ui/button.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { scrollToTop } from "../../ui/scroll-to-top.ts";
import { Section } from "../../ui/section.tsx";
import { ClassCard, type ClassView } from "./class-card.tsx";
import { SaveButton } from "./save-button.tsx";

/** How many cards the Classes page shows before "show more" (specification, section 9). */
const COLLAPSED_CLASSES = 8;

/**
 * The cards of the Classes page (specification, section 2, "Classes"). The toggle is a link, so that it works without
 * script; with it the cards change in place and the page scrolls smoothly to its top.
 * @param note what the owner says above the cards
 * @param savedSlugs the visitor's saved classes; null when nobody is signed in
 * @param signInPath the path of Sign In that saves the class `save` and then leads to `next`
 */
export function ClassGrid({
  note,
  classes,
  isExpanded,
  savedSlugs,
  signInPath,
}: {
  note: readonly TextPart[];
  classes: readonly ClassView[];
  isExpanded: boolean;
  savedSlugs: readonly string[] | null;
  signInPath: (arrival: { next: string; save: string }) => string;
}) {
  useScrollToTopWhenToggled(isExpanded);
  const all = `${href("/classes")}?show=all`;
  const here = isExpanded ? all : href("/classes");
  const shown = isExpanded ? classes : classes.slice(0, COLLAPSED_CLASSES);
  return (
    <Section background="ink" className="pt-14 md:pt-20">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <p className="max-w-[46ch] text-lg text-ash">
          <RichText parts={note} linkClass="font-bold text-white underline underline-offset-4" />
        </p>
        <p role="status" className="text-[15px] text-ash">
          {classes.length === 0 ? (
            "There are no classes yet."
          ) : (
            <>
              <span className="font-display text-[26px] font-black text-white">{shown.length}</span> of {classes.length}{" "}
              classes
            </>
          )}
        </p>
      </div>
      {shown.length > 0 && (
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 md:mt-14 xl:grid-cols-4">
          {shown.map((gymClass) => (
            <li key={gymClass.slug}>
              <ClassCard
                gymClass={gymClass}
                save={
                  <SaveButton
                    slug={gymClass.slug}
                    title={gymClass.title}
                    isSaved={savedSlugs?.includes(gymClass.slug) ?? null}
                    signInPath={signInPath({ next: here, save: gymClass.slug })}
                    back={here}
                  />
                }
              />
            </li>
          ))}
        </ul>
      )}
      {classes.length > COLLAPSED_CLASSES && (
        <p className="mt-12 flex justify-center">
          <LinkButton to={isExpanded ? href("/classes") : all} tone="ghost" preventScrollReset className="min-w-60">
            {isExpanded ? "show less" : "show more"}
          </LinkButton>
        </p>
      )}
    </Section>
  );
}

/**
 * Scrolls to the top after the number of cards has changed: WebKit ends a smooth scroll when the page becomes
 * shorter under it. Back and forward restore the browser's own scroll position.
 */
function useScrollToTopWhenToggled(isExpanded: boolean): void {
  const navigationType = useNavigationType();
  const wasExpanded = useRef(isExpanded);
  useEffect(() => {
    if (wasExpanded.current === isExpanded) return;
    wasExpanded.current = isExpanded;
    if (navigationType !== "POP") scrollToTop();
  }, [isExpanded, navigationType]);
}
