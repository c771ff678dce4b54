/** A link within a sentence on dark ground. */
export const TEXT_LINK = "font-bold text-ember underline underline-offset-4 hover:text-white";

/** A link that stands alone or ends a line, tall enough for a finger. */
export const LINK = `inline-block py-2.5 ${TEXT_LINK}`;
