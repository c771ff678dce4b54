/** Telling trainers and the desk who leads a class session: a mail in the transaction of what it reports. */
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { siteOrigin } from "../platform/config.ts";
import { gymAddress } from "../platform/gym-mail.server.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import type { Change } from "../platform/transact.server.ts";
import { listTrainerAccounts } from "../staff/trainers.server.ts";
import { consoleSessionPath } from "./addresses.server.ts";
import type { CoverMail } from "./cover-mails.server.ts";

/** The session that mails are about, and when they are of no use any more. */
type Subject = { id: string; endsAt: string };

/** Mails something to trainers who have an account, at the address of that. */
export async function mailTrainers(
  change: Change,
  slugs: readonly string[],
  about: Subject,
  mail: CoverMail,
): Promise<void> {
  if (slugs.length === 0) return;
  const accounts = await listTrainerAccounts(change.transaction);
  const text = await textOf(change, about, mail);
  for (const { id: userId, email: to, trainerSlug } of accounts) {
    if (!slugs.includes(trainerSlug)) continue;
    await change.queueMail({ to, userId, ...text, priority: MAIL_PRIORITY.ordinary });
  }
}

/** Mails something to the desk, at the gym's own address. */
export async function mailDesk(change: Change, about: Subject, mail: CoverMail): Promise<void> {
  const to = await gymAddress(change.services, change.transaction);
  await change.queueMail({ to, ...(await textOf(change, about, mail)) });
}

async function textOf(
  { services, transaction }: Change,
  { id, endsAt }: Subject,
  { kind, subject, paragraphs, link }: CoverMail,
) {
  const gym = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const session = consoleSessionPath(id);
  const paths = { session, cover: `${session}/cover`, timetable: "/staff/timetable" };
  const address = siteOrigin(services.config) + paths[link.page];
  const blocks = [["Hello,"], ...paragraphs, [`${link.label}:`, address], [gym.name]];
  // Typewriters' apostrophes, which need no encoding.
  const text = `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`.replaceAll("’", "'");
  // In their order: "leads it" before "can't lead it" would say the opposite of what is so.
  return { kind, subject: subject.replaceAll("’", "'"), text, about: id, discardAfter: new Date(endsAt) };
}
