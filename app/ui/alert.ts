/** The style of a problem with a whole form: a bar and words, since a filled box looks like a button. */
export const ALERT = "border-l-[12px] border-ember py-1.5 pl-5 text-lg leading-snug font-bold text-ember";
