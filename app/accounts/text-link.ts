/** A link in a line of text on dark ground, tall enough for a finger. */
export const LINK = "inline-block py-2.5 font-bold text-ember underline underline-offset-4 hover:text-white";
