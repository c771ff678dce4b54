import type { PublishCheck } from "../../content/editing/editing-types.ts";

/** What has to hold before an entry may be published, besides what its type says. */
export const publishChecks: readonly PublishCheck[] = [];
