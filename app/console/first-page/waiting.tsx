import { Form, href, Link } from "react-router";
import { formPath } from "../../content-types/paths.ts";
import { mailErrorMessage } from "../../enquiries/messages.ts";
import type { readUndelivered, readWaitingItems } from "./first-page.server.ts";

/** Advice, by the code of the last error. */
function advice(error: string): string {
  if (error === "552" || error === "452") return "Tell them another way, or try again in some days.";
  if (/^55\d$/.test(error)) return "Ask them for another address.";
  return "If more mails fail, tell whoever runs the server, and try again then.";
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
        {written}: {mailErrorMessage(error)}. {advice(error)}
      </p>
      <Form method="post" className="mail-acts">
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
  scheduled: { words: "Scheduled", mark: "due", link: "Open" },
} as const;

/** Content that waits for somebody, as rows of a list. */
export function WaitingItems({ items }: { items: Awaited<ReturnType<typeof readWaitingItems>> }) {
  return items.map(({ kind, type, slug, title, text, more }) => {
    const { words, mark, link } = KINDS[kind];
    return (
      <li key={`${kind} ${type} ${slug}`}>
        <span className={`state ${mark}`}>{words}</span>
        <p>
          <b>{title}</b>, {text}
          <span className="more">{more}</span>.
        </p>
        <Link className="link" to={formPath(type, slug)}>
          {link}
          <span className="sr-only">{`: ${title}`}</span>
        </Link>
      </li>
    );
  });
}
