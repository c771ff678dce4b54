/** Gyms to look at: the demonstration with what else a page may show, and one that nobody has used yet. Made once, then copied. */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { saveDraft } from "../../app/cms/editing/drafts.server.ts";
import { getEditing } from "../../app/cms/editing/editing.server.ts";
import { classType } from "../../app/content-types/class.ts";
import { readMailText } from "../../app/platform/outbox.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { invite, makeOwnerLink } from "../../app/staff/invitations.server.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import { sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { expectDone } from "../../demo/gym.ts";
import { makeDemonstration } from "../../demo/make-demonstration.ts";
import { openSite } from "../../host/start/bootstrap.ts";
import { consolePaths } from "../support/console-pages.ts";
import { contentOf, routeOf } from "../support/gym-in-process.ts";
import { addStaffMember } from "../support/staff.ts";
import { MOMENT, reseed } from "./frozen.ts";
import { ORIGIN, openGolden } from "./site.ts";

/** Somebody who asks: the gym, their browser, and the pages from which links are followed. */
export type Person = { name: string; gym: string; cookie: string; starts: string[] };

/** A form that is sent by everybody, of which one or the other is refused. */
export type Attempt = { name: string; path: string; fields: Record<string, string> };

export type Prepared = { people: Person[]; attempts: Attempt[] };

const FOLDER = process.env.GOLDEN_GYM ?? join(tmpdir(), "nguvu-golden-gym");

export const gymFolder = (gym: string) => join(FOLDER, gym);

/** The same gym for old and new code: an old database must do on the new. */
export async function prepareGyms(): Promise<Prepared> {
  if (!existsSync(FOLDER)) {
    console.log("Making the gyms …");
    const unfinished = `${FOLDER}-${process.pid}`;
    await mkdir(unfinished, { recursive: true });
    reseed("gym");
    await makeDemonstration(join(unfinished, "full"), MOMENT);
    const full = await prepareFull(join(unfinished, "full"));
    const fresh = await prepareFresh(join(unfinished, "fresh"));
    const prepared: Prepared = { people: [...full.people, ...fresh], attempts: full.attempts };
    await writeFile(join(unfinished, "prepared.json"), JSON.stringify(prepared, undefined, 1));
    await rename(unfinished, FOLDER);
  }
  return JSON.parse(await readFile(join(FOLDER, "prepared.json"), "utf8"));
}

/** Works on a gym that stays as it is left. */
async function change<T>(folder: string, work: (services: Services) => Promise<T>): Promise<T> {
  const site = await openSite({ DATA_DIR: folder }, { logLevel: "silent", now: () => MOMENT });
  if ("problems" in site) throw new Error(site.problems.join(" "));
  const result = await work(site.services);
  await site.close();
  return result;
}

async function prepareFresh(folder: string): Promise<Person[]> {
  await mkdir(folder);
  const link = await change(folder, makeOwnerLink);
  const welcome = link?.slice(ORIGIN.length) ?? "";
  await mkdir(`${folder}-owned`);
  const owner = await change(`${folder}-owned`, (services) =>
    addStaffMember(services, "owner", { name: "First Owner", email: "first.owner@nguvu.example" }),
  );
  const starts = ["/staff", "/staff/members/lists", "/staff/day/to-tell", "/staff/mail", "/account"];
  return [
    { name: "visitor of a new site", gym: "fresh", cookie: "", starts: [welcome, "/staff/welcome", "/login"] },
    { name: "owner of a new site", gym: "fresh-owned", cookie: owner.cookie, starts },
  ];
}

async function prepareFull(folder: string): Promise<Prepared> {
  const cookies = await signInEverybody(folder);
  return change(folder, async (services) => {
    const { db, now } = services;
    const failed = { given_up_at: now().toISOString(), last_error: "550", sent_at: null };
    const booking = await db.selectFrom("outbox").select("id").where("kind", "like", "booking-%").executeTakeFirst();
    await db
      .updateTable("outbox")
      .set(failed)
      .where("id", "=", booking?.id ?? "")
      .execute();
    const staff = (name: string, secondStep: "passed" | "waiting" | "missing") =>
      addStaffMember(services, "owner", {
        name,
        email: `${name.toLowerCase().replace(" ", ".")}@nguvu.example`,
        secondStep,
      });
    const withStep = await staff("Ann Passed", "passed");
    const { link } = await expectDone(invite(services, withStep.member, "grace@example.com", "desk", null));
    const invitation = link?.slice(ORIGIN.length) ?? "";
    const mailed = await mailedPaths(services);
    const everyPage = consolePaths(await contentOf({ services } as never));
    const adults = db.selectFrom("members").select("id").where("user_id", "is", null).where("is_child", "=", 0);
    const [one, other] = await adults.where("erased_at", "is", null).execute();
    const consolePages = [...everyPage, `/staff/members/${one?.id}/merge?with=${other?.id}`, invitation];
    const accountPages = ["/account", "/account/card", "/account/join", "/account/membership", "/account/address/link"];
    const visitorPages = ["/", "/contact", "/login", "/signup", "/forgot-password", "/staff/sign-in-again"];
    const person = (name: string, cookie: string, starts: string[]): Person => ({ name, gym: "full", cookie, starts });
    return {
      people: [
        person("owner", cookies.akinyi ?? "", consolePages),
        person("desk", cookies.joseph ?? "", consolePages),
        person("trainer", cookies.wanjiru ?? "", [...consolePages, ...accountPages]),
        person("member", cookies.faith ?? "", [...accountPages, ...mailed, "/staff", "/contact"]),
        person("unconfirmed member", cookies.grace ?? "", [...accountPages, invitation, "/schedule/week"]),
        person("member without pass", cookies.victor ?? "", accountPages),
        person("visitor", "", [...visitorPages, ...mailed, invitation, "/booking", "/staff"]),
        person("owner with second step", withStep.cookie, [
          "/staff/second-step/factors",
          "/account/password",
          "/account/delete",
        ]),
        person("owner before second step", (await staff("Ben Waiting", "waiting")).cookie, [
          "/staff/second-step",
          "/staff",
        ]),
        person("owner without factor", (await staff("Cat Missing", "missing")).cookie, [
          "/staff/second-step/set-up",
          "/staff",
        ]),
      ],
      attempts: await prepareAttempts(services, withStep.member),
    };
  });
}

/** Has people of the demonstration sign in, and links mailed to them. @returns their cookies by first names */
async function signInEverybody(folder: string): Promise<Record<string, string>> {
  const copy = await openGolden(folder);
  const password = copy.services.demonstration?.signIns[0]?.password ?? "";
  await copy.close();
  const { createApp }: typeof import("../../host/app.ts") = await import(`${process.cwd()}/build/server/index.js`);
  return change(folder, async (services) => {
    const app = createApp(services);
    const post = (path: string, fields: Record<string, string>, cookie = "") =>
      app.fetch(
        new Request(ORIGIN + path, {
          method: "POST",
          body: new URLSearchParams(fields),
          headers: { cookie, Origin: ORIGIN },
        }),
        { peerAddress: "198.18.7.7" },
      );
    const cookies: Record<string, string> = {};
    for (const name of ["akinyi", "joseph", "wanjiru", "faith", "grace", "victor"]) {
      const response = await post("/login", { email: `${name}@example.com`, password });
      if (response.status !== 303) throw new Error(`${name} could not sign in: ${response.status}`);
      cookies[name] = response.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
    }
    await post("/forgot-password", { email: "faith@example.com" });
    await post("/account/address", { email: "faith.njeri@example.com", currentPassword: password }, cookies.faith);
    return cookies;
  });
}

/** An address of each route that mails lead to. */
async function mailedPaths(services: Services): Promise<string[]> {
  const mails = await services.db
    .selectFrom("outbox")
    .select(["id", "body_text", "encrypted_text"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const links = mails.flatMap((mail) => readMailText(services, mail)?.match(/http:\/\/localhost:3000\/\S+/g) ?? []);
  const paths = links.map((link) => link.slice(ORIGIN.length)).filter((path) => !path.endsWith(".ics"));
  return [...new Map(paths.map((path) => [routeOf(path), path])).values()];
}

/** What `actions-by-role.test.ts` tries. */
async function prepareAttempts(services: Services, owner: { id: string; name: string }): Promise<Attempt[]> {
  const { values } = (await getEditing(services, classType, "boxing")) ?? { values: {} };
  const draft = await saveDraft(services, classType, null, { ...values, title: "Secret class" }, owner);
  if (draft.code !== "saved") throw new Error("The draft was not saved");
  const slot = { "days.sunday": "on", from: "1:10am", to: "2:10am", trainer: "amina-yusuf" };
  const tomorrow = addDays(dateInNairobi(services.now()), 1);
  const sessions = await sessionsBetween(services, tomorrow, addDays(tomorrow, 5));
  const session = sessions.find(({ trainerSlug, state }) => trainerSlug === "wanjiru-kamau" && state === "scheduled");
  const accounts = await services.db.selectFrom("users").select(["id", "email"]).orderBy("email").execute();
  const mail = await services.db
    .selectFrom("outbox")
    .select("id")
    .where("given_up_at", "is not", null)
    .executeTakeFirst();
  const desk = `/staff/day/${session?.id}`;
  return [
    ...[draft.slug, "boxing"].map((gymClass) => ({
      ...{ name: `add ${gymClass} every week`, path: "/staff/timetable/rows/new" },
      fields: { do: "change", ...slot, class: gymClass },
    })),
    { name: "remove a mail", path: "/staff?index", fields: { do: `remove:${mail?.id}` } },
    ...accounts.slice(0, 20).map(({ id, email }) => ({
      ...{ name: `book for ${email}`, path: desk, fields: { do: "book", who: email, account: id } },
    })),
  ];
}

/** Removes the gyms, which are made anew then. */
export async function removeGyms(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
}
