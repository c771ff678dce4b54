/**
 * Cached pages against fresh ones: after each of many random actions, every cached page equals the page of an instance
 * without a cache. This finds pages that don't declare everything they depend on.
 */
import { EventEmitter } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bookPlace } from "../app/bookings/book.server.ts";
import { cancelBooking } from "../app/bookings/cancel-booking.server.ts";
import { saveDraft } from "../app/cms/editing/drafts.server.ts";
import { runDueSchedules } from "../app/cms/editing/due-schedules.server.ts";
import { findEditableEntry } from "../app/cms/editing/editable-entry.server.ts";
import { findDraft } from "../app/cms/editing/entry-rows.server.ts";
import { moveEntry } from "../app/cms/editing/order.server.ts";
import { schedulePublish } from "../app/cms/editing/schedules.server.ts";
import { listEntries } from "../app/cms/entries.server.ts";
import { classType } from "../app/content-types/class.ts";
import { planType } from "../app/content-types/pricing.ts";
import { trainerType } from "../app/content-types/trainer.ts";
import type { Services } from "../app/platform/services.ts";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { sessionsBetween } from "../app/timetable/class-sessions.server.ts";
import { closeDays, openDays } from "../app/timetable/closures.server.ts";
import { cancelSession, restoreSession } from "../app/timetable/session-actions.server.ts";
import { pollVersions } from "../host/cache/page-versions.ts";
import { readStaticAssets } from "../host/cache/static-files.ts";
import { openOwnPictures } from "../host/start/own-pictures.ts";
import { addMembers, seedGym, setAllPlaces } from "../test/bookings/booking-gym.ts";
import { ACTOR, tryPublishing } from "../test/content/content-changes.ts";
import { openInstance, testConfig } from "../test/support/open-instance.ts";
import { importBuiltApp } from "../test/support/site-in-process.ts";
import { randomNumbers } from "../tools/random-numbers.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

type StaticAssets = Awaited<ReturnType<typeof readStaticAssets>>;

const SEED = 20_261_123;

/** `ACTS=1000 npm test -- e2e/cached-pages` runs more of them. */
const ACTIONS = Number(process.env.ACTS ?? 12);

/** The number of random pages compared after each action: rendering uncached pages takes a while. */
const PAGES_PER_ACTION = 5;

const HOUR_MS = 60 * 60_000;

const PAGES = [
  ...["/", "/about", "/classes", "/classes/fitness", "/classes/running", "/classes/nowhere", "/pricing", "/contact"],
  ...["/schedule/monday", "/schedule/thursday", "/schedule/week", "/schedule/calendar", "/gallery/page-1", "/privacy"],
  ...["/schedule.ics", "/sitemap.xml"],
];

const { createApp } = await importBuiltApp();

/** The site without its background jobs, which would act at times of their own. */
function createSite(services: Services, assets: StaticAssets) {
  const app = createApp(services, { assets });
  return async (path: string) => {
    const response = await app.fetch(new Request(`http://localhost${path}`), { peerAddress: "127.0.0.1" });
    // Without the data of its script: an object of two computed sessions is serialised once, and twice if one is stored.
    return (await response.text()).replace(STAMP, "stamp").replace(DATA, "data");
  };
}

/** A new instance with empty caches, on the same database. */
function withoutMemory(services: Services): Services {
  const { content, timetable } = services;
  return {
    ...services,
    events: new EventEmitter(),
    content: { ...content },
    timetable: { version: timetable.version, places: timetable.places },
  };
}

/** The contact form's stamp has the time of rendering (app/enquiries/honeypot.server.ts). */
const STAMP = /\b[\da-z]{8}\.[\w-]{43}/g;

const DATA = /streamController\.enqueue\("(?:[^"\\]|\\.)*"\)/g;

/** The text of two pages from where they differ; whole pages would be too long to read. */
function firstDifference(cached: string, fresh: string): { cached: string; fresh: string } | undefined {
  if (cached === fresh) return undefined;
  let at = 0;
  while (cached[at] === fresh[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(at - 120, 0), at + 120);
  return { cached: around(cached), fresh: around(fresh) };
}

/** Actions for everything that changes what visitors see. Refused actions are fine: they change nothing. */
async function makeActions(services: Services, random: () => number, passDay: () => void) {
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const members = await addMembers(services, 6);
  const today = () => dateInNairobi(services.now());
  const someDate = () => addDays(today(), Math.floor(random() * 9));
  const someSession = async () => oneOf(await sessionsBetween(services, today(), addDays(today(), 7)));
  /** A change of an entry that pages show. */
  const change = async () => {
    const [type, field] = oneOf([
      [classType, "title"],
      [trainerType, "name"],
      [planType, "name"],
    ] as const);
    const { slug } = oneOf(await listEntries(services, type as typeof classType));
    const editing = await findEditableEntry(services, type, slug);
    const values = { ...editing?.live?.values, [field]: `Changed ${Math.floor(random() * 1e6)}` };
    return { type, slug, values };
  };
  const actions: Record<string, () => Promise<unknown>> = {
    publish: async () => {
      const { type, slug, values } = await change();
      return tryPublishing(services, type, slug, values);
    },
    draft: async () => {
      const { type, slug, values } = await change();
      const draft = await findDraft(services.db, { type: type.name, slug });
      return saveDraft(services, type, slug, values, ACTOR, draft && { revision: draft.revision });
    },
    schedule: async () => {
      const { type, slug, values } = await change();
      const saved = await saveDraft(services, type, slug, values, ACTOR);
      if (saved.code !== "saved" || saved.revision === undefined) return saved;
      const dueAt = new Date(services.now().getTime() + HOUR_MS);
      return schedulePublish(services, type, slug, { draftRevision: saved.revision }, dueAt, ACTOR);
    },
    "what is due": async () => {
      passDay();
      return runDueSchedules(services);
    },
    order: async () => {
      const slugs = (await listEntries(services, trainerType)).map(({ slug }) => slug);
      return moveEntry(services, trainerType, slugs, oneOf(slugs), { to: 1 }, ACTOR);
    },
    book: async () => bookPlace(services, oneOf(members), { sessionId: (await someSession()).id }),
    "cancel a booking": async () => {
      const bookings = services.db.selectFrom("bookings").innerJoin("people", "people.id", "person_id");
      const rows = await bookings.select(["bookings.id", "user_id"]).orderBy("ticket").execute();
      const { id, user_id } = oneOf([...rows, { id: "none", user_id: null }]);
      return cancelBooking(services, user_id ?? "", id);
    },
    "cancel a class": async () => {
      const { id, sequence } = await someSession();
      return cancelSession(services, { id, seen: sequence, reason: "No water." }, ACTOR);
    },
    "take a cancellation back": async () => {
      const sessions = await sessionsBetween(services, today(), addDays(today(), 7));
      const cancelled = sessions.filter(({ state, isClosed }) => state === "cancelled" && !isClosed);
      if (cancelled.length === 0) return "none";
      const { id, sequence } = oneOf(cancelled);
      return restoreSession(services, { id, seen: sequence }, ACTOR);
    },
    "close a day": async () => {
      const date = someDate();
      return closeDays(services, { from: date, to: date, note: "Public holiday." }, ACTOR);
    },
    "open a day": async () => openDays(services, { from: today(), to: addDays(today(), 9) }, ACTOR),
    "another day": async () => passDay(),
  };
  return actions;
}

test("after any action every cached page equals a freshly rendered one", async () => {
  test.setTimeout(60_000 + ACTIONS * 2000);
  const config = await testConfig();
  const site = await openInstance(config, "sqlite", () => rm(config.dataDir, { recursive: true, force: true }));
  // The clock stands still between two actions, as a page may say what is on now.
  let at = site.services.now().getTime();
  const services = { ...site.services, now: () => new Date(at) };
  try {
    await seedGym(services);
    const assets = await readStaticAssets(join(ROOT, "build", "client"), await openOwnPictures(services));
    await setAllPlaces(services, 2);
    const random = randomNumbers(SEED);
    // Whole days: availability of a class that has begun stays on a page until something else changes it (places.server.ts).
    const actions = await makeActions(services, random, () => {
      at += 24 * HOUR_MS;
    });
    const names = Object.keys(actions);
    const outcomes = new Set<string>();
    const cachedPage = createSite(services, assets);
    for (let number = 1; number <= ACTIONS; number += 1) {
      const name = names[Math.floor(random() * names.length)] ?? "";
      const outcome = await actions[name]?.();
      const code = typeof outcome === "object" && outcome !== null && "code" in outcome ? outcome.code : "";
      outcomes.add(`${name} ${code}`);
      // Each instance polls once a second.
      await pollVersions(services);
      const freshPage = createSite(withoutMemory(services), assets);
      for (const path of PAGES.filter(() => random() < PAGES_PER_ACTION / PAGES.length)) {
        const fresh = await freshPage(path);
        // The second response comes from the cache, unless the first was the cached one.
        for (const time of ["first", "second"]) {
          const where = `${path}, ${time} response after act ${number}: ${name} ${code}`;
          expect(firstDifference(await cachedPage(path), fresh), where).toBeUndefined();
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(8);
  } finally {
    await site.close();
  }
});
