/** Coverage of a booking. */

/** `covered`: a pass that runs. `grace`: one in its grace. `visit`: a visit of a pack. `pay`: nothing, it is paid at the desk. */
export const COVERAGES = ["covered", "grace", "visit", "pay"] as const;

export type Coverage = (typeof COVERAGES)[number];
