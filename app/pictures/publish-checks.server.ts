import type { PublishCheck } from "../cms/editing/editing-types.ts";
import { pictureProblems, quoteProblems } from "./publish-problems.server.ts";

/**
 * What has to hold before an entry may be published, besides what its type says: everybody in its pictures agrees,
 * and so does the person it quotes. For the console, and for what is published at a scheduled moment.
 */
export const publishChecks: readonly PublishCheck[] = [pictureProblems, quoteProblems];
