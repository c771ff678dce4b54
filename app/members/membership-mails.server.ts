import { randomBytes } from "node:crypto";
import { type MailContent, mailHtml, mailText } from "../bookings/mail-layout.ts";
import type { GymFacts } from "../bookings/mails.server.ts";
import type { Paragraph } from "../bookings/messages.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { logoWordOf, settingsType } from "../content-types/settings.ts";
import { addressOf, findPerson, type Person } from "../people/people.server.ts";
import { isChildOn } from "../people/person.ts";
import { siteOrigin, TEST_ACCOUNT } from "../platform/config.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import type { Db } from "../platform/services.ts";
import { withoutBidiControls } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";

type MembershipMailKind = keyof typeof WORDS;

/** Days are texts. A missing fact is not mentioned. */
type Facts = {
  childName?: string | undefined;
  plan?: string;
  lastDay?: string;
  graceDay?: string | undefined;
  /** The pass that would follow if it is renewed in time. */
  next?: { days: string; price: string } | undefined;
  visits?: { left: number; all: number } | undefined;
  frozen?: { days: string; count: number; before: string; cancelled: readonly string[] };
};

type Words = {
  subject: string;
  title: string;
  rows: MailContent["rows"];
  paragraphs: Paragraph[];
  because: string;
  /** Where the button leads; by default the membership page. */
  button?: { label: string; path: string };
  /** Sent even to people who switched emails off; it has no unsubscribe link. */
  isAlwaysSent?: boolean;
};

const row = (label: string, ...lines: string[]) => ({ label, lines });

/** "Your Mwanzo", or "Baraka's Mwanzo" for a child. */
const whose = ({ childName, plan = "pass" }: Facts) =>
  childName === undefined ? `Your ${plan}` : `${childName}'s ${plan}`;

const MEMBERSHIP_BUTTON = { label: "My membership", path: "/account/membership" };

const WORDS = {
  ends: (facts) => ({
    subject: `${whose(facts)} ends on ${facts.lastDay}`,
    title: `${whose(facts)} ends on ${facts.lastDay}`,
    rows: [
      ...(facts.visits ? [row("Left", `${facts.visits.left} of ${facts.visits.all} visits`)] : []),
      ...(facts.next ? [row("Next", facts.next.days), row("Price", `${facts.next.price}, payable at the desk`)] : []),
    ],
    paragraphs: [
      facts.next
        ? [
            "It ends by itself, and nothing is charged. If you renew by then, it continues the next day: you lose no days by paying early.",
          ]
        : ["It ends by itself, and nothing is charged."],
      ...(facts.graceDay ? [["After that you can still come until ", { strong: facts.graceDay }, "."]] : []),
      ["Going away? The desk can freeze it before it ends."],
    ],
    because: "You get this once, a week before a pass ends.",
  }),
  ended: (facts) => ({
    subject: `${whose(facts)} has ended`,
    title: `${whose(facts)} has ended`,
    rows: [
      row("Ended", facts.lastDay ?? ""),
      ...(facts.next ? [row("Next", facts.next.days), row("Price", `${facts.next.price}, payable at the desk`)] : []),
    ],
    paragraphs: [
      ...(facts.visits && facts.visits.left === 0 ? [[`All ${facts.visits.all} visits are used.`]] : []),
      ...(facts.graceDay
        ? [
            [
              ...["You can still come until ", { strong: facts.graceDay }],
              ". If you renew by then, it continues without a gap; later it starts on the day you pay.",
            ],
          ]
        : [["A new one starts on the day you pay."]]),
      ["Not now? Then this is our last email about it."],
    ],
    because: "You get this once, after a pass has ended.",
  }),
  frozen: ({ frozen, ...facts }) => ({
    subject: `${whose(facts)} is frozen: ${frozen?.days}`,
    title: `${whose(facts)} is frozen for ${frozen?.count === 1 ? "a day" : `${frozen?.count} days`}`,
    rows: [
      row("Frozen", frozen?.days ?? ""),
      row("Ends now", facts.lastDay ?? "", `instead of ${frozen?.before}`),
      ...(frozen?.cancelled ?? []).map((text) => row("Class", text)),
    ],
    paragraphs: [
      ...(frozen && frozen.cancelled.length > 0 ? [["These bookings are cancelled, free of charge."]] : []),
      ["Back earlier? Just come: the desk ends the freeze that day, and you keep the unused days."],
    ],
    because: "You are receiving this because our desk froze the pass.",
  }),
  "account-joined": () => ({
    subject: "An account was linked to your membership",
    title: "An account was linked to your membership",
    rows: [],
    paragraphs: [
      ["Somebody, most likely you, has linked an account on our site to the record that our desk has of you."],
      ["It wasn't you? Our desk can unlink the account."],
    ],
    because: "You are receiving this because our desk has this address for you.",
    button: { label: "Our desk", path: "/contact" },
    isAlwaysSent: true,
  }),
} satisfies Record<string, (facts: Facts) => Words>;

/**
 * An email about a pass, without its recipient, with one link: to the account, or to the page that stops these
 * emails. @param offUrl that page
 */
export function membershipMail(
  kind: MembershipMailKind,
  facts: Facts,
  { gym, hasAccount, offUrl }: { gym: GymFacts; hasAccount: boolean; offUrl: string },
) {
  const {
    subject,
    title,
    rows,
    paragraphs,
    because,
    button = MEMBERSHIP_BUTTON,
    isAlwaysSent = false,
  }: Words = WORDS[kind](facts);
  const content: MailContent = {
    logo: logoWordOf(gym),
    title,
    rows,
    paragraphs: [...paragraphs, ["Questions? Call our desk: ", { strong: gym.phone }, "."]],
    ...((hasAccount || isAlwaysSent) && { button: { label: button.label, address: gym.origin + button.path } }),
    footer: [gym.name, `${gym.street}, ${gym.city}`, gym.phone, because],
    ...(!hasAccount && !isAlwaysSent && { off: { label: "Stop these emails", address: offUrl } }),
  };
  return {
    subject: withoutBidiControls(subject),
    text: withoutBidiControls(mailText(content)),
    html: withoutBidiControls(mailHtml(content)),
    kind: `membership-${kind}`,
    priority: kind === "ends" || kind === "ended" ? MAIL_PRIORITY.bulk : MAIL_PRIORITY.ordinary,
    ...(!isAlwaysSent && { unsubscribeUrl: offUrl }),
  };
}

/** The recipient of emails about a person; a guardian for a child. */
export type MailRecipient = { member: Person; to: string; userId: string | null };

/** Finds the recipient; undefined without an address. */
export async function findMailRecipient(db: Db, about: Person, today: string): Promise<MailRecipient | undefined> {
  const isForGuardian = isChildOn(about, today) && about.guardian_id !== null;
  const member = isForGuardian ? await findPerson(db, about.guardian_id ?? "") : about;
  return member && asMailRecipient(db, member);
}

async function asMailRecipient(db: Db, member: Person): Promise<MailRecipient | undefined> {
  if (member.erased_at !== null) return undefined;
  const to = await addressOf(db, member);
  return to === "" || to === TEST_ACCOUNT.email ? undefined : { member, to, userId: member.user_id };
}

export async function queueMembershipMail(
  change: Change,
  kind: MembershipMailKind,
  { about, recipient }: { about: Person; recipient: MailRecipient },
  facts: Omit<Parameters<typeof membershipMail>[1], "childName">,
  discardAfter?: Date,
): Promise<void> {
  const { services, transaction } = change;
  // From this instance's memory: no transaction that queues email changes the settings.
  const settings = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const gym = { ...settings, origin: siteOrigin(services.config) };
  const offUrl = `${gym.origin}/membership/mails?key=${await ensureKey(change, recipient.member)}`;
  const childName = recipient.member.id === about.id ? undefined : about.name;
  const mail = membershipMail(kind, { ...facts, childName }, { gym, offUrl, hasAccount: recipient.userId !== null });
  await change.queueMail({
    ...mail,
    to: recipient.to,
    personId: about.id,
    ...(recipient.userId !== null && { userId: recipient.userId }),
    ...(discardAfter && { discardAfter }),
  });
}

/** The key of the link that switches a recipient's emails off, created with the first email. */
async function ensureKey({ transaction }: Change, recipient: Person): Promise<string> {
  // Read again: a linked account may have brought one along, whose link has been emailed.
  const known = (await findPerson(transaction, recipient.id))?.mails_key;
  if (known) return known;
  const key = randomBytes(24).toString("base64url");
  await transaction.updateTable("people").set({ mails_key: key }).where("id", "=", recipient.id).execute();
  return key;
}

/** Tells the address of a record that an account with another address was linked to it. */
export async function mailLinkedAccount(change: Change, person: Person, address: string): Promise<void> {
  if (person.email === "" || person.email === address) return;
  const recipient = { member: person, to: person.email, userId: null };
  await queueMembershipMail(change, "account-joined", { about: person, recipient }, {});
}
