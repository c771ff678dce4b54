/**
 * Every address of the console, requested as each role with each method; `app/staff/roles.ts` has the permissions. Forms are
 * sent as pages with script send them, since their responses are not rendered.
 */
import { createLog } from "../app/platform/log.server.ts";
import type { Services } from "../app/platform/services.ts";
import { type Action, can, ROLES, type Role, type Subject } from "../app/staff/roles.ts";
import { consoleRoutes } from "../test/support/route-paths.ts";
import type { SiteInProcess } from "../test/support/site-in-process.ts";
import { addSession, addStaffMember } from "../test/support/staff.ts";
import { expect, openSiteBeforeAll, test } from "./fixtures.ts";

/** The people allowed: everybody, staff before the second step, staff past it, or staff with a permission. */
type Rule = "everybody" | "member" | "staff" | readonly [Action, Subject];

/** The rules of an address. An action alone is one on the content type in the address. Without `post` it accepts no form. */
type Expectation = { at?: string; get: Rule | Action; post?: Rule | Action; fields?: Record<string, string> };

/** A content type of the owner and one of the desk. */
const TYPES = ["plan", "gallery-picture"] as const;

type Permission = readonly [Action, Subject];

/** The permissions of content pages depend on the type in the address. */
type KitPage = {
  loader: { may: (args: { params: { type: string } }) => Permission };
  action: { run: Record<string, readonly [Action | Permission, unknown]> };
};

/** The pages that declare the permissions of their forms (app/console/kit/). */
async function kitPages() {
  const modules = await Promise.all(
    consoleRoutes().map(async ({ path, file }) => ({ path, ...((await import(file)) as Partial<KitPage>) })),
  );
  return modules.filter((page): page is { path: string } & KitPage => page.loader?.may !== undefined);
}

/** The permission for seeing each page of the kit, followed by the permissions of its forms. */
const PERMISSIONS: Record<string, string> = {
  "/staff/notice": "publish notice; publish notice: publish, remove",
  "/staff/timetable/add": "publish timetable; publish timetable: add",
  "/staff/timetable/closures": "publish timetable; publish timetable: close, open, add",
  "/staff/timetable/:session": "see timetable; publish timetable: cancel, move, substitute, restore",
  "/staff/content/testimonial/:slug/consent":
    "see testimonial; edit testimonial: add, give, forget; publish testimonial: withdraw",
  "/staff/content/:type/:slug/history": "see plan; publish plan: undo, put-back; edit plan: restore",
  "/staff/content/:type/:slug/schedule":
    "publish plan; publish plan: publish, postpone, remove, keep, cancel:publish, cancel:remove",
  "/staff/content/:type/:slug/picture/:field": "edit plan; edit plan: choose",
  "/staff/content/:type/:slug/focus/:field": "edit plan; edit plan: focus",
  "/staff/content/:type/:slug/remove": "publish plan; publish plan: remove, discard",
  "/staff/content/:type/:slug/discard": "edit plan; edit plan: discard",
  "/staff/members/new": "edit members; edit members: make",
  "/staff/members/import": "publish members; publish members: read, import, undo, discard",
  "/staff/members/:person": "see bookings; edit members: note, consent, door; publish members: keep",
  "/staff/members/:person/erase": "publish members; publish members: erase",
  "/staff/members/:person/edit": "edit members; edit members: change",
  "/staff/members/:person/give": "edit members; edit members: give",
  "/staff/members/:person/freeze": "edit members; edit members: freeze, return, take-back",
  "/staff/members/:person/end": "edit members; publish members: end, end-back; edit members: take-back",
  "/staff/members/:person/book": "edit bookings; edit bookings: book",
  "/staff/sell/:people": "edit sales; edit sales: sell",
  "/staff/money/drawer": "edit sales; edit sales: open, close, out",
  "/staff/money/drawers/:drawer": "see sales; edit sales: note",
  "/staff/money/sales/:sale": "see sales; edit sales: take",
  "/staff/money/sales/:sale/undo": "edit sales; edit sales: undo",
  "/staff/money/sales/:sale/back": "publish sales; publish sales: back",
  "/staff/people": "see people; edit people: resend, revoke",
  "/staff/people/invite": "edit people; edit people: invite",
  "/staff/people/:person": "edit people; edit people: role, reset, remove",
  "/staff/mail": "edit settings; edit settings: save, test",
  "/staff/activity": "see activity; see activity: undo",
};

/** The requests for each form of the kit's pages, with the permission it declares. */
async function declaredExpectations(): Promise<Record<string, Expectation[]>> {
  return Object.fromEntries(
    (await kitPages()).map(({ path, loader, action }) => {
      const forms = (path.includes(":type") ? TYPES : ["none"]).flatMap((type) => {
        const at = path.replace(":type", type).replaceAll(/:\w+/g, "none");
        const get = loader.may({ params: { type } });
        return Object.entries(action.run).map(([name, [post]]) => {
          return { at, get, post: typeof post === "string" ? ([post, get[1]] as const) : post, fields: { do: name } };
        });
      });
      return [path, forms];
    }),
  );
}

/** A route that neither declares its permissions nor is in this table fails the test. */
const EXPECTED: Readonly<Record<string, Expectation | Expectation[]>> = {
  "/staff": [{ get: "staff" }, { at: "/staff?index", get: "staff", post: ["edit", "enquiries"] }],
  "/staff/more": { get: "staff" },
  "/staff/welcome": { get: "everybody", post: "everybody" },
  "/staff/invitation": { get: "everybody", post: "everybody" },
  "/staff/sign-in-again": { get: "everybody", post: "everybody" },
  "/staff/second-step": { get: "member", post: "member" },
  "/staff/second-step/set-up": { get: "member", post: "member" },
  "/staff/second-step/recovery-codes": { get: "member", post: "member" },
  "/staff/second-step/recovery-codes.txt": { get: "member" },
  "/staff/second-step/factors": { get: "staff", post: "staff" },
  "/staff/members": { get: ["see", "members"] },
  "/staff/members/import/:import/rows.csv": { get: ["publish", "members"] },
  "/staff/members/:person/account": { get: ["edit", "members"], post: ["edit", "members"] },
  "/staff/members/:person/merge": { get: ["edit", "members"], post: ["publish", "members"] },
  "/staff/sell": { get: ["edit", "sales"] },
  "/staff/sell/:people/more": { get: ["edit", "sales"] },
  "/staff/figures": { get: ["see", "figures"] },
  "/staff/money": { get: ["see", "sales"] },
  "/staff/money/payments.csv": { get: ["publish", "sales"] },
  "/staff/receipts/:receipt": { get: ["see", "sales"] },
  "/staff/search": { get: "staff" },
  "/staff/guide": { get: "staff" },
  "/staff/guide/:picture": { at: "/staff/guide/none.webp", get: "staff" },
  "/staff/timetable": { get: ["see", "timetable"] },
  "/staff/timetable/rows": { get: ["publish", "timetable"] },
  "/staff/timetable/rows/:slug": { get: ["publish", "timetable"], post: ["publish", "timetable"] },
  "/staff/timetable/rows/new": { get: ["publish", "timetable"], post: ["publish", "timetable"] },
  "/staff/day": { get: ["see", "bookings"], post: ["edit", "bookings"] },
  "/staff/day/people": { get: ["edit", "bookings"] },
  "/staff/day/to-tell": { get: ["see", "bookings"], post: ["edit", "bookings"] },
  "/staff/day/:session": { get: ["see", "bookings"], post: ["edit", "bookings"] },
  "/staff/content": { get: "staff" },
  "/staff/content/:type": { get: "see", post: "publish" },
  "/staff/content/:type/new": { get: "edit", post: "edit" },
  "/staff/content/:type/:slug": { get: "edit", post: "edit" },
  "/staff/content/:type/:slug/preview": { get: "edit" },
  "/staff/enquiries": { get: ["see", "enquiries"], post: ["edit", "enquiries"] },
  "/staff/enquiries.csv": { get: ["see", "enquiries"] },
  "/staff/enquiries/:id": { get: ["see", "enquiries"], post: ["edit", "enquiries"] },
  "/staff/pictures": { get: ["see", "pictures"], post: ["edit", "pictures"] },
  "/staff/pictures/:hash": { get: ["see", "pictures"], post: ["edit", "pictures"] },
  "/staff/*": { at: "/staff/nothing-here", get: "staff" },
  "/staff/pictures/:hash/:kind": { at: "/staff/pictures/none/small", get: ["see", "pictures"] },
};

type Request = { path: string; method: "GET" | "POST"; rule: Rule | undefined; fields?: Record<string, string> };

/** The requests for each expectation of a route, one for each content type. Pages with several forms are read once. */
async function requestsOf(services: Services, expected: Record<string, Expectation | Expectation[]>) {
  const requests = new Map<string, Request>();
  for (const [route, expectations] of Object.entries(expected)) {
    for (const type of route.includes(":type") ? TYPES : (["plan"] as const)) {
      const entries = services.db.selectFrom("entries").select("slug").where("type", "=", type).orderBy("position");
      const { slug } = await entries.executeTakeFirstOrThrow();
      for (const { at, get, post, fields } of [expectations].flat()) {
        const path =
          at ?? route.replace(":type/:slug", `${type}/${slug}`).replace(":type", type).replaceAll(/:\w+/g, "none");
        const ruleOf = (rule: Rule | Action | undefined) => (isAction(rule) ? ([rule, type] as const) : rule);
        requests.set(`GET ${path}`, { path, method: "GET", rule: ruleOf(get) });
        const form = `POST ${path} ${new URLSearchParams(fields)}`;
        requests.set(form, { path, method: "POST", rule: ruleOf(post), ...(fields && { fields }) });
      }
    }
  }
  return [...requests.values()];
}

const isAction = (rule: Rule | Action | undefined): rule is Action =>
  rule === "see" || rule === "edit" || rule === "publish";

type Who = { name: string; cookie: string; role: Role | "visitor" | "nobody"; hasPassed: boolean };

/** The outcome of a response for the person who sent the request. */
function verdict(status: number, location: string | null): string {
  if (location?.startsWith("/login")) return "sign in";
  if (location?.startsWith("/staff/sign-in-again")) return "sign in, with the form";
  if (/^\/staff\/second-step(\?|$)/.test(location ?? "")) return "second step";
  if (status === 403) return "not in your role";
  return status >= 500 ? `failed with ${status}` : "let in";
}

/** Sends a request with a cookie, as a page of the site does. */
async function send(
  { url }: SiteInProcess,
  cookie: string,
  method: "GET" | "POST",
  path: string,
  fields?: Record<string, string>,
) {
  const address = method === "GET" ? path : path.replace(/(?=\?|$)/, ".data");
  const response = await fetch(url + address, {
    method,
    redirect: "manual",
    // Compressing two thousand responses would take seconds.
    headers: { Cookie: cookie, Origin: url, "Accept-Encoding": "identity" },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  const text = await response.text();
  const { status, headers } = response;
  // Data has the target of a redirect in its body.
  const [, target = null] = status === 202 ? (/"(\/[^"]*)"/.exec(text) ?? []) : [];
  return { status, headers, outcome: verdict(status, headers.get("Location") ?? target) };
}

function expected({ role, hasPassed }: Who, rule: Rule): string[] {
  if (rule === "everybody") return ["let in"];
  if (role === "nobody") return ["sign in", "sign in, with the form"];
  // Visitors get a 404, which is checked by its status.
  if (role === "visitor") return ["let in"];
  // The pages of the second step redirect to each other.
  if (rule === "member") return ["let in", "second step"];
  if (!hasPassed) return ["second step", "sign in, with the form"];
  return rule === "staff" || can(role, ...rule) ? ["let in"] : ["not in your role"];
}

async function everybody(site: SiteInProcess): Promise<Who[]> {
  const { services } = site;
  const roles = await Promise.all(
    ROLES.map(async (role) => ({
      name: role,
      role,
      hasPassed: true,
      cookie: (await addStaffMember(services, role)).cookie,
    })),
  );
  const waiting = await addStaffMember(services, "owner", { secondStep: "waiting" });
  const gone = await addStaffMember(services, "desk");
  await services.db.deleteFrom("staff").where("user_id", "=", gone.member.id).execute();
  const visitor = await addSession(services, gone.member.id, true);
  return [
    { name: "nobody", role: "nobody", hasPassed: false, cookie: "" },
    { name: "somebody with a made-up cookie", role: "nobody", hasPassed: false, cookie: "nguvu.session=a.b" },
    { name: "a visitor", role: "visitor", hasPassed: true, cookie: visitor.cookie },
    ...roles,
    { name: "an owner before the second step", role: "owner", hasPassed: false, cookie: waiting.cookie },
  ];
}

let lines: Record<string, unknown>[] = [];
const site = openSiteBeforeAll(undefined, (services) => {
  return { ...services, log: createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }) };
});

// On one engine only: permissions are one table, and app/staff/*.test.ts tests on both who is staff.
test("every address below /staff is known, and lets in only permitted people, with GET and POST", async () => {
  const all = { ...EXPECTED, ...(await declaredExpectations()) };
  const paths = consoleRoutes().map(({ path }) => path);
  expect(paths.toSorted()).toEqual(Object.keys(all).toSorted());
  const { services } = site;
  const requests = await requestsOf(services, all);
  const wrong: string[] = [];
  for (const who of await everybody(site)) {
    for (const { path, method, rule, fields } of requests) {
      // An unknown form: people who are let in get it back, and nothing is done.
      const form = method === "POST" ? { ...fields, nonsense: "1" } : undefined;
      const { status, headers, outcome: got } = await send(site, who.cookie, method, path, form);
      const request = `${who.name}: ${method} ${path}: ${status}, ${got}`;
      if (rule === undefined) {
        // It accepts no form from anybody.
        if (got === "let in" && status < 400) wrong.push(request);
        continue;
      }
      const isHidden = who.role === "visitor" && rule !== "everybody";
      if (!expected(who, rule).includes(got) || (isHidden && status !== 404)) wrong.push(request);
      const isPrivate =
        headers.get("X-Robots-Tag") === "noindex" && headers.get("Cache-Control") === "private, no-store";
      if (!isPrivate) wrong.push(`${request}: may be indexed or cached`);
      if (headers.get("Referrer-Policy") !== "no-referrer") wrong.push(`${request}: has a referrer`);
    }
  }
  expect(wrong).toEqual([]);
  const log = services.db.selectFrom("audit_log").select("action").where("action", "<>", "enquiries-exported");
  expect(await log.execute(), "nothing was done").toEqual([]);
});

test("each page of the kit and each of its forms has its permission", async () => {
  const declared = (await kitPages()).map(({ path, loader, action }) => {
    const page = loader.may({ params: { type: "plan" } });
    const forms = Object.groupBy(Object.entries(action.run), ([, [may]]) =>
      (typeof may === "string" ? [may, page[1]] : may).join(" "),
    );
    const ofForms = Object.entries(forms).map(([may, all = []]) => `${may}: ${all.map(([name]) => name).join(", ")}`);
    return [path, [page.join(" "), ...ofForms].join("; ")];
  });
  expect(Object.fromEntries(declared)).toEqual(PERMISSIONS);
});

test("refusals in the console are logged with keyed hashes of the account and the client's address", async () => {
  lines = [];
  const trainer = await addStaffMember(site.services, "trainer", { email: "kamau@nguvu.example" });
  const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
  const gone = await addStaffMember(site.services, "desk");
  await site.services.db.deleteFrom("staff").where("user_id", "=", gone.member.id).execute();
  const ask = async (cookie: string, path: string, fields?: Record<string, string>) =>
    (await send(site, cookie, fields === undefined ? "GET" : "POST", path, fields)).status;
  expect(await ask(trainer.cookie, "/staff/timetable")).toBe(200);
  expect(await ask(trainer.cookie, "/staff/people")).toBe(403);
  await ask(trainer.cookie, "/staff/enquiries.data");
  expect(await ask(trainer.cookie, "/staff/people/invite", { nonsense: "1" })).toBe(403);
  expect(await ask(gone.cookie, "/staff")).toBe(404);
  await ask(desk.cookie, "/staff/second-step", { code: "123", passkey: "" });
  await ask(desk.cookie, "/staff/second-step?with=recovery-code", { code: "123", passkey: "" });
  await ask(trainer.cookie, "/staff/second-step/set-up", { code: "123", passkey: "" });
  const refused = lines.filter(({ event }) => /-refused$/.test(String(event)));
  expect(refused.map(({ event, code }) => [event, code])).toEqual([
    ["permission-refused", 403],
    ["permission-refused", 403],
    ["permission-refused", 403],
    ["permission-refused", 404],
    ["second-step-refused", "code-wrong"],
    ["second-step-refused", "recovery-code-wrong"],
    ["set-up-refused", "setup-expired"],
  ]);
  const accounts = refused.map(({ account }) => account);
  expect(accounts.map((account) => accounts.indexOf(account))).toEqual([0, 0, 0, 3, 4, 4, 0]);
  expect(new Set(refused.map(({ client }) => client)).size).toBe(1);
  const hash = expect.stringMatching(/^[\w-]{16}$/);
  expect(refused).toMatchObject(Array(7).fill({ account: hash, client: hash }));
  expect(JSON.stringify(lines)).not.toMatch(/kamau|127\.0\.0\.1|@nguvu/);
});
