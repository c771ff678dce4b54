import { Form, href, Link } from "react-router";
import { mailAdvice, mailErrorMessage } from "../../platform/mail-messages.ts";
import { ConsoleLink } from "../console-link.tsx";
import type { readUndelivered } from "./first-page.server.ts";

/** What a site without a mail server does with its mail. */
export function NoMailServer({ folder, maySet }: { folder: string; maySet: boolean }) {
  return (
    <section className="wide" aria-labelledby="no-mail-server">
      <div className="part">
        <h2 id="no-mail-server">No mail is sent</h2>
        {maySet && <ConsoleLink to={href("/staff/mail")} label="Mail" />}
      </div>
      <div className="board waiting-items no-mail">
        <p className="state alert">No mail server is set: mail is only written to files</p>
        <p>
          They are in <span className="wrap-anywhere">{folder}</span>, on the machine that runs the site.
          docs/operating.md, “Settings”, says how whoever runs it sets a server.
        </p>
      </div>
    </section>
  );
}

type UndeliveredView = Awaited<ReturnType<typeof readUndelivered>>;

/** The mails that were tried for days and could not be delivered. */
export function UndeliveredMails({ mails, count }: UndeliveredView) {
  if (mails.length === 0) return null;
  return (
    <section className="wide" aria-labelledby="undelivered">
      <div className="part">
        <h2 id="undelivered">
          {count === 1 ? "A mail could not be delivered" : `${count} mails could not be delivered`}
        </h2>
        {count > 1 && (
          <Form method="post">
            <button type="submit" name="do" value="retry-all" className="link">
              Try all again
            </button>
          </Form>
        )}
      </div>
      <ul className="board waiting-items undelivered">
        {mails.map((mail) => (
          <UndeliveredRow key={mail.id} {...mail} />
        ))}
      </ul>
      {count > mails.length && <p className="help mt-2">These are the last {mails.length}.</p>}
    </section>
  );
}

function UndeliveredRow({ id, to, subject, error, written, enquiryId }: UndeliveredView["mails"][number]) {
  const name = <b>{to}</b>;
  const about = <span className="sr-only">{` “${subject}” to ${to}`}</span>;
  return (
    <li>
      <span className="state alert">Not delivered</span>
      <p>
        “{subject}” to{" "}
        {enquiryId === null ? name : <Link to={href("/staff/enquiries/:id", { id: enquiryId })}>{name}</Link>}, written{" "}
        {written}: {mailErrorMessage(error)}. {mailAdvice(error)}
      </p>
      <Form method="post" className="row-acts">
        <button type="submit" name="do" value={`retry:${id}`} className="link">
          Try again{about}
        </button>
        <button type="submit" name="do" value={`remove:${id}`} className="link">
          Remove{about}
        </button>
      </Form>
    </li>
  );
}

const KINDS = {
  failed: { words: "Couldn’t go live", mark: "alert", link: "Look at it" },
  "picture-hidden": { words: "No picture", mark: "alert", link: "Look at it" },
  draft: { words: "Draft", mark: "waiting", link: "Go on" },
  kept: { words: "Kept for later", mark: "waiting", link: "Look at it" },
  owed: { words: "Owes", mark: "alert", link: "Take it" },
  drawer: { words: "Not closed", mark: "alert", link: "Close it" },
  scheduled: { words: "Scheduled", mark: "due", link: "Open" },
} as const;

/** `more` is shown where there is room. */
type WaitingItem = { kind: keyof typeof KINDS; to: string; title: string; text: string; more: string };

/** Content and changes of the weekly timetable that wait for somebody, as rows of a list. */
export function WaitingItems({ items }: { items: readonly WaitingItem[] }) {
  return items.map(({ kind, to, title, text, more }) => {
    const { words, mark, link } = KINDS[kind];
    return (
      <li key={`${kind} ${to}`}>
        <span className={`state ${mark}`}>{words}</span>
        <p>
          <b>{title}</b>, {text}
          <span className="more">{more}</span>.
        </p>
        <Link className="link" to={to}>
          {link}
          <span className="sr-only">{`: ${title}`}</span>
        </Link>
      </li>
    );
  });
}
