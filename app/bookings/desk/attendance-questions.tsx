import { Form, href, Link } from "react-router";
import { ConsoleButton, ConsoleLink, TitledSection } from "../../console/page-parts.tsx";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { readAttendance } from "./desk-pages.server.ts";

/** Questions to staff after classes: unrecorded attendance, and disputed no-shows. */
export function AttendanceQuestions({ questions, disputes }: Awaited<ReturnType<typeof readAttendance>>) {
  if (questions.length + disputes.length === 0) return null;
  return (
    <TitledSection title="Who came?" className="lg:col-span-full">
      <ul className="board">
        {disputes.map(({ bookingId, who, sessionId, about }) => (
          <li key={bookingId} className="row">
            <p>
              <b>{who}</b> {`answered “I was there”. ${withoutBreaks(about)}`}
            </p>
            <Form method="post" action={href("/staff/day/:session", { session: sessionId })} className="presses">
              <input type="hidden" name="back" value="today" />
              <input type="hidden" name="booking" value={bookingId} />
              <ConsoleButton name="do" value="missed" className="link" label="Confirm as missed" about={`: ${who}`} />
              <ConsoleButton name="do" value="here" label="Check in" about={`: ${who}`} />
            </Form>
          </li>
        ))}
        {questions.map(({ sessionId, about, label }) => (
          <li key={sessionId} className="row">
            <p>
              <Link to={href("/staff/day/:session", { session: sessionId })}>
                <b>{about}</b>
              </Link>
              {`: ${label}`}
            </p>
            <AttendanceForm sessionId={sessionId} about={about} back="today" />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

type AttendanceFormProps = { sessionId: string; about: string; back: "today" | "day" | "" };

/**
 * Buttons that answer for everybody not checked in; on the day's and the session's pages, each person has buttons too.
 * @param back the page to return to
 */
export function AttendanceForm({ sessionId, about, back }: AttendanceFormProps) {
  const page = href("/staff/day/:session", { session: sessionId });
  const subject = { about: `: ${about}` };
  return (
    <Form method="post" action={page} className="presses" preventScrollReset>
      <input type="hidden" name="back" value={back} />
      {back === "today" && (
        <ConsoleLink to={page} className="link max-md:order-1" label="Choose for each" {...subject} />
      )}
      <ConsoleButton name="do" value="all-missed" label="Mark all as missed" {...subject} />
      {/* The likeliest is first, but last on Today in wide windows, where the buttons are at the end of the row. */}
      <ConsoleButton
        name="do"
        value="all-came"
        className={back === "today" ? "button max-md:-order-1" : "button -order-1"}
        label="Check in all"
        {...subject}
      />
    </Form>
  );
}
