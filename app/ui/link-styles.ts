/** A link within a sentence on a dark background. */
export const TEXT_LINK = "font-bold text-ember underline underline-offset-4 hover:text-white";

export const LINK = `inline-block py-2.5 ${TEXT_LINK}`;
