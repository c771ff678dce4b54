import { Form, href, Link } from "react-router";
import type { ListedEnquiry } from "../desk-view.ts";
import { STATE_NAMES } from "../messages.ts";
import { NEXT_STATES } from "../states.ts";
import { StateWord } from "./state-word.tsx";

/** An enquiry with the moment it came as the inbox shows it. */
export type InboxEnquiry = ListedEnquiry & { when: string };

/**
 * A row of the inbox, which leads to the enquiry and sets its likely next states with one touch.
 * @param address the address of the inbox as it is, to which the form is posted and comes back
 */
export function InboxRow({ enquiry, address }: { enquiry: InboxEnquiry; address: string }) {
  const { id, name, classTitle, comment, state, assignee, when } = enquiry;
  return (
    <li>
      <h2 className="name">
        <Link to={href("/staff/enquiries/:id", { id })}>{name}</Link>
      </h2>
      <p className="class">{classTitle}</p>
      <p className="when">{when}</p>
      <p className="excerpt">
        {classTitle !== "" && <span className="class">{classTitle}. </span>}
        {comment}
      </p>
      <StateWord state={state} />
      <p className="with">{assignee?.name ?? "Nobody yet"}</p>
      <Form method="post" action={address} className="next-states above-link" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="seen" value={state} />
        {NEXT_STATES[state].map((next) => (
          <button key={next} type="submit" name="to" value={next} className="link">
            {state === "suspect" && next === "new" ? "Not spam" : STATE_NAMES[next]}
            <span className="sr-only"> {name}</span>
          </button>
        ))}
      </Form>
    </li>
  );
}
