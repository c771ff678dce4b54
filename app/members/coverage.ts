/** Coverage of a booking. */

/** `covered`: by a current pass. `grace`: by a pass in its grace period. `visit`: by a pack's visit. `pay`: paid at the desk. */
export const COVERAGES = ["covered", "grace", "visit", "pay"] as const;

export type Coverage = (typeof COVERAGES)[number];
