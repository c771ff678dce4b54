import { href, Link } from "react-router";
import { joinPath } from "../../content-types/paths.ts";
import { LinkButton, TEXT_LINK, TextLink } from "../../ui/button.tsx";
import { CalendarAddIcon, OFF, TrainerName } from "../../ui/class-parts.tsx";
import { Section, SectionHeading } from "../../ui/section.tsx";
import { RowChange } from "./row-change.tsx";
import { SessionButton } from "./session-button.tsx";
import type { UpcomingSession } from "./timetable-view.server.ts";

type UpcomingSessionListProps = { classSlug: string; sessions: readonly UpcomingSession[] };

/** The next sessions of a class, including cancelled sessions. */
export function UpcomingSessionList({ classSlug, sessions }: UpcomingSessionListProps) {
  return (
    <Section background="ink" labelledBy="sessions-heading">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
        <SectionHeading id="sessions-heading">Next sessions</SectionHeading>
        <LinkButton to={href("/schedule/week")} tone="ghost">
          The whole week
        </LinkButton>
      </div>
      <div className="mt-9 border-t-4 border-chalk md:mt-12">
        {sessions.length === 0 ? (
          <p className="py-10 text-lg">
            There are none in the next four weeks.{" "}
            <TextLink to={joinPath(classSlug)} className={TEXT_LINK} label="Ask us for a date" />.
          </p>
        ) : (
          <ol>
            {sessions.map((session) => (
              <SessionLine key={session.key} session={session} />
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}

/** The next session with a free place, otherwise with a waiting list. Cached pages may still have a session that has begun. */
export function nextBookable(sessions: readonly UpcomingSession[], now: Date | undefined) {
  const bookable = sessions.flatMap(({ places, startsAt, startText }) =>
    places === undefined || (now !== undefined && Date.parse(startsAt) <= now.getTime())
      ? []
      : [{ ...places, label: places.availability === "full" ? "Join the list" : "Book", startText }],
  );
  return bookable.find(({ availability }) => availability !== "full") ?? bookable[0];
}

function SessionLine({ session }: { session: UpcomingSession }) {
  const { date, dayName, dateText, path, time, isOff } = session;
  const stamp = (
    <time dateTime={date}>
      <span className="block text-[15px] font-bold">{dayName}</span>{" "}
      <span className="font-display text-[34px] leading-none font-black md:text-[44px]">{dateText}</span>
    </time>
  );
  return (
    <li className="session relative border-b border-white/15 py-6">
      {isOff && <span aria-hidden="true" className="barrier absolute inset-y-0 -left-gutter w-2 md:w-2.5" />}
      <p className={`self-start md:self-center ${isOff ? "text-steel" : ""}`}>
        {path === undefined ? (
          stamp
        ) : (
          <Link to={path} className="block decoration-2 underline-offset-4 hover:underline">
            {stamp}
          </Link>
        )}
      </p>
      <div>
        <p>
          <span className={`font-display text-[30px] leading-none font-black md:text-[34px] ${isOff ? OFF : ""}`}>
            {time.from}
          </span>{" "}
          <span className={`text-[15px] whitespace-nowrap ${isOff ? "text-steel" : "text-ash"}`}>
            - <span className={isOff ? OFF : ""}>{time.to}</span>
          </span>
        </p>
        <p className={`mt-1 text-[16px] ${isOff ? "text-steel" : "text-ash"}`}>
          <TrainerName row={session} />
        </p>
      </div>
      <RowChange row={session} hasButton className="change" />
      <SessionButton row={session} className="session-button" />
    </li>
  );
}

export function ClassCalendarLink({ slug }: { slug: string }) {
  return (
    <Link
      to={`${href("/schedule/calendar")}?class=${slug}`}
      className="inline-flex min-h-11 items-center gap-2 text-[15px] leading-tight font-bold underline-offset-4 hover:underline"
    >
      <CalendarAddIcon className="size-5 shrink-0" />
      Add to calendar
    </Link>
  );
}
