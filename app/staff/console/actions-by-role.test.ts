/**
 * Effects of the console's forms, sent by everybody, with POST and with GET, behind the guard. Who may open which address
 * is in `e2e/staff-roles.spec.ts`, whose forms do nothing.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addMembers, momentAt } from "../../../test/bookings/booking-gym.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type RouteResult, routeCall } from "../../../test/support/route-calls.ts";
import { addSession, addStaffMember } from "../../../test/support/staff.ts";
import { ENGINES } from "../../../test/support/test-services.ts";
import { findVisitor } from "../../accounts/accounts.server.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { bookPlace } from "../../bookings/book.server.ts";
import { action as sessionAction, loader as sessionLoader } from "../../bookings/desk/day-session.route.tsx";
import { action as scheduleAction, loader as scheduleLoader } from "../../cms/console/entry-schedule.route.tsx";
import { saveDraft } from "../../cms/editing/drafts.server.ts";
import { runDueSchedules } from "../../cms/editing/due-schedules.server.ts";
import { getEditing } from "../../cms/editing/editing.server.ts";
import { findLive } from "../../cms/editing/entry-rows.server.ts";
import { middleware } from "../../console/console-layout.route.tsx";
import { action as firstPageAction, loader as firstPageLoader } from "../../console/first-page/first-page.route.tsx";
import { galleryPictureType } from "../../content-types/pictures.ts";
import type { Services } from "../../platform/services.ts";
import { documentContext } from "../../request/request-context.ts";
import { action as slotAction, loader as slotLoader } from "../../timetable/console/weekly-slot.route.tsx";
import { readPeriods } from "../../timetable/slot-rows.server.ts";
import { changeRole, removePerson } from "../people.server.ts";
import { can, isRole, type Subject } from "../roles.ts";

const MONDAY = "2026-11-23";
const DAY_MS = 24 * 3_600_000;

const WHO = [
  "nobody",
  "somebody with a made-up cookie",
  "a visitor",
  "an owner before the second step",
  "another trainer",
  "the trainer of the class",
  "the desk",
  "the owner",
] as const;

type Who = (typeof WHO)[number];

type World = { services: Services; clock: { now: string }; cookies: Record<Who, string>; ownerId: string };

// biome-ignore lint/suspicious/noExplicitAny: each route has its own types of arguments and of data
type RouteFunction = (args: any) => any;

/** The attempt of somebody on something that belongs to them alone, and whether it was done. */
type Attempt = {
  path: string;
  params: Record<string, string>;
  fields: Record<string, string>;
  isDone: () => Promise<boolean>;
};

type NewActivity = {
  name: string;
  may: readonly Who[];
  action: RouteFunction;
  loader: RouteFunction;
  attempt: (world: World) => Promise<Attempt>;
};

let minutes = 0;

/** A class of every Sunday, at a time that no other has. */
const addingWeekly = async ({ services }: World): Promise<Attempt> => {
  minutes += 1;
  const from = `1:${String(minutes).padStart(2, "0")}am`;
  const slot = { "days.sunday": "sunday", from, to: "2:30am", class: "boxing", trainer: "amina-yusuf" };
  const isDone = async () => (await readPeriods(services.db)).some(({ time }) => time.from === from);
  return { path: "/staff/timetable/rows/new", params: {}, fields: { do: "change", ...slot }, isDone };
};

/** A place for an account in Monday's class of Wanjiru's. @param visited how long ago the account was in one of them */
const bookFor = async ({ services, clock }: World, visited: boolean): Promise<Attempt> => {
  const [person] = await addMembers(services, 1);
  if (person === undefined) throw new Error("There is somebody");
  if (visited) {
    const now = clock.now;
    clock.now = momentAt("2026-11-15", 12);
    await bookPlace(services, person, { sessionId: "monday-1.2026-11-16" });
    clock.now = now;
  }
  const id = `monday-1.${MONDAY}`;
  const isDone = async () => {
    const rows = services.db.selectFrom("bookings").select("id").where("user_id", "=", person.id);
    return (await rows.where("session_id", "=", id).execute()).length > 0;
  };
  const fields = { do: "book", who: person.email, account: person.id };
  return { path: `/staff/day/${id}`, params: { session: id }, fields, isDone };
};

/** A picture of the gallery that is not on the site; scheduling it. */
const scheduled = async ({ services, ownerId }: World): Promise<Attempt> => {
  const owner = { id: ownerId, name: "The owner" };
  const photo = { file: "gallery-01.jpg", alt: `Picture ${randomUUID()}`, focus: [50, 50] };
  const saved = await saveDraft(services, galleryPictureType, null, { photo }, owner);
  if (saved.code !== "saved") throw new Error("The draft was not saved");
  const { slug } = saved;
  const isDone = async () =>
    (await getEditing(services, galleryPictureType, slug))?.schedules.some(({ action }) => action === "publish") ??
    false;
  const fields = { do: "publish", day: "2026-12-01", time: "06:00", seen: String(saved.revision) };
  const path = `/staff/content/gallery-picture/${slug}/schedule`;
  return { path, params: { type: galleryPictureType.name, slug }, fields, isDone };
};

/** A mail about a booking that was given up; removing it. */
const removingMail = async ({ services: { db, now } }: World): Promise<Attempt> => {
  const at = now().toISOString();
  const id = randomUUID();
  const mail = { recipient: "a@example.com", reply_to: "", subject: "Moved", body_text: "", kind: "booking-moved" };
  await db
    .insertInto("outbox")
    .values({
      id,
      message_id: id,
      ...mail,
      created_at: at,
      due_at: at,
      sent_at: null,
      given_up_at: at,
      last_error: "550",
    })
    .execute();
  const isDone = async () =>
    (await db.selectFrom("outbox").select("id").where("id", "=", id).executeTakeFirst()) === undefined;
  return { path: "/staff?index", params: {}, fields: { do: `remove:${id}` }, isDone };
};

const OWNER_AND_DESK = ["the desk", "the owner"] as const;

const ACTS: readonly NewActivity[] = [
  {
    name: "adding a class every week",
    may: OWNER_AND_DESK,
    ...{ action: slotAction, loader: slotLoader },
    attempt: addingWeekly,
  },
  {
    name: "booking for any address",
    may: OWNER_AND_DESK,
    ...{ action: sessionAction, loader: sessionLoader },
    attempt: (world) => bookFor(world, false),
  },
  {
    name: "booking for somebody who was in the class before",
    may: ["the trainer of the class", ...OWNER_AND_DESK],
    ...{ action: sessionAction, loader: sessionLoader },
    attempt: (world) => bookFor(world, true),
  },
  {
    name: "scheduling a picture of the gallery",
    may: OWNER_AND_DESK,
    ...{ action: scheduleAction, loader: scheduleLoader },
    attempt: scheduled,
  },
  {
    name: "removing a mail that could not be delivered",
    may: OWNER_AND_DESK,
    ...{ action: firstPageAction, loader: firstPageLoader },
    attempt: removingMail,
  },
];

/** Asks as the host does: the visitor of the cookie, then the guard of the console, then the route. */
async function ask({ services }: World, cookie: string, work: RouteFunction, attempt: Attempt, method: "GET" | "POST") {
  const query =
    method === "GET" ? `${attempt.path.includes("?") ? "&" : "?"}${new URLSearchParams(attempt.fields)}` : "";
  const made = routeCall(services, attempt.path + query, {
    cookie,
    ...(method === "POST" && { fields: attempt.fields }),
  });
  made.context.set(visitorContext, await findVisitor(services, made.request));
  made.context.set(documentContext, {} as never);
  const guarded: RouteFunction = (args) => middleware[0]?.(args, () => work({ ...args, params: attempt.params }));
  return callRoute(guarded, made);
}

/** How somebody is refused. */
function isRefusal(who: Who, { status, location }: RouteResult): boolean {
  if (who === "nobody" || who === "somebody with a made-up cookie")
    return /^\/(login|staff\/sign-in-again)\?/.test(location ?? "");
  if (who === "an owner before the second step") return /^\/staff\/(second-step|sign-in-again)\?/.test(location ?? "");
  return who === "a visitor" ? status === 404 : [403, 404, 409, 422].includes(status);
}

describe.each(ENGINES)("on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: momentAt("2026-11-22", 12),
    places: { fitness: { places: 200 } },
  });
  let world: World;
  beforeAll(async () => {
    const owner = await addStaffMember(services, "owner");
    const trainer = (slug: string) => addStaffMember(services, "trainer", { trainerSlug: slug });
    const [visitor] = await addMembers(services, 1);
    const cookies: Record<Who, string> = {
      nobody: "",
      "somebody with a made-up cookie": "nguvu.session=a.b",
      "a visitor": (await addSession(services, visitor?.id ?? "", true)).cookie,
      "an owner before the second step": (await addStaffMember(services, "owner", { secondStep: "waiting" })).cookie,
      "another trainer": (await trainer("amina-yusuf")).cookie,
      "the trainer of the class": (await trainer("wanjiru-kamau")).cookie,
      "the desk": (await addStaffMember(services, "desk")).cookie,
      "the owner": owner.cookie,
    };
    world = { services, clock, cookies, ownerId: owner.member.id };
  });

  test("each act is done by those who may, with POST alone", async () => {
    const wrong: string[] = [];
    for (const { name, may, action, loader, attempt: prepare } of ACTS) {
      // As long as nobody has done it, it can be tried by the next.
      let attempt = await prepare(world);
      for (const who of WHO) {
        for (const method of ["GET", "POST"] as const) {
          const work = method === "GET" ? loader : action;
          const result = await ask(world, world.cookies[who], work, attempt, method);
          const isDone = await attempt.isDone();
          const isAllowed = may.includes(who) && method === "POST";
          const asked = `${who}: ${method}, ${name}: ${result.status} ${result.location ?? ""}`;
          if (isDone !== isAllowed) wrong.push(`${asked}: ${isDone ? "done" : "not done"}`);
          if (method === "POST" && !may.includes(who) && !isRefusal(who, result)) wrong.push(`${asked}: no refusal`);
          if (isDone) attempt = await prepare(world);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("what was scheduled is done for those who still may when it is due", async () => {
    const { services, clock, ownerId } = world;
    const owner = { id: ownerId, name: "The owner" };
    const cases = [
      ["stays", async () => {}],
      ["is removed", (id: string) => removePerson(services, owner, id)],
      ["becomes a trainer", (id: string) => changeRole(services, owner, id, "trainer")],
      ["becomes an owner", (id: string) => changeRole(services, owner, id, "owner")],
      [
        "deletes the account",
        async (id: string) => void (await services.db.deleteFrom("users").where("id", "=", id).execute()),
      ],
    ] as const;
    const outcomes: Record<string, boolean> = {};
    const slugs: [string, string][] = [];
    for (const [name, happens] of cases) {
      const { member, cookie } = await addStaffMember(services, "desk");
      const attempt = await scheduled(world);
      expect((await ask(world, cookie, scheduleAction, attempt, "POST")).status, name).toBe(303);
      await happens(member.id);
      slugs.push([name, attempt.params.slug ?? ""]);
    }
    clock.now = new Date(Date.parse(momentAt("2026-12-01", 6)) + DAY_MS).toISOString();
    const mayPublish = (role: string, type: string) => isRole(role) && can(role, "publish", type as Subject);
    await runDueSchedules(services, { mayPublish });
    for (const [name, slug] of slugs) {
      outcomes[name] = (await findLive(services.db, { type: galleryPictureType.name, slug })) !== undefined;
    }
    expect(outcomes).toEqual({
      stays: true,
      "is removed": false,
      "becomes a trainer": false,
      "becomes an owner": true,
      "deletes the account": false,
    });
  });
});
