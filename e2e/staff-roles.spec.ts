/** Every address of the console, with every method, asked as everybody: what each may do is in `app/staff/roles.ts`. */

import { expect, test } from "@playwright/test";
import type { Services } from "../app/platform/services.ts";
import { type Action, can, ROLES, type Role, type Subject } from "../app/staff/roles.ts";
import { startPostgres } from "../test/postgres-server.ts";
import { consoleRoutePaths } from "../test/route-paths.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/site-in-process.ts";
import { addSession, addStaffMember } from "../test/staff.ts";

/** Who may: everybody, members of staff before the second step, all of them past it, or those who may do something. */
type Rule = "everybody" | "member" | "staff" | readonly [Action, Subject];

/** What an address is for. `at`: the address itself, where the route has parameters. `post`: absent when it takes no form. */
type Expectation = { at?: (seeded: Seeded) => string; get: Rule; post?: Rule };

type Seeded = { slot: string; plan: string; testimonial: string; person: string };

/** The pages of one content type's entry, for a type of the owner's and one of the desk's. */
function entryPages(below: string, get: Action, post?: Action): Expectation[] {
  return (["plan", "slot"] as const).map((type) => ({
    at: (seeded) => `/staff/content/${type}/${seeded[type]}${below}`,
    get: [get, type],
    ...(post && { post: [post, type] as const }),
  }));
}

/** A route that is not in this table fails the test. */
const EXPECTED: Readonly<Record<string, Expectation | Expectation[]>> = {
  "/staff": { get: "staff" },
  "/staff/more": { get: "staff" },
  "/staff/welcome": { get: "everybody", post: "everybody" },
  "/staff/invitation": { get: "everybody", post: "everybody" },
  "/staff/sign-in-again": { get: "everybody", post: "everybody" },
  "/staff/second-step": { get: "member", post: "member" },
  "/staff/second-step/set-up": { get: "member", post: "member" },
  "/staff/second-step/recovery-codes": { get: "member", post: "member" },
  "/staff/second-step/recovery-codes.txt": { get: "member" },
  "/staff/second-step/factors": { get: "staff", post: "staff" },
  "/staff/people": { get: ["see", "people"], post: ["edit", "people"] },
  "/staff/people/invite": { get: ["edit", "people"], post: ["edit", "people"] },
  "/staff/people/:person": {
    at: ({ person }: Seeded) => `/staff/people/${person}`,
    get: ["edit", "people"],
    post: ["edit", "people"],
  },
  "/staff/activity": { get: ["see", "activity"], post: ["see", "activity"] },
  "/staff/search": { get: "staff" },
  "/staff/guide": { get: "staff" },
  "/staff/guide/:picture": { at: () => "/staff/guide/none.webp", get: "staff" },
  "/staff/timetable": { get: ["see", "timetable"] },
  "/staff/timetable/add": { get: ["publish", "timetable"], post: ["publish", "timetable"] },
  "/staff/timetable/closures": { get: ["publish", "timetable"], post: ["publish", "timetable"] },
  "/staff/timetable/rows/:slug": {
    at: ({ slot }: Seeded) => `/staff/timetable/rows/${slot}`,
    get: ["publish", "slot"],
    post: ["publish", "slot"],
  },
  "/staff/timetable/rows/new": { get: ["publish", "slot"], post: ["publish", "slot"] },
  "/staff/timetable/rows/:slug/remove": {
    at: ({ slot }: Seeded) => `/staff/timetable/rows/${slot}/remove`,
    get: ["publish", "slot"],
    post: ["publish", "slot"],
  },
  "/staff/timetable/:session": {
    at: () => "/staff/timetable/none",
    get: ["see", "timetable"],
    post: ["publish", "timetable"],
  },
  "/staff/day": { get: ["see", "bookings"], post: ["edit", "bookings"] },
  "/staff/day/:session": { at: () => "/staff/day/none", get: ["see", "bookings"], post: ["edit", "bookings"] },
  "/staff/content": { get: "staff" },
  "/staff/content/:type": (["plan", "slot"] as const).map((type) => ({
    at: () => `/staff/content/${type}`,
    get: ["see", type],
    post: ["publish", type],
  })),
  "/staff/content/:type/new": (["plan", "slot"] as const).map((type) => ({
    at: () => `/staff/content/${type}/new`,
    get: ["edit", type],
    post: ["edit", type],
  })),
  "/staff/content/:type/:slug": entryPages("", "edit", "edit"),
  "/staff/content/:type/:slug/history": entryPages("/history", "see", "edit"),
  "/staff/content/:type/:slug/schedule": entryPages("/schedule", "publish", "publish"),
  "/staff/content/:type/:slug/preview": entryPages("/preview", "edit"),
  "/staff/content/:type/:slug/picture/:field": entryPages("/picture/photo", "edit", "edit"),
  "/staff/content/:type/:slug/focus/:field": entryPages("/focus/photo", "edit", "edit"),
  "/staff/content/:type/:slug/remove": entryPages("/remove", "publish", "publish"),
  "/staff/content/:type/:slug/discard": entryPages("/discard", "edit", "edit"),
  "/staff/content/testimonial/:slug/consent": {
    at: ({ testimonial }: Seeded) => `/staff/content/testimonial/${testimonial}/consent`,
    get: ["see", "testimonial"],
    post: ["edit", "testimonial"],
  },
  "/staff/enquiries": { get: ["see", "enquiries"], post: ["edit", "enquiries"] },
  "/staff/enquiries.csv": { get: ["see", "enquiries"] },
  "/staff/enquiries/:id": { at: () => "/staff/enquiries/none", get: ["see", "enquiries"], post: ["edit", "enquiries"] },
  "/staff/pictures": { get: ["see", "pictures"], post: ["edit", "pictures"] },
  "/staff/pictures/:hash": { at: () => "/staff/pictures/none", get: ["see", "pictures"], post: ["edit", "pictures"] },
  "/staff/*": { at: () => "/staff/nothing-here", get: "staff" },
  "/staff/pictures/:hash/:kind": { at: () => "/staff/pictures/none/small", get: ["see", "pictures"] },
};

/** A route has an address of its own for each of its expectations. */
function addresses(seeded: Seeded): { path: string; method: "GET" | "POST"; rule: Rule | undefined }[] {
  return Object.entries(EXPECTED).flatMap(([route, expectations]) =>
    [expectations].flat().flatMap(({ at, get, post }) => {
      const path = at?.(seeded) ?? route;
      return [
        { path, method: "GET" as const, rule: get },
        { path, method: "POST" as const, rule: post },
      ];
    }),
  );
}

type Who = { name: string; cookie: string; role: Role | "visitor" | "nobody"; hasPassed: boolean };

/** What a response means for who asked. */
function verdict(status: number, location: string | null): string {
  if (location?.startsWith("/login")) return "sign in";
  if (location?.startsWith("/staff/sign-in-again")) return "sign in, with the form";
  if (/^\/staff\/second-step(\?|$)/.test(location ?? "")) return "second step";
  if (status === 403) return "not in your role";
  return status >= 500 ? `failed with ${status}` : "let in";
}

function expected({ role, hasPassed }: Who, rule: Rule): string[] {
  if (rule === "everybody") return ["let in"];
  if (role === "nobody") return ["sign in", "sign in, with the form"];
  // For a visitor there is no such page, which is checked by its status.
  if (role === "visitor") return ["let in"];
  // The pages of the second step lead each other there.
  if (rule === "member") return ["let in", "second step"];
  if (!hasPassed) return ["second step", "sign in, with the form"];
  return rule === "staff" || can(role, ...rule) ? ["let in"] : ["not in your role"];
}

async function slugOf({ db }: Services, type: string): Promise<string> {
  const query = db.selectFrom("entries").select("slug").where("type", "=", type).orderBy("position");
  return (await query.executeTakeFirstOrThrow()).slug;
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

test("every address below /staff has an expectation", () => {
  expect(consoleRoutePaths().toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

for (const engine of ["sqlite", "postgres"] as const) {
  test(`every address lets in who may, with GET and POST, on ${engine}`, async () => {
    test.setTimeout(120_000);
    const postgres = engine === "postgres" ? await startPostgres() : undefined;
    const site = await startSiteInProcess(postgres && { DATABASE_URL: postgres.url });
    const { services } = site;
    const { member } = await addStaffMember(services, "trainer");
    const seeded: Seeded = {
      slot: await slugOf(services, "slot"),
      plan: await slugOf(services, "plan"),
      testimonial: await slugOf(services, "testimonial"),
      person: member.id,
    };
    const wrong: string[] = [];
    for (const who of await everybody(site)) {
      for (const { path, method, rule } of addresses(seeded)) {
        const response = await fetch(site.url + path, {
          method,
          redirect: "manual",
          headers: { Cookie: who.cookie, Origin: site.url },
          // No form of ours: who is let in gets it back, and nothing is done.
          ...(method === "POST" && { body: new URLSearchParams({ nonsense: "1" }) }),
        });
        const { status, headers } = response;
        const got = verdict(status, headers.get("Location"));
        const asked = `${who.name}: ${method} ${path}: ${status}, ${got}`;
        await response.arrayBuffer();
        if (rule === undefined) {
          // It takes no form, from nobody.
          if (got === "let in" && status < 400) wrong.push(asked);
          continue;
        }
        const isHidden = who.role === "visitor" && rule !== "everybody";
        if (!expected(who, rule).includes(got) || (isHidden && status !== 404)) wrong.push(asked);
        const isPrivate =
          headers.get("X-Robots-Tag") === "noindex" && headers.get("Cache-Control") === "private, no-store";
        if (!isPrivate) wrong.push(`${asked}: may be indexed or cached`);
        if (headers.get("Referrer-Policy") !== "no-referrer") wrong.push(`${asked}: has a referrer`);
      }
    }
    expect(wrong).toEqual([]);
    const [{ count } = { count: 0 }] = await services.db
      .selectFrom("audit_log")
      .select(({ fn }) => fn.countAll<number | string>().as("count"))
      .where("action", "<>", "enquiries-exported")
      .execute();
    expect(Number(count), "nothing was done").toBe(0);
    await site.close();
    await postgres?.remove();
  });
}
