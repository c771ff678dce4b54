/**
 * Search in the console: each domain finds its own records, and one page shows all results. Another domain needs a
 * finder, and a line in `app/console/search.route.tsx`.
 */
import type { Services } from "../platform/services.ts";
import type { StaffMember } from "../staff/roles.ts";

/** Finds matches that a member of staff may see; undefined for none. `typed` has at least two letters or three digits. */
export type Finder = (services: Services, member: StaffMember, typed: string) => Promise<FoundGroup | undefined>;

export type FoundGroup = {
  name: string;
  rows: FoundRow[];
  more?: string;
  all?: { label: string; to: string };
};

export type FoundRow = {
  key: string;
  title: string;
  /** The title is not a name: it is an address or a sentence, or contains a time. */
  isSentence?: boolean;
  to: string;
  about: string;
  excerpt?: string | undefined;
  lines?: { key: string; text: string; state: string; to: string }[];
  /** Immediate actions. `isOutside`: another program, such as the telephone. */
  ways?: { label: string; to: string; isOutside: boolean }[];
};
