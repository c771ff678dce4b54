/** The email with a receipt, to the payer or, for a child, the guardian. */
import { type MailContent, mailHtml, mailText } from "../bookings/mail-layout.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { logoWordOf, settingsType } from "../content-types/settings.ts";
import { findMailRecipient } from "../members/membership-mails.server.ts";
import { findPerson } from "../people/people.server.ts";
import { siteOrigin } from "../platform/config.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import { withoutBidiControls } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { readReceipt } from "./receipts.server.ts";
import type { ReceiptRow } from "./sale-rows.server.ts";

/** Queues the email with a receipt, if the recipient has an address. */
export async function queueReceiptMail(change: Change, { id, day }: ReceiptRow): Promise<void> {
  const { services, transaction } = change;
  const receipt = await readReceipt(transaction, id);
  const payer = receipt && (await findPerson(transaction, receipt.sale.row.person_id));
  const recipient = payer && (await findMailRecipient(transaction, payer, day));
  if (receipt === undefined || payer === undefined || recipient === undefined) return;
  const gym = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const { view } = receipt;
  const title = `${view.title} ${view.id}`;
  const content: MailContent = {
    logo: logoWordOf(gym),
    title,
    rows: [{ label: "Date", lines: [view.date] }],
    sums: view.rows,
    paragraphs: [
      [view.rest],
      ...(view.firstReceiptId === "" ? [] : [[`This belongs to receipt ${view.firstReceiptId}.`]]),
      ["This is a receipt, not a tax invoice."],
      ["Is something wrong? Call our desk: ", { strong: gym.phone }, "."],
    ],
    ...(recipient.userId !== null && {
      button: { label: "My receipts", address: `${siteOrigin(services.config)}/account/receipts` },
    }),
    footer: [gym.name, `${gym.street}, ${gym.city}`, gym.phone, "You get this for each payment at our desk."],
  };
  await change.queueMail({
    ...{ to: recipient.to, personId: payer.id, kind: "receipt", priority: MAIL_PRIORITY.ordinary },
    subject: withoutBidiControls(`${title}, ${gym.name}`),
    text: withoutBidiControls(mailText(content)),
    html: withoutBidiControls(mailHtml(content)),
    ...(recipient.userId !== null && { userId: recipient.userId }),
  });
}
