/**
 * The rules of docs/architecture.md: allowed imports, where transactions begin, and code that browsers never load. Each
 * message names the right place.
 */
import { describe, expect, it } from "vitest";
import { filesBelow, type Import, importsOf, textOf } from "./source-imports.ts";

/** The domains, each a folder of `app/`. A domain imports rules and storage of domains before it. */
const ORDER = [
  "platform",
  "time",
  "ui",
  "forms",
  "cms",
  "content-types",
  "request",
  "accounts",
  "staff",
  "pictures",
  "timetable",
  "people",
  "bookings",
  "enquiries",
  "members",
  "sales",
  "figures",
  "site",
  "console",
] as const;

type Domain = (typeof ORDER)[number];

/** Rules and storage, screens, or a composer: a route, or a file of `app/` itself. */
type Place = { domain: Domain | undefined; part: "rules" | "screens" | "route" };

/** Folders with screens of a domain. The console's own folders have its pages; `kit` and files beside them are its parts. */
const SCREENS = /^app\/[a-z-]+\/(views|console|desk)\/|^app\/console\/(?!kit\/)[a-z-]+\//;

function placeOf(file: string): Place {
  const [, folder = ""] = file.split("/");
  const domain = ORDER.find((each) => each === folder);
  if (domain === undefined && file.split("/").length > 2) {
    throw new Error(
      `${file}: ${folder} is no domain. A new one gets its place in ORDER, a part of one belongs in its folder.`,
    );
  }
  if (domain === undefined || isRoute(file)) return { domain, part: "route" };
  return { domain, part: SCREENS.test(file) ? "screens" : "rules" };
}

/** Route modules: React Router strips their loaders and actions for the browser. */
function isRoute(file: string): boolean {
  return /\.route\.tsx?$/.test(file);
}

/** The problem of an import, with the right place for the code; undefined when it is allowed. */
function problemOf({ from, to }: Import): string | undefined {
  const [at, target] = [placeOf(from), placeOf(to)];
  const what = `${from} imports ${to}`;
  if (isRoute(to) && at.part !== "route") {
    return `${what}: nobody imports a route. What both need belongs in the domain itself.`;
  }
  if (at.part === "route" || at.domain === undefined) return undefined;
  if (target.domain === undefined) return `${what}: files of app/ itself compose the domains and are imported by none.`;
  if (at.domain === target.domain) {
    if (at.part === "screens" || target.part === "rules") return undefined;
    return `${what}: rules and storage import no screen. What both need belongs with the rules of ${at.domain}.`;
  }
  if (target.part === "screens") {
    return `${what}: nobody imports another domain's screens. A route puts both on a page, or the part belongs in app/ui or app/console.`;
  }
  if (ORDER.indexOf(target.domain) < ORDER.indexOf(at.domain)) return undefined;
  if (at.part === "rules") {
    return `${what}, which comes after it. What follows in ${target.domain} goes through a hook that app/wiring.ts connects; what both need belongs in ${at.domain}, or before it.`;
  }
  if (target.domain === "site")
    return `${what}: only routes import the pages of site. A part that both show belongs in app/ui.`;
  return undefined;
}

/** Folders that each folder outside `app` may import besides itself. `app` stands for all domains. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  "server.ts": ["host", "app/platform"],
  host: ["app", "seed"],
  app: ["db"],
  db: [],
  seed: ["app/content-types", "app/cms", "app/time"],
  demo: ["app", "host", "tools"],
};

const appFiles = filesBelow("app");
const files = ["server.ts", ...appFiles, ...["host", "db", "seed", "demo"].flatMap(filesBelow)];
const imports = files.flatMap(importsOf);
const ofApp = imports.filter(({ from, to }) => from.startsWith("app/") && to.startsWith("app/"));

describe("the order of the domains", () => {
  it("is kept", () => {
    expect(ofApp.length).toBeGreaterThan(2000);
    expect(ofApp.flatMap((each) => problemOf(each) ?? [])).toEqual([]);
  });

  it.each([
    ["app/platform/log.server.ts", "app/time/money.ts", /which comes after it.*belongs in platform/],
    ["app/bookings/views/card.tsx", "app/timetable/views/session-list.tsx", /another domain's screens.*app\/ui/],
    ["app/cms/console/entry-parts.tsx", "app/site/home/home-sections.tsx", /only routes import the pages of site/],
    ["app/site/home/home-sections.tsx", "app/site/home/home.route.tsx", /nobody imports a route/],
    ["app/enquiries/enquiry.ts", "app/enquiries/views/contact-form.tsx", /import no screen/],
    ["app/staff/roles.ts", "app/wiring.ts", /compose the domains/],
  ])("says where the code belongs if %s imports %s", (from, to, sentence) => {
    expect(problemOf({ from, to })).toMatch(sentence);
  });
});

it("the folders beside app import what is below them", () => {
  const topOf = (file: string) => file.split("/")[0] ?? "";
  const wrong = imports.filter(({ from, to }) => {
    const top = topOf(from);
    return topOf(to) !== top && !OUTSIDE[top]?.some((allowed) => to === allowed || to.startsWith(`${allowed}/`));
  });
  expect(wrong).toEqual([]);
});

/** The names that several files declare, with these files. Throws when hardly any is found. */
function namesOfSeveral(namesIn: (file: string) => string[], min: number): string[] {
  const all = appFiles.flatMap((file) => namesIn(file).map((name) => ({ name, file })));
  if (all.length < min) throw new Error("Not all names were found");
  const groups = [...Map.groupBy(all, ({ name }) => name)].filter(([, group]) => group.length > 1);
  return groups.map(([name, group]) => `${name}: ${group.map(({ file }) => file).join(", ")}`);
}

it("exported names are declared once", () => {
  expect(namesOfSeveral(exportedNames, 1000), "One of them needs a name that says more.").toEqual([]);
});

it("numbers of rules are declared once in a domain", () => {
  const number = /^(?:export )?const ([A-Z][A-Z\d_]+) = [\dA-Z_.()*+ -]*;/gm;
  const numbersOfDomain = (file: string) =>
    [...textOf(file).matchAll(number)].map(([, name]) => `${file.split("/")[1]} ${name}`);
  const twice = namesOfSeveral(numbersOfDomain, 250);
  expect(twice, "One rule has one number; another one needs a name that says more.").toEqual([]);
});

it("what needs a server is kept out of what the browser loads", () => {
  const composers = ["app/root.tsx", "app/entry.server.tsx", "app/wiring.ts"];
  const reached = ofApp.filter(
    ({ from, to }) =>
      to.endsWith(".server.ts") && !from.endsWith(".server.ts") && !isRoute(from) && !composers.includes(from),
  );
  expect(reached.filter(({ from, to }) => !isTypeImport(from, to))).toEqual([]);
});

it("files have no meaningless name", () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|lib|common|misc)(\/|\.tsx?$)/.test(file))).toEqual([]);
});

/** Exports that React Router looks for in a route. */
const FRAMEWORK = /^(loader|action|meta|links|headers|handle|shouldRevalidate|clientAction|middleware|ErrorBoundary)$/;

/** The names that a file declares and exports, without default exports and those of the framework. */
function exportedNames(file: string): string[] {
  const declared = textOf(file).matchAll(/^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm);
  return [...declared].flatMap(([, name = ""]) => (FRAMEWORK.test(name) ? [] : [name]));
}

/** Whether a file imports only types of another file; browsers load no types. */
function isTypeImport(from: string, to: string): boolean {
  const name = to.split("/").at(-1) ?? "";
  const lines = textOf(from).match(/^(import|export) [^;]*;/gm) ?? [];
  return lines.filter((line) => line.includes(`/${name}"`)).every((line) => /^(import|export) type /.test(line));
}

it("the console's style sheet has the classes of the site's components that the console uses", () => {
  const [, scanned = ""] = /@source "\.\.\/ui\/\{(.*)\}\.tsx"/.exec(textOf("app/console/console.css")) ?? [];
  const drawn = filesBelow("app")
    .filter((file) => /^app\/([a-z-]+\/)?(console|desk)\//.test(file))
    .flatMap(importsOf)
    .flatMap(({ to }) => /^app\/ui\/(.*)\.tsx$/.exec(to)?.[1] ?? []);
  expect(scanned.split(",")).toEqual(expect.arrayContaining(drawn));
});
