import { Form, href, Link } from "react-router";
import { mailAdvice, mailErrorMessage } from "../../platform/mail-messages.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { ConsoleButton, ConsoleLink, TitledSection, WaitingBoard, WaitingRow } from "../page-parts.tsx";
import type { readUndelivered } from "./first-page.server.ts";

export function NoMailServer({ folder, maySet }: { folder: string; maySet: boolean }) {
  return (
    <TitledSection
      title="No emails are being sent"
      ways={maySet && <ConsoleLink to={href("/staff/mail")} label="Email" />}
      className="lg:col-span-full"
    >
      <div className="grid gap-1.5">
        <p className="state alert">No mail server is set up: emails are only saved as files</p>
        <p>
          They are in <span className="wrap-anywhere">{folder}</span>, on the machine that runs the site. See “Settings”
          in docs/operating.md to set up a server.
        </p>
      </div>
    </TitledSection>
  );
}

type UndeliveredView = Awaited<ReturnType<typeof readUndelivered>>;

/** Mails given up after days of failed attempts. */
export function UndeliveredMails({ mails, count }: UndeliveredView) {
  if (mails.length === 0) return null;
  return (
    <TitledSection
      title={count === 1 ? "An email could not be delivered" : `${count} emails could not be delivered`}
      ways={
        count > 1 && (
          <Form method="post">
            <ConsoleButton name="do" value="retry-all" className="link" label="Try all again" />
          </Form>
        )
      }
      className="lg:col-span-full"
    >
      <WaitingBoard>
        {mails.map((mail) => (
          <UndeliveredRow key={mail.id} {...mail} />
        ))}
      </WaitingBoard>
      {count > mails.length && <p className="help">These are the last {mails.length}.</p>}
    </TitledSection>
  );
}

function UndeliveredRow({ id, to, subject, error, written, enquiryId }: UndeliveredView["mails"][number]) {
  const name = <b>{to}</b>;
  const press = { name: "do", className: "link", about: ` “${subject}” to ${to}` };
  return (
    <WaitingRow
      mark="alert"
      state="Not delivered"
      ways={
        <Form method="post" className="contents">
          <ConsoleButton {...press} value={`retry:${id}`} label="Try again" />
          <ConsoleButton {...press} value={`remove:${id}`} label="Remove" />
        </Form>
      }
    >
      “{subject}” to{" "}
      {enquiryId === null ? name : <Link to={href("/staff/enquiries/:id", { id: enquiryId })}>{name}</Link>}, written{" "}
      {written}: {mailErrorMessage(error)}. {mailAdvice(error)}
    </WaitingRow>
  );
}

const KINDS = {
  failed: { label: "Couldn’t go live", mark: "alert", link: "View" },
  "picture-hidden": { label: "No picture", mark: "alert", link: "View" },
  draft: { label: "Draft", mark: "waiting", link: "Continue" },
  kept: { label: "Kept for later", mark: "waiting", link: "View" },
  owed: { label: "Owes", mark: "alert", link: "Take payment" },
  drawer: { label: "Not closed", mark: "alert", link: "Close it" },
  scheduled: { label: "Scheduled", mark: "due", link: "Open" },
} as const;

/** `more` is shown on wide screens only. */
type WaitingItem = { kind: keyof typeof KINDS; to: string; title: string; text: string; more: string };

/** Pending content, timetable changes and payments, as rows of a list. */
export function WaitingItems({ items }: { items: readonly WaitingItem[] }) {
  return items.map(({ kind, to, title, text, more }) => {
    const { label, mark, link } = KINDS[kind];
    return (
      <WaitingRow
        key={`${kind} ${to}`}
        mark={mark}
        state={label}
        ways={<ConsoleLink to={to} label={link} about={`: ${title}`} />}
      >
        <b>{title}</b>, {withoutBreaks(text)}
        <span className="only-wide">{withoutBreaks(more)}</span>.
      </WaitingRow>
    );
  });
}
