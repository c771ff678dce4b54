/** The work of a member of staff while the process is killed: publishing, scheduling, uploading, and changing the week. */
import { setTimeout as pause } from "node:timers/promises";
import { addDays, comingDate, dateInNairobi, nairobiInputValue } from "../../app/time/dates.server.ts";
import { isDay } from "../../app/time/days.ts";
import { trainers } from "../../seed/trainers.ts";
import { createVisitor } from "../support/http-client.ts";
import { makePhoto } from "../support/photos.ts";
import { largestFormIn } from "../support/served-forms.ts";

export type Row = Record<string, unknown>;

/** Runs a statement on the database of the site, which need not be running. */
export type Read = (query: string) => Promise<Row[]>;

/** The changes that the console acknowledged. */
export type ConsoleAcknowledged = ReturnType<typeof nothingAcknowledged>;

export function nothingAcknowledged() {
  return {
    /** Prices that were published. */
    prices: new Set<number>(),
    /** The scheduled answer of each question, and the answers published so far. */
    scheduled: new Map<string, string>(),
    publishedAnswers: new Set<string>(),
    /** Hashes of uploaded pictures. */
    pictures: new Set<string>(),
    /** Weekly slots with their new times; each change cancelled a class. */
    slots: new Set<string>(),
  };
}

/** Counts over all runs, so that no two changes are the same. */
export type ConsoleRun = Awaited<ReturnType<typeof startConsoleRun>>;

/** Reads the entries and weekly slots that the forms change. */
export async function startConsoleRun(read: Read, cookie: string) {
  const slugs = async (type: string) =>
    (await read(`select slug from entries where type = '${type}' order by position`)).map(({ slug }) => String(slug));
  const [plan = ""] = await slugs("plan");
  return {
    cookie,
    number: 1000,
    plan,
    questions: await slugs("question"),
    slots: (await read("select slot, day, trainer_slug from weekly_slots order by slot")).map((row) => {
      return { slug: String(row.slot), day: String(row.day), trainer: String(row.trainer_slug) };
    }),
    weekChanges: 0,
    unanswered: 0,
  };
}

/** Publishes, schedules, uploads and changes the week at the same time, until the site is gone. */
export async function beStaff(
  url: string,
  run: ConsoleRun,
  acknowledged: ConsoleAcknowledged,
  isAlive: () => boolean,
): Promise<void> {
  const client = createVisitor(url);
  client.setCookie(run.cookie);
  /** Sends a page's largest form with some changes. @returns the redirect's target; empty if it was refused */
  const change = async (path: string, changes: Record<string, string>) => {
    const fields = largestFormIn((await client.get(path)).text, path);
    for (const [name, value] of Object.entries(changes)) fields.set(name, value);
    const { status, location } = await client.post(path, fields);
    return status === 303 ? (location ?? "") : "";
  };
  const publish = async () => {
    const price = ++run.number;
    const location = await change(`/staff/content/plan/${run.plan}`, { price: String(price), do: "publish" });
    if (location.endsWith("?done=published")) acknowledged.prices.add(price);
  };
  const schedule = async () => {
    const question = run.questions.find((slug) => !acknowledged.scheduled.has(slug));
    if (question === undefined) return pause(50);
    const answer = `Answer ${++run.number}`;
    const [effectiveFrom = "", effectiveTime = ""] = nairobiInputValue(new Date(Date.now() + 90_000)).split("T");
    const values = { answer, effectiveFrom, effectiveTime, do: "publish" };
    const location = await change(`/staff/content/question/${question}`, values);
    if (location.endsWith("?done=scheduled")) acknowledged.scheduled.set(question, answer);
  };
  const upload = async () => {
    const body = new FormData();
    const photo = await makePhoto(++run.number, { width: 320 + (run.number % 200), height: 320 });
    body.append("picture", new Blob([new Uint8Array(photo)]), "photo.jpg");
    const { status, location } = await client.post("/staff/pictures", body);
    const hash = /^\/staff\/pictures\/([0-9a-f]{20})/.exec(location ?? "")?.[1];
    if (status === 303 && hash !== undefined) acknowledged.pictures.add(hash);
    await pause(200);
  };
  // A class session gets a substitute; then its weekly slot gets a new time, which cancels the session.
  const changeWeeklySlot = async () => {
    const round = Math.floor(run.weekChanges / run.slots.length);
    const slot = run.slots[run.weekChanges++ % run.slots.length];
    if (slot === undefined) throw new Error("The week has no slots");
    const { slug, day, trainer } = slot;
    const from = NEW_TIMES[round] ?? "";
    const first = addDays(comingDate(isDay(day) ? day : "monday", dateInNairobi(new Date())), 7);
    // The form also asks about sessions of earlier changes, which stay as they are.
    const ids = Array.from({ length: round + 1 }, (_, week) => `${slug}.${addDays(first, 7 * week)}`);
    const substitute = trainers.find((other) => other.slug !== trainer)?.slug ?? "";
    const session = { do: "substitute", seen: "0", trainer: substitute, reason: "", anyway: "trainer-busy" };
    await client.post(`/staff/timetable/${ids.at(-1)}`, new URLSearchParams(session));
    const affected = { affected: "cancel", affectedIds: ids.join(" "), affectedReason: `Now at ${from}` };
    const values = { from, to: "11:30am", do: "change", ...affected };
    const location = await change(`/staff/timetable/rows/${slug}`, values);
    if (location.endsWith("?done=change")) acknowledged.slots.add(`${slug} ${from}`);
  };
  await Promise.all([publish, schedule, upload, changeWeeklySlot].map((work) => untilGone(work, run, isAlive)));
}

/** No slot of the seeded week begins at one of these. */
const NEW_TIMES = [6, 7, 8, 9].flatMap((hour) =>
  Array.from({ length: 60 }, (_, minute) => `${hour}:${String(minute).padStart(2, "0")}am`).filter(
    (_, i) => i % 5 !== 0,
  ),
);

async function untilGone(work: () => Promise<void>, run: ConsoleRun, isAlive: () => boolean): Promise<void> {
  try {
    while (isAlive()) await work();
  } catch {
    // The process died with this form in flight.
    run.unanswered += 1;
  }
}

/** Makes every scheduled change due at the next start. */
export async function makeDue(read: Read): Promise<void> {
  await read(`update entry_schedules set due_at = '${new Date().toISOString()}'`);
}

/** Compares what the console acknowledged with what is stored. */
export async function compareConsole(
  read: Read,
  run: ConsoleRun,
  acknowledged: ConsoleAcknowledged,
): Promise<string[]> {
  return [
    ...(await compareVersions(read)),
    ...(await comparePrices(read, run, acknowledged)),
    ...(await compareSchedules(read, acknowledged)),
    ...(await comparePictures(read, acknowledged)),
    ...(await compareWeek(read, acknowledged)),
  ];
}

/** Every entry on the site is its newest version, without a gap before it, and each version is in the log once. */
async function compareVersions(read: Read): Promise<string[]> {
  const wrong = await read(
    `select e.type, e.slug from entries e join entry_versions v on v.type = e.type and v.slug = e.slug
     group by e.type, e.slug, e.version, e.body
     having max(v.number) <> e.version or count(*) <> max(v.number) - min(v.number) + 1`,
  );
  const otherBodies = await read(
    `select e.type, e.slug from entries e join entry_versions v on v.type = e.type and v.slug = e.slug and v.number = e.version
     where v.body <> e.body`,
  );
  const unlogged = await read(
    `select v.type, v.slug, v.number from entry_versions v where v.made_by_id is not null and (select count(*) from audit_log a
     where a.type = v.type and a.slug = v.slug and a.details like '%"version":' || v.number || '%'
     and a.details not like '%"version":' || v.number || '0%' ) = 0`,
  );
  return [
    ...wrong.map(({ type, slug }) => `${String(type)} ${String(slug)} is not its newest version`),
    ...otherBodies.map(({ type, slug }) => `${String(type)} ${String(slug)} differs from its version`),
    ...unlogged.map(({ slug, number }) => `version ${String(number)} of ${String(slug)} is not in the log`),
  ];
}

async function bodiesOf(read: Read, type: string): Promise<{ slug: string; values: Row }[]> {
  const rows = await read(`select slug, body from entry_versions where type = '${type}'`);
  return rows.map(({ slug, body }) => ({ slug: String(slug), values: JSON.parse(String(body)) }));
}

async function comparePrices(read: Read, { plan }: ConsoleRun, { prices }: ConsoleAcknowledged): Promise<string[]> {
  const versions = (await bodiesOf(read, "plan")).filter(({ slug }) => slug === plan);
  const stored = versions.map(({ values }) => values.price);
  return [...prices].flatMap((price) => {
    const times = stored.filter((value) => value === price).length;
    return times === 1 ? [] : [`the price ${price} was published ${times} times`];
  });
}

async function compareSchedules(read: Read, { scheduled, publishedAnswers }: ConsoleAcknowledged): Promise<string[]> {
  const problems: string[] = [];
  const versions = await bodiesOf(read, "question");
  const waiting = (await read("select slug, body, failed_at from entry_schedules")).map(
    ({ slug, body, failed_at }) => ({
      slug: String(slug),
      answer: JSON.parse(String(body)).answer,
      isFailed: failed_at !== null,
    }),
  );
  for (const [slug, answer] of scheduled) {
    const times = versions.filter((version) => version.slug === slug && version.values.answer === answer).length;
    const waits = waiting.filter(
      (change) => change.slug === slug && change.answer === answer && !change.isFailed,
    ).length;
    if (times + waits !== 1) problems.push(`"${answer}" is on the site ${times} times and scheduled ${waits} times`);
    if (times > 0 || waits === 0) scheduled.delete(slug);
    if (times > 0) publishedAnswers.add(answer);
  }
  for (const answer of publishedAnswers) {
    if (!versions.some(({ values }) => values.answer === answer)) problems.push(`"${answer}" is gone again`);
  }
  return problems;
}

async function comparePictures(read: Read, acknowledged: ConsoleAcknowledged): Promise<string[]> {
  const rows = await read(
    "select hash, state, (select count(*) from picture_files f where f.picture = p.hash) as files from pictures p",
  );
  const stored = new Map(rows.map((row) => [String(row.hash), row]));
  const orphans = await read("select name from picture_files where picture not in (select hash from pictures)");
  return [
    ...[...acknowledged.pictures].filter((hash) => !stored.has(hash)).map((hash) => `the picture ${hash} is gone`),
    ...rows
      .filter(({ state, files }) => Number(files) < (state === "ready" ? 3 : 1) || state === "failed")
      .map(({ hash, state, files }) => `the picture ${String(hash)} is ${String(state)} with ${String(files)} files`),
    ...orphans.map(({ name }) => `the file ${String(name)} belongs to no picture`),
  ];
}

/** Each new time of a slot has its cancelled class, and its change in the history and the log; no other class is cancelled. */
async function compareWeek(read: Read, { slots }: ConsoleAcknowledged): Promise<string[]> {
  const changes = await read("select slot, label, act_id from weekly_slot_changes where what = 'changed'");
  const times = changes.map(({ slot, label }) => `${String(slot)} ${/, (\d+:\d+am)-/.exec(String(label))?.[1]}`);
  const changed = new Set(times);
  const periods = await read("select slot, time_from from weekly_slots where last_day is null");
  const rows = await read("select slot, reason from class_sessions where reason like 'Now at %'");
  const cancelled = new Set(
    rows.map(({ slot, reason }) => `${String(slot)} ${String(reason).slice("Now at ".length)}`),
  );
  const logged = new Set(
    (await read("select act_id from audit_log where action = 'slot-changed'")).map(({ act_id }) => act_id),
  );
  return [
    ...[...slots].filter((slot) => !changed.has(slot)).map((slot) => `${slot} was changed, but the change is gone`),
    ...[...changed]
      .filter((slot) => !cancelled.has(slot))
      .map((slot) => `${slot} is changed without its cancelled class`),
    ...[...cancelled]
      .filter((slot) => !changed.has(slot))
      .map((slot) => `a class is cancelled for ${slot}, without a change`),
    ...changes
      .filter(({ act_id }) => !logged.has(act_id))
      .map(({ slot }) => `a change of ${String(slot)} is not in the log`),
    ...periods
      .map(({ slot, time_from }) => `${String(slot)} ${String(time_from)}`)
      .filter((slot) => NEW_TIMES.includes(slot.split(" ")[1] ?? "") && !changed.has(slot))
      .map((slot) => `${slot} is in the timetable without a change`),
  ];
}
