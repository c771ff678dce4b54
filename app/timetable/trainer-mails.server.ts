/** Emails to trainers about a handover, queued in the transaction that changes the class session. */
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import type { Actor } from "../platform/activity.server.ts";
import { siteOrigin } from "../platform/config.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import type { Change } from "../platform/transact.server.ts";
import { listTrainerAccounts } from "../staff/people.server.ts";
import { dayAndDate } from "../time/dates.server.ts";
import { consoleSessionPath } from "./addresses.server.ts";
import type { ClassSession } from "./class-session.ts";

/** An email without its recipient. `kind` is stored with it. */
type TrainerMail = {
  kind: "cover-leads" | "cover-replaced";
  subject: string;
  paragraphs: string[][];
  link: { label: string; path: string };
};

/** Emails the new and the previous trainer. @param label such as `Yoga, Thu 26 Nov, 6:00pm` */
export async function mailHandover(
  change: Change,
  before: ClassSession,
  after: ClassSession,
  label: string,
  by: Actor,
): Promise<void> {
  if (before.trainerSlug === after.trainerSlug) return;
  await mailTrainer(change, before.trainerSlug, after, replacedMail(after, label, by.name));
  await mailTrainer(change, after.trainerSlug, after, leadsMail(after, label, by.name));
}

async function mailTrainer(change: Change, slug: string, session: ClassSession, mail: TrainerMail): Promise<void> {
  const { services, transaction } = change;
  const accounts = await listTrainerAccounts(transaction);
  const gym = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const address = siteOrigin(services.config) + mail.link.path;
  const blocks = [["Hello,"], ...mail.paragraphs, [`${mail.link.label}:`, address], [gym.name]];
  // ASCII apostrophes need no encoding.
  const text = `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`.replaceAll("’", "'");
  const subject = mail.subject.replaceAll("’", "'");
  const about = { kind: mail.kind, about: session.id, discardAfter: new Date(session.endsAt) };
  for (const { id: userId, email: to, trainerSlug } of accounts) {
    if (trainerSlug !== slug) continue;
    await change.queueMail({ to, userId, subject, text, ...about, priority: MAIL_PRIORITY.ordinary });
  }
}

function factsOf({ className, date, time }: ClassSession): string[] {
  return [`Class:   ${className}`, `When:    ${dayAndDate(date)}, ${time.from}-${time.to}`];
}

const updatedBy = (name: string) => `${name} has updated the timetable, and visitors can see it.`;

function leadsMail(session: ClassSession, label: string, by: string): TrainerMail {
  const closedLines = session.isClosed
    ? ["The gym is closed that day, so the class is not taking place unless that changes."]
    : [];
  return {
    kind: "cover-leads",
    subject: `You are leading ${label}`,
    paragraphs: [
      [
        session.insteadOf === null
          ? "You are leading this class:"
          : `You are leading this class, for ${session.insteadOf}:`,
      ],
      factsOf(session),
      [updatedBy(by), ...closedLines],
    ],
    link: { label: "The class", path: consoleSessionPath(session.id) },
  };
}

function replacedMail(session: ClassSession, label: string, by: string): TrainerMail {
  return {
    kind: "cover-replaced",
    subject: `${session.trainerName} is leading ${label}`,
    paragraphs: [[`${session.trainerName} is leading this class instead of you:`], factsOf(session), [updatedBy(by)]],
    link: { label: "Your timetable", path: "/staff/timetable" },
  };
}
