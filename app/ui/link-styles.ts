/** A link within a sentence on a dark background. */
export const TEXT_LINK = "font-bold text-ember underline underline-offset-4 hover:text-white";

/** A link on its own or at the end of a line, tall enough for a finger. */
export const LINK = `inline-block py-2.5 ${TEXT_LINK}`;
