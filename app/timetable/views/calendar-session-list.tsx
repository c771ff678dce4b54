/** A session that can be put into a calendar. */
export type CalendarSession = {
  id: string;
  /** "Monday 23 November". */
  day: string;
  from: string;
  to: string;
  className: string;
  trainerName: string;
  /** Its calendar file, and the page of Google Calendar that takes it in. */
  file: string;
  googleAddress: string;
};

const LINK =
  "inline-flex min-h-11 items-center font-bold text-ember underline underline-offset-4 hover:text-white whitespace-nowrap";

/** Sessions, each with its two ways into a calendar. `isOfClass`: all are of one class, so their dates tell them apart. */
export function CalendarSessionList({
  sessions,
  isOfClass,
}: {
  sessions: readonly CalendarSession[];
  isOfClass: boolean;
}) {
  return (
    <ul className="border-b border-white/15">
      {sessions.map((session) => (
        <li
          key={session.id}
          className="grid gap-x-8 gap-y-1 border-t border-white/15 py-5 sm:grid-cols-[1fr_auto] sm:items-center"
        >
          <div>
            <h3 className="text-[clamp(28px,3vw,38px)]">{isOfClass ? session.day : session.className}</h3>
            <p className="mt-1 text-ash">
              {session.from}-{session.to}, {session.trainerName}
            </p>
          </div>
          <p className="flex flex-wrap gap-x-6">
            <a href={session.file} className={LINK}>
              Calendar file
              <About session={session} />
            </a>{" "}
            <a href={session.googleAddress} className={LINK}>
              Google Calendar
              <About session={session} />
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What a link is about, for those who hear it alone. */
function About({ session }: { session: CalendarSession }) {
  return (
    <span className="sr-only">
      : {session.className}, {session.day}, {session.from}
    </span>
  );
}
