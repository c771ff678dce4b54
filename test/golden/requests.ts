/** The requests of a person: pages that are reached by links and filters, and what can be made of the forms on them. */
import { linksIn, routeOf } from "../support/gym-in-process.ts";
import { postFormsIn, type ServedForm } from "../support/served-forms.ts";
import { elementsIn, parseHtml } from "./record.ts";
import { ORIGIN } from "./site.ts";

/** Files, and pages whose forms others have too. */
const NOT_READ = /\.(ics|webp)$|^\/(pictures|gallery|sign-out)\b/;
const FOLLOWED = /^\/(staff|account|booking)\b/;

/** How many pages of a route with the same search: those whose states differ most have more. */
const PAGES: Readonly<Record<string, number>> = {
  ...{ "/staff/members/:member": 20, "/staff/members/:member/freeze": 10, "/staff/members/:member/end": 10 },
  ...{ "/staff/members/:member/give": 6, "/staff/members/lists/:list/:line": 6, "/staff/enquiries/:id": 12 },
  ...{ "/staff/day/:session": 8, "/staff/timetable/:session": 8, "/staff/day/person/:person": 6 },
  ...{ "/staff/pictures/:hash": 5, "/staff/content/:type": 15, "/staff/content/:type/:slug": 15 },
  ...{ "/booking": 6, "/booking/cancel": 6, "/staff/people/:person": 6 },
};
const PAGES_OF_ROUTE = 3;
const STATES_OF_ROUTE = 40;

/** Search parameters that name things; all others have few values, each of which is a state of its page. */
const NAMES = /^(q|search|who|with|from|save|text|key|token|next|tell|moved)$/;
const isState = (name: string, value: string) => !NAMES.test(name) && /^[a-z-]*$/.test(value);

/** What is said after something was done, which a page says of itself where it is in its address. */
const done = (...codes: string[]) => codes.map((code) => `?done=${code}`);
const PASS_DONE = ["return", "take-back", "end", "end-back"].map((code) => `&done=${code}`);

/** Notices of what was done, which pages have when it is in their address; with `&` after the search of a page that has one. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  "/staff": done(
    ...[
      "told",
      "mail-retried",
      "mail-removed",
      "mail-gone",
      "days-back",
      "days-kept",
      "days-decided",
      "put-away",
      "booked",
    ],
  ),
  "/staff/people": [...done("resend", "revoke"), "?removed=none"],
  "/staff/activity": done("undone"),
  "/staff/mail": done("save", "test"),
  "/staff/pictures": ["?removed"],
  "/staff/pictures/:hash": ["?saved", "?new", "?gallery"],
  "/staff/enquiries/:id": ["?by=mail", "?delete", ...done("note", "state", "mailed", "whatsapp", "booked")],
  "/staff/people/:person": ["?done=1", "?remove"],
  "/staff/members/lists": ["?discarded", "?back"],
  "/staff/members/lists/:list": done("brought", "read", "decided", "back"),
  "/staff/members/:member": [
    ...done("made", "given", "changed", "frozen", "ended", "note", "consent", "door", "booked", "kept", "left"),
    ...done("merged", "one", "apart", "void", "returned"),
    "?remove=1",
  ],
  "/staff/members/:member/give": ["?problem=conflict", "?problem=plan-gone", "?problem=busy"],
  "/staff/members/:member/freeze": PASS_DONE,
  "/staff/members/:member/end": PASS_DONE,
  "/staff/day": done("walk-in", "booked", "waiting", "told", "removed", "same"),
  "/staff/day/to-tell": done("told", "booked", "undone"),
  "/staff/day/:session": done(
    ...[
      "walk-in",
      "booked",
      "waiting",
      "booked-alone",
      "waiting-alone",
      "same",
      "same-waiting",
      "cancelled",
      "late",
      "left",
    ],
    ...["removed", "all-came", "all-missed", "excused", "corrected"],
  ),
  "/staff/day/person/:person": done("booked", "waiting", "corrected", "cancelled", "excused"),
  "/staff/timetable/:session": done("cancel", "restore", "move", "substitute", "add"),
  "/staff/timetable": done("removed", "taken-off", "removal-scheduled"),
  "/staff/timetable/rows/:slug": done("change", "end", "undo", "same"),
  "/staff/timetable/rows/new": done("undo"),
  "/staff/timetable/closures": [
    ...["closed", "closed-added", "added", "opened", "opened-taken-back", "opened-asked"].map(
      (code) => `?done=${code}&from=2026-12-12&to=2026-12-13`,
    ),
  ],
  "/staff/content/:type/:slug": done(
    ...[
      "published",
      "scheduled",
      "removal-scheduled",
      "saved",
      "undone",
      "unscheduled",
      "kept",
      "discarded",
      "put-back",
    ],
  ),
  "/staff/content/:type": done("removed", "ordered", "removal-scheduled"),
  "/account/details": ["?saved=1"],
  "/account/address": ["?sent=1"],
  "/account/address/link": ["?sent=1"],
  "/account/address/confirm": ["?done=1"],
  "/account/password": ["?changed=1"],
  "/account/sign-ins": ["?ended=1"],
  "/account/bookings": done(
    ...["cancelled", "late", "left", "guest-cancelled", "guest-late", "guest-left", "same", "disputed", "dispute-late"],
    ...["address", "feed-off", "reminders-on", "reminders-off"],
  ),
  "/account/membership": [
    ...done("joined", "mails-on", "mails-off"),
    ...["unknown", "expired", "used", "joined", "other", "busy", "limited"].map((code) => `?problem=${code}`),
  ],
  "/forgot-password": ["?sent=1"],
  "/login": ["?reset=1"],
};

type Read = (path: string) => Promise<{ html: string; location: string | null }>;

/** The pages that a person reaches. */
export async function findPages(
  starts: readonly string[],
  isWanted: (path: string) => boolean,
  read: Read,
): Promise<string[]> {
  const pages: string[] = [];
  const counts = new Map<string, number>();
  const queue = new Set(starts);
  for (const path of queue) {
    const { pathname, searchParams } = new URL(path, ORIGIN);
    if (!isWanted(path) || NOT_READ.test(pathname) || !(FOLLOWED.test(pathname) || starts.includes(path))) continue;
    const route = routeOf(path);
    const search = [...searchParams].map(([name, value]) => (isState(name, value) ? `${name}=${value}` : name)).sort();
    const group = [route, ...search].join(" ");
    const count = counts.get(group) ?? 0;
    if (count >= (PAGES[route] ?? PAGES_OF_ROUTE) && !starts.includes(path)) continue;
    const states = counts.get(route) ?? 0;
    if (states >= STATES_OF_ROUTE && !starts.includes(path)) continue;
    counts.set(group, count + 1).set(route, states + 1);
    pages.push(path);
    const { html, location } = await read(path);
    for (const link of location?.startsWith("/") ? [location] : linksIn(html, path)) queue.add(link);
    if (searchParams.size === 0) for (const link of filtersIn(html, path)) queue.add(link);
    if (count === 0 && !searchParams.has("done") && !searchParams.has("problem"))
      for (const said of SAID[route] ?? []) if (said.startsWith("&") === searchParams.size > 0) queue.add(path + said);
  }
  return pages;
}

/** The addresses that the forms of a page lead to which search and filter: with each option of each list. */
function filtersIn(html: string, page: string): string[] {
  return [...elementsIn(parseHtml(html))]
    .filter(({ tag, attributes }) => tag === "form" && (attributes.get("method") ?? "get").toLowerCase() === "get")
    .flatMap((form) => {
      const fields = [...elementsIn(form)].filter(({ attributes }) => attributes.has("name"));
      const base = new URLSearchParams();
      for (const { tag, attributes } of fields) {
        const type = attributes.get("type") ?? "text";
        if (tag === "input" && !["radio", "checkbox", "submit"].includes(type))
          base.set(attributes.get("name") ?? "", attributes.get("value") || (type === "search" ? "wanjiru" : ""));
      }
      const path = new URL(form.attributes.get("action") ?? page, ORIGIN + page).pathname;
      const options = fields.flatMap((field) =>
        [...elementsIn(field)]
          .filter(({ tag }) => tag === "option")
          .map((option) => [field.attributes.get("name") ?? "", option.attributes.get("value") ?? ""] as const),
      );
      const withOption = options.map(([name, value]) => new URLSearchParams([...base, [name, value]]));
      return [base, ...withOption].map((search) => `${path}?${search}`);
    });
}

export type Press = { kind: string; page: string; form: ServedForm; button: readonly [string, string][] };

/** What can be pressed on a page. */
export function pressesIn(html: string, page: string): Press[] {
  return postFormsIn(html, page).flatMap((form) =>
    form.buttons.map((button) => ({ kind: kindOf(page, form, button), page, form, button })),
  );
}

/** Types of content whose forms are all sent: those of the others are alike. */
const CONTENT_TYPE = /^\/staff\/content\/(class|plan|testimonial)\b/;

/** The same for forms that differ only by ids and by what is typed. */
function kindOf(page: string, { action, fields }: ServedForm, button: Press["button"]): string {
  const pressed = button.map(([name, value]) => `${name}=${/^[a-z-]*(?=:|$)/.exec(value) ?? ""}`);
  const acts = fields.filter(([name]) => name === "do").map(([, value]) => value);
  if (action === "/sign-out") return action;
  if (page.startsWith("/staff/content")) {
    return [routeOf(page), CONTENT_TYPE.exec(page)?.[1] ?? "", routeOf(action), ...acts, ...pressed].join(" ");
  }
  const names = fields.map(([name]) => name.replace(/\d+/, "0").replace(/\.[a-z-]+$/, ".x"));
  return [routeOf(page), routeOf(action), ...new Set(names), ...acts, ...pressed].join(" ");
}

type Field = { type: string; isHidden: boolean; options: string[] };
export type Variant = "served" | "filled" | "empty" | "invalid" | "stale";
export const VARIANTS: readonly Variant[] = ["served", "filled", "empty", "invalid", "stale"];

/** The body that a press sends. */
export function bodyOf({ form, button }: Press, html: string, variant: Variant): [string, string][] {
  const known = fieldsOf(html);
  const typed = form.fields.map(([name, value]): [string, string] => [
    name,
    change(name, value, known.get(name), variant),
  ]);
  const present = new Set(typed.map(([name]) => name));
  // A choice that nobody has made yet.
  const chosen = [...known]
    .filter(([name, { type, options }]) => type === "radio" && !present.has(name) && options.length > 0)
    .map(([name, { options }]): [string, string] => [name, options[0] ?? ""]);
  const fields = variant === "empty" ? typed.filter(([name]) => known.get(name)?.type !== "checkbox") : typed;
  return [...fields, ...(variant === "filled" ? chosen : []), ...button];
}

const FILLED: Readonly<Record<string, string>> = {
  ...{ email: "new.person@example.com", tel: "0722 000 999", date: "2026-11-25", number: "7", time: "18:00" },
  ...{ password: "three-quiet-mornings", textarea: "Moves to Mombasa", text: "Golden words" },
};

function change(name: string, value: string, field: Field | undefined, variant: Variant): string {
  if (name === "do" || field === undefined || variant === "served") return value;
  if (field.isHidden) {
    if (variant !== "stale" || value === "") return value;
    return /^\d+$/.test(value) ? String(Number(value) - 1) : `0${value.slice(1)}`;
  }
  if (variant === "stale") return value;
  if (field.type === "select") {
    const filled = value || field.options.find((option) => option !== "") || "";
    return variant === "filled" ? filled : variant === "empty" ? "" : "no-such-option";
  }
  if (field.type === "radio" || field.type === "checkbox") return variant === "invalid" ? "no-such-option" : value;
  if (variant === "empty") return "";
  if (variant === "filled") return value || (FILLED[field.type] ?? "Golden words");
  return ["date", "number", "time", "email", "tel"].includes(field.type) ? "not one" : "<b>x</b> ".repeat(700);
}

function fieldsOf(html: string): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  for (const element of elementsIn(parseHtml(html))) {
    const { tag, attributes } = element;
    const name = attributes.get("name");
    if (name === undefined || !["input", "select", "textarea"].includes(tag)) continue;
    const type = tag === "input" ? (attributes.get("type") ?? "text") : tag;
    const options =
      tag === "select"
        ? [...elementsIn(element)]
            .filter((each) => each.tag === "option")
            .map((each) => each.attributes.get("value") ?? "")
        : [...(fields.get(name)?.options ?? []), attributes.get("value") ?? ""];
    fields.set(name, { type, isHidden: type === "hidden", options });
  }
  return fields;
}
