import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { SlotOutsideHours } from "./slots-outside-hours.server.ts";

/** The weekly slots outside the opening hours that were just published, with the ways to change each; nothing where there are none. */
export function SlotsOutsideHours({ slots }: { slots: readonly SlotOutsideHours[] }) {
  return slots.length === 0 ? null : <OutsideHours slots={slots} />;
}

function OutsideHours({ slots }: { slots: readonly SlotOutsideHours[] }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The form that was sent keeps its place in the window, far below what it has led to.
    section.current?.scrollIntoView({ block: "start" });
    section.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="summary calm" aria-labelledby="outside-hours" ref={section} tabIndex={-1}>
      <h2 id="outside-hours">Classes outside the new hours</h2>
      <p>
        {slots.length === 1 ? "This class of every week is" : `These ${slots.length} classes of every week are`} outside
        them. Change the time, or take it off; what is meant so can stay.
      </p>
      <ul className="board outside-hours">
        {slots.map(({ slug, title }) => (
          <li key={slug}>
            <b>{title}</b>
            <span className="actions">
              <Link className="link" to={`/staff/timetable/rows/${slug}`}>
                Change the time<span className="sr-only">{`: ${title}`}</span>
              </Link>
              <Link className="link" to={`/staff/timetable/rows/${slug}/remove`}>
                Take off<span className="sr-only">{`: ${title}`}</span>
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
