import { Form, href, Link } from "react-router";
import type { ListedEnquiry } from "../inbox.server.ts";
import { mailErrorMessage } from "../messages.ts";
import type { failedReplies } from "../replies.server.ts";

/** A new enquiry as the first page shows it. */
type NewEnquiry = Pick<ListedEnquiry, "id" | "name" | "classTitle" | "comment"> & {
  /** "12 min ago". */
  since: string;
  hasWhatsApp: boolean;
  hasMail: boolean;
  /** The address that calls them. */
  call: string;
};

/** The newest enquiries that nobody has answered. @param count how many there are in all */
export function NewEnquiries({ enquiries, count }: { enquiries: readonly NewEnquiry[]; count: number }) {
  return (
    <section aria-labelledby="new-enquiries">
      <div className="part">
        <h2 id="new-enquiries">New enquiries {count > 0 && <span className="count">{count}</span>}</h2>
        <Link className="link" to={href("/staff/enquiries")}>
          {count > 0 ? `All ${count}` : "All"}
          <span className="sr-only"> enquiries</span>
        </Link>
      </div>
      {enquiries.length === 0 ? (
        <p className="empty">Everybody who wrote has an answer.</p>
      ) : (
        <ul className="board new-enquiries">
          {enquiries.map((enquiry, index) => (
            <NewEnquiryRow key={enquiry.id} enquiry={enquiry} className={index === 3 ? "fourth" : undefined} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** One new enquiry, with its ways to reply. `fourth` is left out where the screen is small. */
function NewEnquiryRow({ enquiry, className }: { enquiry: NewEnquiry; className: string | undefined }) {
  const { id, name, classTitle, comment, since, hasWhatsApp, hasMail, call } = enquiry;
  const page = href("/staff/enquiries/:id", { id });
  return (
    <li className={className}>
      <h3 className="name">
        <Link to={page}>{name}</Link>
      </h3>
      <p className="about">
        {classTitle !== "" && (
          <>
            <b>{classTitle}</b>,{" "}
          </>
        )}
        {since}
      </p>
      <p className="excerpt">{comment}</p>
      <p className="actions above-link">
        {hasWhatsApp && (
          <Link className="button ink low" to={`${page}#reply`}>
            WhatsApp<span className="sr-only"> to {name}</span>
          </Link>
        )}
        {hasMail ? (
          <Link className="button low" to={`${page}?by=mail#reply`}>
            Mail<span className="sr-only"> to {name}</span>
          </Link>
        ) : (
          <a className="button low" href={call}>
            Call<span className="sr-only"> {name}</span>
          </a>
        )}
      </p>
    </li>
  );
}

/** Rows for "What waits": replies whose mail could not be sent. */
export function FailedReplies({ replies }: { replies: Awaited<ReturnType<typeof failedReplies>> }) {
  return replies.map(({ enquiryId, mailId, name, error }) => {
    const page = href("/staff/enquiries/:id", { id: enquiryId });
    return (
      <li key={mailId}>
        <span className="state alert">Mail failed</span>
        <p>
          Reply to{" "}
          <Link to={`${page}#replies`}>
            <b>{name}</b>
          </Link>
          : {mailErrorMessage(error)}.
        </p>
        <Form method="post" action={page} className="contents">
          <button type="submit" name="do" value={`retry:${mailId}`} className="link">
            Try again<span className="sr-only"> to write to {name}</span>
          </button>
        </Form>
      </li>
    );
  });
}
