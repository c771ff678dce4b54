import type { PublishCheck } from "../../content/editing/editing-types.ts";
import { pictureProblems } from "../../pictures/publish-problems.server.ts";

/** What has to hold before an entry may be published, besides what its type says: everybody in its pictures agrees. */
export const publishChecks: readonly PublishCheck[] = [pictureProblems];
