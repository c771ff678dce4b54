import type { SeedOf } from "../app/cms/content-type.ts";
import type { membershipType } from "../app/content-types/membership.ts";

/** Off: the specification has no members. */
export const membership: SeedOf<typeof membershipType> = [{ slug: "membership" }];
