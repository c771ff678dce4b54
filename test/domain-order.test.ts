/**
 * The order of the domains, on the folders as they are today: a domain's rules and storage import what stands before it, its
 * screens import anybody's rules and nobody else's screens. The file says where each folder belongs.
 */
import { describe, expect, it } from "vitest";
import { filesBelow, type Import, importsOf } from "./source-imports.ts";

/** A root imports the roots before it. */
const ORDER = [
  "platform",
  "time",
  "ui",
  "forms",
  "cms",
  "content types",
  "request",
  "accounts",
  "staff",
  "pictures",
  "timetable",
  "bookings",
  "enquiries",
  "site",
  "console",
] as const;

type Domain = (typeof ORDER)[number];

/** Rules and storage, screens, or an address: a loader, an action and a page. */
type Part = "root" | "screens" | "route";

type Place = { domain: Domain; part: Part };

/** Where files belong, the first that matches. */
const PLACES: readonly [RegExp, Domain, Part][] = [
  [/^app\/(routes\/|wiring\.ts|root\.tsx|routes\.ts|console-routes\.ts|entry\.|deferred-hydration)/, "site", "route"],
  [/^app\/platform\//, "platform", "root"],
  [/^app\/(content\/money|time\/)/, "time", "root"],
  [/^app\/ui\//, "ui", "root"],
  [/^app\/(forms\/|content\/(phone|whatsapp))/, "forms", "root"],
  [
    /^app\/content\/(types\/|catalogue|entry-form-path|site-|place-pictures|opening-hours|join-path)/,
    "content types",
    "root",
  ],
  [/^app\/content\/(uploaded-pictures|withdrawn-consents)|^app\/pictures\//, "pictures", "root"],
  [/^app\/content\/timetable\//, "timetable", "root"],
  [/^app\/content\/bookings\//, "bookings", "root"],
  [/^app\/content\//, "cms", "root"],
  [/^app\/request-context/, "request", "root"],
  [/^app\/accounts\/.*\.tsx$/, "accounts", "screens"],
  [/^app\/accounts\//, "accounts", "root"],
  [/^app\/(staff\/|staff-guard|staff-response)/, "staff", "root"],
  [/^app\/(schedule\/|calendar\/.*\.tsx$)/, "timetable", "screens"],
  [/^app\/calendar\//, "timetable", "root"],
  [/^app\/bookings\//, "bookings", "screens"],
  [/^app\/enquiries\/.*\.tsx$/, "enquiries", "screens"],
  [/^app\/enquiries\//, "enquiries", "root"],
  [/^app\/console\/content\//, "cms", "screens"],
  [/^app\/console\/(people|sign-in|factors|activity)\//, "staff", "screens"],
  [/^app\/console\/pictures\//, "pictures", "screens"],
  [/^app\/console\/timetable\//, "timetable", "screens"],
  [/^app\/console\/(day\/|first-page\/todays-classes)/, "bookings", "screens"],
  [/^app\/console\/enquiries\//, "enquiries", "screens"],
  [/^app\/console\//, "console", "root"],
  [
    /^app\/(page-versions|public-page|(about|bmi|classes|gallery|home|layout|offline|pricing|privacy|seo|testimonials|trainers)\/)/,
    "site",
    "root",
  ],
];

function placeOf(file: string): Place {
  const found = PLACES.find(([pattern]) => pattern.test(file));
  if (found === undefined) throw new Error(`${file} belongs to no domain: PLACES has to say where it does`);
  return { domain: found[1], part: found[2] };
}

/** These compose what the other domains show, so nobody before them knows them. */
const COMPOSERS: readonly Domain[] = ["site", "console"];

/** Why an import points the wrong way, and where the code belongs; undefined when it is in order. */
function problemOf({ from, to }: Import): string | undefined {
  const [at, target] = [placeOf(from), placeOf(to)];
  if (at.part === "route") return undefined;
  const what = `${from} (${at.domain}) imports ${to} (${target.domain})`;
  if (target.part === "route") return `${what}: nobody imports a route. What both need belongs in the domain itself.`;
  if (at.domain === target.domain) {
    if (at.part === "screens" || target.part === "root") return undefined;
    return `${what}: rules and storage import no screen. What both need belongs with the rules of ${at.domain}.`;
  }
  if (target.part === "screens") {
    return `${what}: nobody imports another domain's screens. A route puts both on a page, or the part belongs in app/ui or app/console.`;
  }
  const isBefore = ORDER.indexOf(target.domain) < ORDER.indexOf(at.domain);
  if (at.part === "root" && !isBefore) {
    return `${what}, which comes after it. What follows in ${target.domain} goes through a hook that app/wiring.ts connects; what both need belongs in ${at.domain}, or before it.`;
  }
  const isParts = at.part === "screens" && target.domain === "console";
  if (!isBefore && !isParts && COMPOSERS.includes(target.domain)) {
    return `${what}: only routes import the pages of ${target.domain}. A part that both show belongs in app/ui.`;
  }
  return undefined;
}

const imports = filesBelow("app")
  .flatMap(importsOf)
  .filter(({ to }) => to.startsWith("app/"));

describe("the order of the domains", () => {
  it("is kept", () => {
    expect(imports.length).toBeGreaterThan(2000);
    expect(imports.flatMap((each) => problemOf(each) ?? [])).toEqual([]);
  });

  it.each<[Import, RegExp]>([
    [{ from: "app/platform/log.server.ts", to: "app/content/money.ts" }, /which comes after it.*belongs in platform/],
    [{ from: "app/content/money.ts", to: "app/ui/capitalized.ts" }, /\(time\).*comes after it/],
    [{ from: "app/ui/logo.tsx", to: "app/forms/messages.ts" }, /\(ui\).*comes after it/],
    [{ from: "app/forms/messages.ts", to: "app/content/fields.ts" }, /\(forms\).*comes after it/],
    [{ from: "app/content/fields.ts", to: "app/content/catalogue.ts" }, /\(cms\).*goes through a hook/],
    [{ from: "app/content/catalogue.ts", to: "app/request-context.ts" }, /\(content types\).*comes after it/],
    [{ from: "app/request-context.ts", to: "app/staff/roles.ts" }, /\(request\).*comes after it/],
    [
      { from: "app/accounts/visitor.ts", to: "app/content/bookings/booking.ts" },
      /follows in bookings goes through a hook/,
    ],
    [{ from: "app/staff/roles.ts", to: "app/pictures/focus.ts" }, /\(staff\).*comes after it/],
    [{ from: "app/pictures/focus.ts", to: "app/content/timetable/session.ts" }, /\(pictures\).*comes after it/],
    [
      { from: "app/content/timetable/session.ts", to: "app/content/bookings/booking.ts" },
      /through a hook that app\/wiring/,
    ],
    [{ from: "app/content/bookings/booking.ts", to: "app/enquiries/enquiry.ts" }, /\(bookings\).*comes after it/],
    [{ from: "app/enquiries/enquiry.ts", to: "app/home/hero.tsx" }, /\(enquiries\).*comes after it/],
    [{ from: "app/bookings/card.tsx", to: "app/schedule/timetable.tsx" }, /another domain's screens.*app\/ui/],
    [{ from: "app/home/hero.tsx", to: "app/schedule/timetable.tsx" }, /another domain's screens/],
    [{ from: "app/console/notice.tsx", to: "app/console/content/status.ts" }, /another domain's screens/],
    [{ from: "app/console/content/status.ts", to: "app/home/hero.tsx" }, /only routes import the pages of site/],
    [{ from: "app/home/hero.tsx", to: "app/routes/home.tsx" }, /nobody imports a route/],
    [{ from: "app/enquiries/enquiry.ts", to: "app/enquiries/contact-form.tsx" }, /import no screen/],
  ])("says where the code of a wrong import belongs: %o", (wrong, sentence) => {
    expect(problemOf(wrong)).toMatch(sentence);
  });
});
