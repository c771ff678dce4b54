/** The work of a member of staff while the process is killed: publishing, scheduling, uploading, and changing the week. */
import { setTimeout as pause } from "node:timers/promises";
import { addDays, comingDate, dateInNairobi, nairobiInputValue } from "../../app/time/dates.server.ts";
import { isDay } from "../../app/time/days.ts";
import { trainers } from "../../seed/trainers.ts";
import { createVisitor } from "../support/http-client.ts";
import { makePhoto } from "../support/photos.ts";
import { largestFormIn } from "../support/served-forms.ts";
import { findLost, type Read, readTexts, without } from "./stored-data.ts";

/** The changes that the console acknowledged. */
type Acknowledged = ReturnType<typeof nothingAcknowledged>;

export function nothingAcknowledged() {
  return {
    /** Prices that were published, with their plan. */
    prices: new Set<string>(),
    /** The scheduled answer of each question, and the answers published so far, with their questions. */
    scheduled: new Map<string, string>(),
    publishedAnswers: new Set<string>(),
    /** Hashes of uploaded pictures. */
    pictures: new Set<string>(),
    /** Weekly slots with their new times; each change cancelled a class. */
    slots: new Set<string>(),
  };
}

/** Counts over all runs, so that no two changes are the same. */
type ConsoleRun = Awaited<ReturnType<typeof startConsoleRun>>;

/** Reads the entries and weekly slots that the forms change. */
export async function startConsoleRun(read: Read, cookie: string) {
  const slugs = (type: string) => readTexts(read, `select slug from entries where type = '${type}' order by position`);
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
  acknowledged: Acknowledged,
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
    if (location.endsWith("?done=published")) acknowledged.prices.add(`${run.plan} ${price}`);
  };
  const schedule = async () => {
    const question = run.questions.find((slug) => !acknowledged.scheduled.has(slug));
    if (question === undefined) return pause(50);
    const answer = `Answer ${++run.number}`;
    const [effectiveFrom = "", effectiveTime = ""] = nairobiInputValue(new Date(Date.now() + 90_000)).split("T");
    const values = { answer, effectiveFrom, effectiveTime, do: "publish" };
    const location = await change(`/staff/content/question/${question}`, values);
    if (location.endsWith("?done=scheduled")) acknowledged.scheduled.set(question, `${question} ${answer}`);
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
    if (location.includes("?done=change")) acknowledged.slots.add(`${slug} ${from}`);
  };
  await Promise.all([publish, schedule, upload, changeWeeklySlot].map((work) => untilGone(work, run, isAlive)));
}

/** No slot of the seeded week begins at one of these. */
const NEW_TIMES = [6, 7, 8, 9].flatMap((hour) =>
  Array.from({ length: 60 }, (_, minute) => `${hour}:${String(minute).padStart(2, "0")}am`).filter(
    (_, i) => i % 5 !== 0,
  ),
);

/** Works until the process has died. */
export async function untilGone(
  work: () => Promise<void>,
  run: { unanswered: number },
  isAlive: () => boolean,
): Promise<void> {
  try {
    while (isAlive()) await work();
  } catch {
    // The process died with this form in flight.
    run.unanswered += 1;
  }
}

/**
 * Queries of what must not be there: every entry is its newest version, without a gap before it, and each version is in the
 * log; pictures have their files. Each selects a sentence.
 */
const WRONG = [
  `select e.type || ' ' || e.slug || ' is not its newest version'
   from entries e join entry_versions v on v.type = e.type and v.slug = e.slug
   group by e.type, e.slug, e.version, e.body
   having max(v.number) <> e.version or count(*) <> max(v.number) - min(v.number) + 1`,
  `select e.type || ' ' || e.slug || ' differs from its version'
   from entries e join entry_versions v on v.type = e.type and v.slug = e.slug and v.number = e.version where v.body <> e.body`,
  `select 'version ' || v.number || ' of ' || v.slug || ' is not in the log'
   from entry_versions v where v.made_by_id is not null and (select count(*) from audit_log a
   where a.type = v.type and a.slug = v.slug and a.details like '%"version":' || v.number || '%'
   and a.details not like '%"version":' || v.number || '0%' ) = 0`,
  `select 'a change of ' || slot || ' is not in the log' from weekly_slot_changes c where what = 'changed'
   and not exists (select 1 from audit_log a where a.action = 'slot-changed' and a.act_id = c.act_id)`,
  `select 'the picture ' || hash || ' is ' || state || ' with ' || files || ' files'
   from (select hash, state, (select count(*) from picture_files f where f.picture = p.hash) as files
   from pictures p) as counted where state = 'failed' or files < case when state = 'ready' then 3 else 1 end`,
  `select 'the file ' || name || ' belongs to no picture' from picture_files where picture not in (select hash from pictures)`,
];

/** Compares what the console acknowledged with what is stored. */
export async function compareConsole(read: Read, { plan }: ConsoleRun, acknowledged: Acknowledged): Promise<string[]> {
  const versions = `select slug, body from entry_versions where slug = '${plan}' and type = 'plan'`;
  const pictures = await readTexts(read, "select hash from pictures");
  return [
    ...(await readTexts(read, WRONG.join(" union all "))),
    ...findLost("price", acknowledged.prices, await valuesIn(read, versions, "price")),
    ...findLost("picture", acknowledged.pictures, pictures),
    ...(await compareSchedules(read, acknowledged)),
    ...(await compareWeek(read, acknowledged)),
  ];
}

/** The values of a field in rows of entries, with their slugs. */
async function valuesIn(read: Read, query: string, field: string): Promise<string[]> {
  return (await read(query)).map(({ slug, body }) => `${slug} ${JSON.parse(String(body))[field]}`);
}

async function compareSchedules(read: Read, { scheduled, publishedAnswers }: Acknowledged): Promise<string[]> {
  const problems: string[] = [];
  const onSite = await valuesIn(read, "select slug, body from entry_versions where type = 'question'", "answer");
  const waiting = await valuesIn(read, "select slug, body from entry_schedules where failed_at is null", "answer");
  for (const [question, answer] of scheduled) {
    const timesIn = (answers: readonly string[]) => answers.filter((each) => each === answer).length;
    const [times, waits] = [timesIn(onSite), timesIn(waiting)];
    if (times + waits !== 1) problems.push(`"${answer}" is on the site ${times} times and scheduled ${waits} times`);
    if (times > 0 || waits === 0) scheduled.delete(question);
    if (times > 0) publishedAnswers.add(answer);
  }
  return [...problems, ...without(publishedAnswers, new Set(onSite)).map((answer) => `"${answer}" is gone again`)];
}

/** Each new time of a slot has its cancelled class, and its change in the history; no other class is cancelled. */
async function compareWeek(read: Read, { slots }: Acknowledged): Promise<string[]> {
  const changes = await read("select slot, label from weekly_slot_changes where what = 'changed'");
  const changed = new Set(changes.map(({ slot, label }) => `${slot} ${/, (\d+:\d+am)-/.exec(String(label))?.[1]}`));
  const classes = await read("select slot, reason from class_sessions where reason like 'Now at %'");
  const cancelled = new Set(classes.map(({ slot, reason }) => `${slot} ${String(reason).slice("Now at ".length)}`));
  const periods = await read("select slot, time_from from weekly_slots where last_day is null");
  const current = periods.filter(({ time_from }) => NEW_TIMES.includes(String(time_from)));
  const times = current.map(({ slot, time_from }) => `${slot} ${time_from}`);
  return [
    ...without(slots, changed).map((slot) => `${slot} was changed, but the change is gone`),
    ...without(changed, cancelled).map((slot) => `${slot} is changed without its cancelled class`),
    ...without(cancelled, changed).map((slot) => `a class is cancelled for ${slot}, without a change`),
    ...without(times, changed).map((slot) => `${slot} is in the timetable without a change`),
  ];
}
