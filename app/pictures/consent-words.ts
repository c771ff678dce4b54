import { sinceInNairobi } from "../content/nairobi-time.ts";
import type { ConsentsTable } from "../platform/schema.ts";
import { CONSENT_PURPOSES, CONSENT_WAYS, termLabel } from "./consent-terms.ts";

const DAY = new Intl.DateTimeFormat("en-KE", { dateStyle: "medium", timeZone: "UTC" });

/** A consent as the console shows it. */
export function registerEntry(consent: ConsentsTable, now: Date) {
  const { id, name, guardian, given_on, purpose, how, recorded_by, withdrawn_at, withdrawn_by } = consent;
  const uses = termLabel(CONSENT_PURPOSES, purpose).toLowerCase();
  const given =
    given_on === null
      ? "Has not agreed yet"
      : `${DAY.format(new Date(given_on))}, ${termLabel(CONSENT_WAYS, how).toLowerCase()}, ${uses}; recorded by ${recorded_by}`;
  const withdrawn =
    withdrawn_at === null ? "" : `Withdrawn ${sinceInNairobi(new Date(withdrawn_at), now)}, by ${withdrawn_by}. Was: `;
  return {
    id,
    name,
    guardian,
    terms: withdrawn + given,
    state:
      withdrawn_at !== null ? ("withdrawn" as const) : given_on === null ? ("waiting" as const) : ("given" as const),
  };
}
