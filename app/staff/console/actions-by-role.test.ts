/** Effects of the console's forms for each role. `e2e/staff-roles.spec.ts` covers addresses, by POST and GET. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addMembers, momentAt } from "../../../test/bookings/booking-gym.ts";
import { DESK, makePerson, seenOf, setAccount } from "../../../test/members/members-gym.ts";
import { insertRows } from "../../../test/support/insert-rows.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, type RouteResult, routeCall } from "../../../test/support/route-calls.ts";
import { addSession, addStaffMember } from "../../../test/support/staff.ts";
import { findVisitor } from "../../accounts/sign-up-and-in.server.ts";
import { visitorContext } from "../../accounts/visitor-context.ts";
import { bookPlace } from "../../bookings/book.server.ts";
import * as sessionRoute from "../../bookings/desk/day-session.route.tsx";
import { bookFor as bookAtDesk } from "../../bookings/desk-actions.server.ts";
import * as scheduleRoute from "../../cms/console/entry-schedule.route.tsx";
import { saveDraft } from "../../cms/editing/drafts.server.ts";
import { findEditableEntry } from "../../cms/editing/editable-entry.server.ts";
import { middleware } from "../../console/console-layout.route.tsx";
import * as firstPageRoute from "../../console/first-page/first-page.route.tsx";
import { galleryPictureType } from "../../content-types/pictures.ts";
import * as editPersonRoute from "../../members/console/edit-person.route.tsx";
import * as erasePersonRoute from "../../members/console/erase-person.route.tsx";
import * as linkAccountRoute from "../../members/console/link-account.route.tsx";
import * as mergeRoute from "../../members/console/merge.route.tsx";
import * as newPersonRoute from "../../members/console/new-person.route.tsx";
import * as personRoute from "../../members/console/person.route.tsx";
import type { readPersonPage } from "../../members/console/person-page.server.ts";
import { findDoorNumber } from "../../people/door-numbers.server.ts";
import { findPerson, personOfAccount } from "../../people/people.server.ts";
import { indexPeople } from "../../people/person-index.server.ts";
import type { Services } from "../../platform/services.ts";
import { documentContext } from "../../request/request-context.ts";
import * as weeklySlotRoute from "../../timetable/console/weekly-slot.route.tsx";
import { readPeriods } from "../../timetable/slot-rows.server.ts";

const MONDAY = "2026-11-23";

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

/** An attempt with its own data, and a check whether it succeeded. */
type Attempt = {
  path: string;
  params: Record<string, string>;
  fields: Record<string, string>;
  isDone: () => Promise<boolean>;
};

type PersonData = { page: Awaited<ReturnType<typeof readPersonPage>> };

type Route = { action: RouteFunction };

let minutes = 0;

/** A weekly class on Sundays, at a unique time. */
const addingWeekly = async ({ services }: World): Promise<Attempt> => {
  minutes += 1;
  const from = `1:${String(minutes).padStart(2, "0")}am`;
  const slot = { "days.sunday": "sunday", from, to: "2:30am", class: "boxing", trainer: "amina-yusuf" };
  const isDone = async () => (await readPeriods(services.db)).some(({ time }) => time.from === from);
  return { path: "/staff/timetable/rows/new", params: {}, fields: { do: "change", ...slot }, isDone };
};

/** A place for an account in Wanjiru's Monday class. @param visited how long ago the account was in one of them */
const bookFor = async ({ services, clock }: World, visited: boolean): Promise<Attempt> => {
  const [person] = await addMembers(services, 1);
  if (person === undefined) throw new Error("There is somebody");
  if (visited) {
    const now = clock.now;
    clock.now = momentAt("2026-11-15", 12);
    await bookPlace(services, person, { sessionId: "monday-1.2026-11-16" });
    clock.now = now;
  }
  await indexPeople(services);
  const own = await personOfAccount(services.db, person.id);
  const id = `monday-1.${MONDAY}`;
  const isDone = async () => {
    const booked = await personOfAccount(services.db, person.id);
    const rows = await services.db.selectFrom("bookings").selectAll().where("session_id", "=", id).execute();
    return rows.some((row) => row.person_id === booked?.id);
  };
  const fields = { do: "book", who: person.email, person: own?.id ?? "" };
  return { path: `/staff/day/${id}`, params: { session: id }, fields, isDone };
};

/** Schedules a gallery picture that is not on the site. */
const scheduling = async ({ services, ownerId }: World): Promise<Attempt> => {
  const owner = { id: ownerId, name: "The owner" };
  const photo = { file: "gallery-01.jpg", alt: `Picture ${randomUUID()}`, focus: [50, 50] };
  const saved = await saveDraft(services, galleryPictureType, null, { photo }, owner);
  if (saved.code !== "saved") throw new Error("The draft was not saved");
  const { slug } = saved;
  const isDone = async () =>
    (await findEditableEntry(services, galleryPictureType, slug))?.schedules.some(
      ({ action }) => action === "publish",
    ) ?? false;
  const fields = { do: "publish", day: "2026-12-01", time: "06:00", seen: String(saved.revision) };
  const path = `/staff/content/gallery-picture/${slug}/schedule`;
  return { path, params: { type: galleryPictureType.name, slug }, fields, isDone };
};

/** Deletes an email about a booking that could not be delivered. */
const removingMail = async ({ services: { db, now } }: World): Promise<Attempt> => {
  const at = now().toISOString();
  const id = randomUUID();
  const mail = { recipient: "a@example.com", reply_to: "", subject: "Moved", body_text: "", kind: "booking-moved" };
  const state = { created_at: at, due_at: at, sent_at: null, given_up_at: at, last_error: "550" };
  await insertRows(db, "outbox", [{ id, message_id: id, ...mail, ...state }]);
  const isDone = async () =>
    (await db.selectFrom("outbox").select("id").where("id", "=", id).executeTakeFirst()) === undefined;
  return { path: "/staff?index", params: {}, fields: { do: `remove:${id}` }, isDone };
};

/** A person who booked Monday's class, so that its trainer sees them. */
const visitorOfClass = async ({ services }: World): Promise<string> => {
  const id = await makePerson(services);
  await bookAtDesk(services, `monday-1.${MONDAY}`, { person: id, formId: randomUUID() }, DESK);
  return id;
};

const versionNow = async (services: Services, id: string) => String((await findPerson(services.db, id))?.version ?? 0);

/** An action on a person's page. @param prepare creates its form, and a check whether it succeeded */
function onPerson(
  below: string,
  prepare: (services: Services, id: string) => Promise<Pick<Attempt, "fields" | "isDone">>,
): (world: World) => Promise<Attempt> {
  return async (world) => {
    const id = await visitorOfClass(world);
    const { fields, isDone } = await prepare(world.services, id);
    // These pages have no version field.
    const asksVersion = below !== "/account" && fields.seen === undefined;
    const form = { ...fields, ...(asksVersion && { seen: await versionNow(world.services, id) }) };
    return { path: `/staff/members/${id}${below}`, params: { person: id }, fields: form, isDone };
  };
}

type TableOfPerson = "person_notes" | "person_consents" | "person_invitations";

const hasRows = async ({ db }: Services, table: TableOfPerson, id: string) =>
  (await db.selectFrom(table).select("person_id").where("person_id", "=", id).execute()).length > 0;

/** An action that adds a row about a person. */
const adding = (below: string, table: TableOfPerson, fields: () => Attempt["fields"]) =>
  onPerson(below, async (services, id) => ({ fields: fields(), isDone: () => hasRows(services, table, id) }));

const noting = adding("", "person_notes", () => ({ do: "note", noteId: randomUUID(), note: "A note" }));

const answering = adding("", "person_consents", () => ({ do: "consent", isGiven: "no", how: "by phone" }));

const renewingDoor = onPerson("", async (services, id) => {
  const door = (await findDoorNumber(services.db, id)) ?? "";
  return { fields: { do: "door", door }, isDone: async () => (await findDoorNumber(services.db, id)) !== door };
});

const keeping = onPerson("", async (services, id) => {
  await services.db.updateTable("people").set({ account_deleted_at: MONDAY }).where("id", "=", id).execute();
  const isDone = async () => (await findPerson(services.db, id))?.account_deleted_at === null;
  return { fields: { do: "keep" }, isDone };
});

const correcting = onPerson("/edit", async (services, id) => ({
  fields: { do: "change", name: "Corrected", phone: "", email: "", bornOn: "", guardian: "", heardOf: "" },
  isDone: async () => (await findPerson(services.db, id))?.name === "Corrected",
}));

const erasing = onPerson("/erase", async (services, id) => ({
  fields: { do: "erase" },
  isDone: async () => !(await findPerson(services.db, id))?.name,
}));

const merging = onPerson("/merge", async (services, id) => {
  const second = await makePerson(services);
  const isDone = async () => (await findPerson(services.db, second))?.id === id;
  return { fields: { with: second, seen: await seenOf(services, id, second) }, isDone };
});

const inviting = adding("/account", "person_invitations", () => ({ do: "invite" }));

const unlinking = onPerson("/account", async (services, id) => {
  const [account] = await addMembers(services, 1);
  await setAccount(services, id, account?.id ?? "");
  return { fields: { do: "unlink" }, isDone: async () => (await findPerson(services.db, id))?.user_id === null };
});

const making = async ({ services }: World): Promise<Attempt> => {
  const formId = randomUUID();
  const none = { phone: "", email: "", bornOn: "", guardian: "", heardOf: "", plan: "", paidNote: "" };
  const fields = { do: "make", ...none, name: `New ${formId}`, formId, passId: randomUUID(), enquiryId: "", seen: "" };
  const isDone = async () => (await findPerson(services.db, formId)) !== undefined;
  return { path: "/staff/members/new", params: {}, fields, isDone };
};

const OWNER_AND_DESK = ["the desk", "the owner"] as const;
const WITH_TRAINER = ["the trainer of the class", ...OWNER_AND_DESK] as const;

const ACTS: readonly [name: string, may: readonly Who[], Route, attempt: (world: World) => Promise<Attempt>][] = [
  ["adding a weekly class", OWNER_AND_DESK, weeklySlotRoute, addingWeekly],
  ["booking for any address", OWNER_AND_DESK, sessionRoute, (world) => bookFor(world, false)],
  ["booking for somebody who was in the class before", WITH_TRAINER, sessionRoute, (world) => bookFor(world, true)],
  ["scheduling a gallery picture", OWNER_AND_DESK, scheduleRoute, scheduling],
  ["deleting an email that could not be delivered", OWNER_AND_DESK, firstPageRoute, removingMail],
  ["writing a note about somebody", OWNER_AND_DESK, personRoute, noting],
  ["recording a consent to offers", OWNER_AND_DESK, personRoute, answering],
  ["giving a new door number", OWNER_AND_DESK, personRoute, renewingDoor],
  ["keeping a record whose account was deleted", ["the owner"], personRoute, keeping],
  ["correcting a person", OWNER_AND_DESK, editPersonRoute, correcting],
  ["erasing a person", ["the owner"], erasePersonRoute, erasing],
  ["merging two people", ["the owner"], mergeRoute, merging],
  ["creating a link and a code", OWNER_AND_DESK, linkAccountRoute, inviting],
  ["unlinking an account", OWNER_AND_DESK, linkAccountRoute, unlinking],
  ["creating a member record", OWNER_AND_DESK, newPersonRoute, making],
];

/** Sends a form as the host does: the cookie's visitor, then the console's guard, then the route. */
async function send({ services }: World, cookie: string, action: RouteFunction, { path, params, fields }: Attempt) {
  const made = routeCall(services, path, { cookie, fields });
  made.context.set(visitorContext, await findVisitor(services, made.request));
  made.context.set(documentContext, {} as never);
  const guarded: RouteFunction = (args) => middleware[0]?.(args, () => action({ ...args, params }));
  return callRoute(guarded, made);
}

/** Whether a response is the expected refusal. */
function isRefusal(who: Who, { status, location }: RouteResult): boolean {
  if (who === "nobody" || who === "somebody with a made-up cookie")
    return /^\/(login|staff\/sign-in-again)\?/.test(location ?? "");
  if (who === "an owner before the second step") return /^\/staff\/(second-step|sign-in-again)\?/.test(location ?? "");
  return who === "a visitor" ? status === 404 : [403, 404, 409, 422].includes(status);
}

const options = { now: momentAt("2026-11-22", 12), places: { fitness: { places: 200 } }, hasMembers: true };
const { services, clock } = openGymBeforeAll("sqlite", options);
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

test("each action is done only by roles that may do it", async () => {
  const wrong: string[] = [];
  for (const [name, may, { action }, prepare] of ACTS) {
    // Until an attempt succeeds, the next person can reuse it.
    let attempt = await prepare(world);
    for (const who of WHO) {
      const result = await send(world, world.cookies[who], action, attempt);
      const isDone = await attempt.isDone();
      const request = `${who}, ${name}: ${result.status} ${result.location ?? ""}`;
      if (isDone !== may.includes(who)) wrong.push(`${request}: ${isDone ? "done" : "not done"}`);
      if (!may.includes(who) && !isRefusal(who, result)) wrong.push(`${request}: no refusal`);
      if (isDone) attempt = await prepare(world);
    }
  }
  expect(wrong).toEqual([]);
});

test("everybody who teaches a person sees as much of their page as the role allows", async () => {
  const id = await visitorOfClass(world);
  const ways = { phone: "+254712000777", email: "somebody@example.com" };
  await services.db.updateTable("people").set(ways).where("id", "=", id).execute();
  const visible: Record<string, unknown> = {};
  for (const who of ["another trainer", "the trainer of the class", "the desk", "the owner"] as const) {
    const made = routeCall(services, `/staff/members/${id}`, { cookie: world.cookies[who] });
    made.context.set(visitorContext, await findVisitor(services, made.request));
    made.context.set(documentContext, {} as never);
    const load = (args: object) =>
      personRoute.loader({ ...args, params: { person: id }, url: new URL(made.request.url) } as never);
    const read = async () => middleware[0]?.(made as never, () => load(made) as never) as unknown as PersonData;
    visible[who] = await read().then(
      ({ page }) => [page.passes !== undefined, page.record?.isOwner, page.ways.email, page.mayEdit],
      (problem) => (problem as { init?: { status: number } }).init?.status,
    );
  }
  expect(visible).toEqual({
    "another trainer": 404,
    "the trainer of the class": [false, undefined, "s…y@example.com", false],
    "the desk": [true, false, "somebody@example.com", true],
    "the owner": [true, true, "somebody@example.com", true],
  });
});
