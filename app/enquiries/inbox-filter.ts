/** The inbox's filter: a view (one state or several) and what narrows it, read from the address and written to it. */
import { isState, OPEN_ENQUIRY_STATES, type State } from "./states.ts";

/** `open`: the states that need an action. `all`: every state except suspected spam. */
export type InboxView = State | "open" | "all";

export type InboxFilter = {
  view: InboxView;
  /** Beginnings of words of the name, the address or the number, as typed; empty for any. */
  search: string;
  /** A class's slug; empty for every class. */
  gymClass: string;
  /** `7d` or `30d` for the last days, `2026-11` for a month; empty for any time. */
  time: string;
  /** The id of a member of staff, `nobody`, or empty for anybody. */
  assignee: string;
};

const SEARCH_MAX_CHARACTERS = 120;

/** The filter that an address names. Unreadable values are ignored; a search covers all states. */
export function readInboxFilter(query: URLSearchParams): InboxFilter {
  const text = (name: string) => query.get(name)?.trim().slice(0, SEARCH_MAX_CHARACTERS) ?? "";
  const search = text("search");
  const view = text("state");
  const time = text("time");
  return {
    view: isState(view) || view === "open" || view === "all" ? view : search === "" ? "open" : "all",
    search,
    gymClass: text("class"),
    time: /^(7d|30d|20\d\d-(0[1-9]|1[0-2]))$/.test(time) ? time : "",
    assignee: text("with"),
  };
}

/** The filter as the query of an address, without its question mark; `extra` is added as it is. */
export function inboxQuery(filter: Partial<InboxFilter>, extra: Record<string, string> = {}): string {
  const { view = "", search = "", gymClass = "", time = "", assignee = "" } = filter;
  const usual = search === "" ? "open" : "all";
  const values = { state: view === usual ? "" : view, search, class: gymClass, time, with: assignee, ...extra };
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
}

export function isNarrowed({ search, gymClass, time, assignee }: InboxFilter): boolean {
  return [search, gymClass, time, assignee].some((text) => text !== "");
}

export function statesOf(view: InboxView): readonly State[] {
  if (view === "open") return OPEN_ENQUIRY_STATES;
  return view === "all" ? ["new", "answered", "trial-booked", "joined", "not-now", "spam"] : [view];
}
