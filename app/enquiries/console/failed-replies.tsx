import { Form, href, Link } from "react-router";
import type { FailedReply } from "../desk-view.ts";
import { mailErrorMessage } from "../messages.ts";

/** Rows for "What waits": replies whose mail could not be sent. */
export function FailedReplies({ replies }: { replies: readonly FailedReply[] }) {
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
