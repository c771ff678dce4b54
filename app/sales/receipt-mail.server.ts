/** The mail with a receipt, to the payer, or to the guardian of a child. */
import { type MailContent, mailHtml, mailText } from "../bookings/mail-layout.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { logoWordOf, settingsType } from "../content-types/settings.ts";
import { findMailRecipient } from "../members/member-mail.server.ts";
import { findPerson } from "../people/people.server.ts";
import { siteOrigin } from "../platform/config.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import { withoutBidiControls } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { readReceipt } from "./receipts.server.ts";
import type { ReceiptRow } from "./sale-rows.server.ts";

/** Queues the mail with a receipt, where its person has an address. */
export async function queueReceiptMail(change: Change, { id, day }: ReceiptRow): Promise<void> {
  const { services, transaction } = change;
  const receipt = await readReceipt(transaction, id);
  const payer = receipt && (await findPerson(transaction, receipt.sale.row.person_id));
  const reader = payer && (await findMailRecipient(transaction, payer, day));
  if (receipt === undefined || payer === undefined || reader === undefined) return;
  const gym = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const { view } = receipt;
  const title = `${view.title} ${view.id}`;
  const content: MailContent = {
    logo: logoWordOf(gym),
    title,
    rows: [
      { label: "Date", lines: [view.date] },
      ...view.rows.map(({ what, amount }) => ({ label: amount, lines: [what] })),
    ],
    paragraphs: [
      [view.rest],
      ...(view.ofReceipt === "" ? [] : [[`It belongs to receipt ${view.ofReceipt}.`]]),
      ["This is a receipt, not a tax invoice."],
      ["Is something wrong? Call our desk: ", { strong: gym.phone }, "."],
    ],
    ...(reader.userId !== null && {
      button: { label: "My receipts", address: `${siteOrigin(services.config)}/account/receipts` },
    }),
    footer: [gym.name, `${gym.street}, ${gym.city}`, gym.phone, "You get this with each payment at our desk."],
  };
  await change.queueMail({
    ...{ to: reader.to, personId: payer.id, kind: "receipt", priority: MAIL_PRIORITY.ordinary },
    subject: withoutBidiControls(`${title}, ${gym.name}`),
    text: withoutBidiControls(mailText(content)),
    html: withoutBidiControls(mailHtml(content)),
    ...(reader.userId !== null && { userId: reader.userId }),
  });
}
