/**
 * Makes the demo gym in a data folder, with the site's own functions and a clock that runs from its opening until now
 * (docs/decisions/tests-and-demo.md). As a program it takes the folder and, optionally, the moment at which to stop.
 */
import { mkdir, rename, rm } from "node:fs/promises";
import { runBookingJobs } from "../app/bookings/jobs.server.ts";
import { queueExpiryMails } from "../app/members/expiry-mails.server.ts";
import { waitForDisk, writeDemonstration } from "../app/platform/demonstration.server.ts";
import { daysBefore } from "../app/platform/durations.ts";
import type { MailTransport } from "../app/platform/mail.server.ts";
import { sendDueMail } from "../app/platform/outbox-worker.server.ts";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { storePastSessions } from "../app/timetable/timetable-change.server.ts";
import { type OpenSite, openSite } from "../host/start/bootstrap.ts";
import { runCleanupJobs, runScheduledChanges } from "../host/start/jobs.ts";
import { randomNumbers } from "../tools/random-numbers.ts";
import { planBookings } from "./bookings.ts";
import { planContent } from "./content.ts";
import { planEnquiries } from "./enquiries.ts";
import { type Clock, createGym, DAYS_OPEN, type Gym, momentOf } from "./gym.ts";
import { planMembers } from "./members.ts";
import { listSignIns, planPeople } from "./people.ts";
import { planPictures } from "./pictures.ts";
import { planTimetable } from "./timetable.ts";

const SEED = 254;

/** When the site's jobs run: in the morning for reminders, during the day, and in the evening. */
const JOB_TIMES = ["07:20", "13:45", "20:30", "23:10"];

/** Older emails leave no file. */
const MAIL_DAYS = 3;

/**
 * Makes the gym in a folder, and replaces an existing gym once it is complete.
 * @param now the moment at which the gym's clock stops
 */
export async function makeDemonstration(folder: string, now = new Date()): Promise<void> {
  const unfinished = `${folder}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const today = dateInNairobi(now);
  const clock: Clock = { at: momentOf(addDays(today, -DAYS_OPEN), "08:00") };
  const opened = await openSite({ DATA_DIR: unfinished }, { logLevel: "silent", now: () => clock.at });
  if ("problems" in opened) throw new Error(opened.problems.join(" "));
  // Waiting for the disk would take half of the time, and an unfinished gym is made again anyway.
  await waitForDisk(opened.services.db, false);
  const { gym, play } = createGym(opened.services, { clock, now, today, random: randomNumbers(SEED) });
  const people = planPeople(gym);
  for (const part of [planTimetable, planBookings, planEnquiries, planContent, planMembers]) part(gym, people);
  if (await canEncode()) planPictures(gym, people);
  for (let day = -DAYS_OPEN; day <= 0; day += 1) {
    for (const time of JOB_TIMES) gym.on(day, time, () => runJobs(gym, opened));
  }
  await play();
  await runJobs(gym, opened);
  await runCleanupJobs(gym.services);
  await waitForDisk(opened.services.db, true);
  await opened.close();
  await writeDemonstration(unfinished, { madeAt: now.toISOString(), signIns: listSignIns() });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

/** Runs the jobs that an instance of the site runs by itself. */
async function runJobs({ services, now }: Gym, { transport }: OpenSite): Promise<void> {
  await runScheduledChanges(services);
  await storePastSessions(services);
  await runBookingJobs(services);
  await queueExpiryMails(services);
  const send: MailTransport["send"] = async (mail) => {
    if (mail.created_at > daysBefore(now, MAIL_DAYS)) await transport.send(mail);
  };
  await sendDueMail(services, { ...transport, send });
}

/** Whether pictures can be uploaded on this machine. */
function canEncode(): Promise<boolean> {
  return import("sharp").then(
    () => true,
    () => false,
  );
}

if (import.meta.main) {
  const [folder = "", now] = process.argv.slice(2);
  await makeDemonstration(folder, now === undefined ? new Date() : new Date(now));
}
