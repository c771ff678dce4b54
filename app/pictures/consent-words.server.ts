import type { ConsentsTable } from "../platform/schema.ts";
import { dateWithYear, timeSince } from "../time/date-texts.server.ts";
import { CONSENT_PURPOSES, CONSENT_WAYS, termLabel } from "./consent-terms.ts";

/** A consent as the console shows it. */
export function registerEntry(consent: ConsentsTable, now: Date) {
  const { id, name, guardian, given_on, purpose, how, recorded_by, withdrawn_at, withdrawn_by } = consent;
  const uses = termLabel(CONSENT_PURPOSES, purpose).toLowerCase();
  const given =
    given_on === null
      ? "Has not agreed yet"
      : `${dateWithYear(given_on)}, ${termLabel(CONSENT_WAYS, how).toLowerCase()}, ${uses}; recorded by ${recorded_by}`;
  const withdrawn =
    withdrawn_at === null ? "" : `Withdrawn ${timeSince(new Date(withdrawn_at), now)}, by ${withdrawn_by}. Was: `;
  return {
    id,
    name,
    guardian,
    terms: withdrawn + given,
    state:
      withdrawn_at !== null ? ("withdrawn" as const) : given_on === null ? ("waiting" as const) : ("given" as const),
  };
}
