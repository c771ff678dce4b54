import { Form, href, Link } from "react-router";
import { ConsoleLink, TitledSection, WaitingRow } from "../../console/page-parts.tsx";
import { mailErrorMessage } from "../../platform/mail-messages.ts";
import type { ListedEnquiry } from "../inbox.server.ts";
import type { failedReplies } from "../replies.server.ts";
import type { State } from "../states.ts";

type NewEnquiry = Pick<ListedEnquiry, "id" | "name" | "classTitle" | "comment"> & {
  since: string;
  hasWhatsApp: boolean;
  hasMail: boolean;
  call: string;
};

type StateOfInbox = "held-apart" | "not-sent" | "empty" | "answered";

/**
 * The inbox is `answered` only without suspected spam and failed replies, and after a first enquiry.
 * @param states of all enquiries
 */
export function stateOfInbox(states: readonly State[], failedReplies: number): StateOfInbox {
  if (states.includes("suspect")) return "held-apart";
  if (failedReplies > 0) return "not-sent";
  return states.every((state) => state === "spam") ? "empty" : "answered";
}

const NO_NEW_ENQUIRIES: Readonly<Record<StateOfInbox, string>> = {
  "held-apart": "Nothing new, but there is suspected spam. Check whether a person wrote it.",
  "not-sent": "Nothing new, but a reply could not be sent: see To do.",
  empty: "No enquiries yet. Messages from the Contact page appear here.",
  answered: "Every enquiry has been answered.",
};

type NewEnquiriesProps = { enquiries: readonly NewEnquiry[]; count: number; state: StateOfInbox };

/** The newest enquiries that nobody has answered. @param count how many there are in all */
export function NewEnquiries({ enquiries, count, state }: NewEnquiriesProps) {
  return (
    <TitledSection
      title="New enquiries"
      count={count}
      ways={<ConsoleLink to={href("/staff/enquiries")} label={count > 0 ? `All ${count}` : "All"} about=" enquiries" />}
    >
      {enquiries.length === 0 ? (
        <p className="empty">
          {NO_NEW_ENQUIRIES[state]}
          {state === "held-apart" && (
            <>
              {" "}
              <Link className="underline" to={`${href("/staff/enquiries")}?state=suspect`}>
                Suspected spam
              </Link>
            </>
          )}
        </p>
      ) : (
        <ul className="board">
          {enquiries.map((enquiry, index) => (
            <NewEnquiryRow key={enquiry.id} enquiry={enquiry} className={index === 3 ? "row only-wide" : "row"} />
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

function NewEnquiryRow({ enquiry, className }: { enquiry: NewEnquiry; className: string }) {
  const { id, name, classTitle, comment, since, hasWhatsApp, hasMail, call } = enquiry;
  const page = href("/staff/enquiries/:id", { id });
  return (
    <li className={className}>
      <div>
        <h3 className="name">
          {/* A block ends before the buttons, also with a long name. */}
          <Link className="block" to={page}>
            {name}
          </Link>
        </h3>
        <p className="about">
          {classTitle !== "" && (
            <>
              <b>{classTitle}</b>,{" "}
            </>
          )}
          {since}
        </p>
        <p className="truncate pt-1 max-sm:hidden">{comment}</p>
      </div>
      <p className="end actions above-link flex-nowrap">
        {hasWhatsApp && <ConsoleLink className="button" to={`${page}#reply`} label="WhatsApp" about={` to ${name}`} />}
        {hasMail ? (
          <ConsoleLink className="button" to={`${page}?by=mail#reply`} label="Email" about={` to ${name}`} />
        ) : (
          <ConsoleLink className="button" to={call} label="Call" about={` ${name}`} />
        )}
      </p>
    </li>
  );
}

/** Rows for "To do": replies whose email could not be sent. */
export function FailedReplies({ replies }: { replies: Awaited<ReturnType<typeof failedReplies>> }) {
  return replies.map(({ enquiryId, mailId, name, error }) => {
    const page = href("/staff/enquiries/:id", { id: enquiryId });
    return (
      <WaitingRow
        key={mailId}
        mark="alert"
        state="Email failed"
        ways={
          <Form method="post" action={page}>
            <button type="submit" name="do" value={`retry:${mailId}`} className="link">
              Try again<span className="sr-only"> to write to {name}</span>
            </button>
          </Form>
        }
      >
        Reply to{" "}
        <Link to={`${page}#replies`}>
          <b>{name}</b>
        </Link>
        : {mailErrorMessage(error)}.
      </WaitingRow>
    );
  });
}
