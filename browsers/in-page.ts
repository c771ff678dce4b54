/**
 * Functions that run in the page. They are sent as source text, so they can only use each other.
 */

export type Role = "link" | "button" | "heading" | "field" | "status" | "dialog";

/** An element as a visitor identifies it: its role and name, and the part of the page in which it is. */
export type Target = {
  role: Role;
  /** The whole name, whatever its case. */
  name?: string;
  /** A regular expression that the name matches, whatever its case. */
  matching?: string;
  /** The `href` attribute. */
  href?: string;
  /** A CSS selector of an enclosing element. */
  within?: string;
};

export type Found = {
  text: string;
  value: string;
  isVisible: boolean;
  isFocused: boolean;
};

/** An element's point to click. `coveredBy`: the element over it; `hasScrolled`: whether the page was scrolled for it. */
export type Aim = { x: number; y: number; coveredBy: string | null; hasScrolled: boolean } | null;

const SELECTORS: Record<Role, string> = {
  link: "a[href]",
  button: "button, [role=button]",
  heading: "h1, h2, h3, h4",
  field: "input, textarea",
  status: "[role=status]",
  dialog: "dialog[open]",
};

function nameOf(element: Element): string {
  const labelled = element as HTMLInputElement;
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  const source = labelled.labels?.[0] ?? element;
  const copy = source.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll("[aria-hidden=true], input, textarea, select, svg")) hidden.remove();
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

function matchesOf(target: Target, selector: string): Element[] {
  const roots = target.within === undefined ? [document] : [...document.querySelectorAll(target.within)];
  return roots
    .flatMap((root) => [...root.querySelectorAll(selector)])
    .filter((element) => {
      if (target.href !== undefined && element.getAttribute("href") !== target.href) return false;
      const name = nameOf(element);
      if (target.matching !== undefined) return new RegExp(target.matching, "i").test(name);
      // A star after a label marks a required field.
      return target.name === undefined || name.replace(/ ?\*$/, "").toLowerCase() === target.name.toLowerCase();
    });
}

function find(target: Target, selector: string): Found[] {
  return matchesOf(target, selector).map((element) => ({
    text: (element as HTMLElement).innerText ?? "",
    value: (element as HTMLInputElement).value ?? "",
    isVisible: isVisible(element),
    isFocused: element === document.activeElement,
  }));
}

/** Whether a transition or animation is running on an element or its ancestors, except scroll-driven ones. */
function isMoving(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = box.parentElement) {
    const own = box.getAnimations();
    if (own.some(({ playState, timeline }) => playState === "running" && timeline === document.timeline)) return true;
  }
  return false;
}

/** Scrolls visible matches at rest into view, up to the first that nothing covers; the last one when all are covered. */
function aim(target: Target, selector: string): Aim {
  let last: Aim = null;
  const scrolledFrom = scrollY;
  for (const element of matchesOf(target, selector).filter(isVisible)) {
    if (isMoving(element)) continue;
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    // The middle of a link on two lines may lie outside it.
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const x = Math.floor(box.left + box.width / 2);
    const y = Math.floor(box.top + box.height / 2);
    const hit = document.elementFromPoint(x, y);
    const isHit = hit !== null && element.contains(hit);
    const coveredBy = isHit ? null : (hit?.outerHTML.slice(0, 80) ?? "the edge of the window");
    last = { x, y, coveredBy, hasScrolled: scrollY !== scrolledFrom };
    if (isHit) return last;
  }
  return last;
}

/** Focuses a field and selects its text, so that typing replaces it. */
function focusField(target: Target, selector: string): boolean {
  const field = matchesOf(target, selector).find(isVisible) as HTMLInputElement | undefined;
  if (field === undefined) return false;
  field.scrollIntoView({ block: "center", behavior: "instant" });
  field.focus();
  field.select();
  return true;
}

const FUNCTIONS = [nameOf, isVisible, matchesOf, find, isMoving, aim, focusField];

function call(name: string, target: Target): string {
  const parameters = [target, SELECTORS[target.role]].map((value) => JSON.stringify(value));
  return `(() => { ${FUNCTIONS.map(String).join("\n")}\nreturn ${name}(${parameters.join(", ")}); })()`;
}

/** Expressions for `Tab.evaluate`, with the type of each result. */
export const inPage = {
  /** `Found[]`, in the order of the document. */
  find: (target: Target) => call("find", target),
  /** `Aim`; null when nothing visible matches. */
  aim: (target: Target) => call("aim", target),
  /** `boolean`: whether there is such a field. */
  focusField: (target: Target) => call("focusField", target),
};
