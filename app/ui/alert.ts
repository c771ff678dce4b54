/** The problem of a whole form: a bar next to its text, as a filled box would look like a button. */
export const ALERT = "border-l-[12px] border-ember py-1.5 pl-5 text-lg leading-snug font-bold text-ember";
