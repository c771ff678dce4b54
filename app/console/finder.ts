/**
 * The search of the console: each domain finds its own things, and the page shows all results. A domain that is to be
 * searched too writes a finder, and `app/console/search.route.tsx` gets a line.
 */
import type { Services } from "../platform/services.ts";
import type { StaffMember } from "../staff/staff-member.ts";

/** Finds what a member of staff may see by what was typed: two letters or digits at least. Undefined: nothing. */
export type Finder = (services: Services, member: StaffMember, typed: string) => Promise<FoundGroup | undefined>;

export type FoundGroup = {
  /** Its heading, such as "People". */
  name: string;
  rows: FoundRow[];
  more?: string;
  /** Where all of it is. */
  all?: { label: string; to: string };
};

export type FoundRow = {
  key: string;
  title: string;
  /** The title is an address or a sentence, not a name, or it has a time. */
  isSentence?: boolean;
  to: string;
  about: string;
  excerpt?: string | undefined;
  lines?: { key: string; text: string; state: string; to: string }[];
  /** Immediate actions. `isOutside`: another program, such as the telephone. */
  ways?: { label: string; to: string; isOutside: boolean }[];
};
