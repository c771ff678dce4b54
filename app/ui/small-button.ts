/** A small outlined button, or a link that looks like one. Narrow, so that three fit on one line of a phone. */
export const SMALL_BUTTON =
  "inline-flex min-h-11 cursor-pointer items-center justify-center rounded-edge border border-white/45 px-3 py-1.5 text-center text-sm leading-snug font-bold text-white transition-colors hover:bg-white/10";
