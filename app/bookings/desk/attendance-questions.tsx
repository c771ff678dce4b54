import { Form, href, Link } from "react-router";
import { TitledSection } from "../../console/page-parts.tsx";
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
              <button type="submit" name="do" value="missed" className="link">
                Confirm as missed<span className="sr-only">{`: ${who}`}</span>
              </button>
              <button type="submit" name="do" value="here" className="button">
                Check in<span className="sr-only">{`: ${who}`}</span>
              </button>
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
  const suffix = <span className="sr-only">{`: ${about}`}</span>;
  return (
    <Form method="post" action={page} className="presses" preventScrollReset>
      <input type="hidden" name="back" value={back} />
      {back === "today" && (
        <Link to={page} className="link">
          Choose for each{suffix}
        </Link>
      )}
      <button type="submit" name="do" value="all-missed" className="button">
        Mark all as missed{suffix}
      </button>
      <button type="submit" name="do" value="all-came" className="button">
        Check in all{suffix}
      </button>
    </Form>
  );
}
