import { type ReactNode, useEffect, useRef } from "react";
import { href, Link, useFetcher } from "react-router";
import { ConsoleButton, TitledSection } from "../../console/page-parts.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { CallListView } from "./call-list-view.server.ts";

type Back = "today" | "day" | "session" | "";

export function TodaysCallList({ sessions, open }: { sessions: readonly CallListView[]; open: string | null }) {
  if (sessions.length === 0) return null;
  const count = sessions.reduce((sum, { people }) => sum + people.length, 0);
  return (
    <TitledSection title="Call list" count={count} className="lg:col-span-full">
      <CallListSessions sessions={sessions} open={open} back="today" />
    </TitledSection>
  );
}

type CallListSessionsProps = { sessions: readonly CallListView[]; open: string | null; back: Back };

/** Sessions with people to tell, collapsed. @param open the id of the expanded session */
export function CallListSessions({ sessions, open, back }: CallListSessionsProps) {
  return (
    <ul className="board">
      {sessions.map((session) => (
        <li key={session.sessionId} id={`tell-${session.sessionId}`}>
          {/* Paper has nothing to unfold. */}
          <details
            className="open:pb-row print:details-content:[content-visibility:visible] [&_.board>:last-child]:border-b-0"
            open={open === session.sessionId}
          >
            <summary className="group w-full py-row no-underline!">
              <span className="grid min-w-0 flex-1 items-center gap-x-6 max-md:gap-y-line md:grid-cols-[minmax(0,1fr)_330px]">
                <b className="group-hover:underline">{session.about}</b>
                {session.people.length > 0 && <span className="quiet">{session.what}</span>}
                <span
                  className={`md:col-start-2 md:row-span-2 md:row-start-1 ${session.people.length > 0 ? "state due" : "state on"}`}
                >
                  {session.people.length > 0 ? `${session.people.length} to call` : "All told"}
                </span>
              </span>
            </summary>
            <CallListPeople session={session} back={back} />
          </details>
        </li>
      ))}
    </ul>
  );
}

export function CallListPeople({ session, back }: { session: CallListView; back: Back }) {
  const { sessionId, about, people } = session;
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(people.length);
  useEffect(() => {
    // The row and its focused button are gone: focus moves to the list.
    if (people.length !== count.current && document.activeElement === document.body) list.current?.focus();
    count.current = people.length;
  }, [people.length]);
  return (
    <div className="@container grid gap-row outline-none" ref={list} tabIndex={-1}>
      {people.length > 0 && (
        <ul className="board">
          {people.map((person) => (
            <CallListPersonRow key={person.seen} person={person} sessionId={sessionId} back={back} />
          ))}
        </ul>
      )}
      {people.length > 1 && (
        <div className="print:hidden">
          <TellForm id={sessionId} sessionId={sessionId} seen={people.map(({ seen }) => seen).join(",")} back={back}>
            {() => <ConsoleButton name="do" value="together" label="Mark all as told" about={`: ${about}`} />}
          </TellForm>
        </div>
      )}
      {session.told.length > 0 && (
        <details className="print:hidden">
          <summary className="link">
            {`${session.told.length} told`}
            <span className="sr-only">{`: ${about}`}</span>
          </summary>
          <ul className="board">
            {session.told.map(({ id, name, isNameless, text }) => (
              <li key={id} className="person">
                <p className={isNameless ? "name sentence" : "name"}>{name}</p>
                <p className="about">{text}</p>
                <TellForm id={id} sessionId={sessionId} seen={id} back={back} className={UNDO_STYLE}>
                  {() => <ConsoleButton name="do" value="undo" className="link" label="Undo" about={`: ${name}`} />}
                </TellForm>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

type CallListPersonRowProps = { person: CallListView["people"][number]; sessionId: string; back: Back };

/** A person and ways to reach them. With JavaScript, using one marks them as told. */
function CallListPersonRow({ person, sessionId, back }: CallListPersonRowProps) {
  const { id, personId, seen, name, isNameless, sentence, note, ways } = person;
  return (
    <li className="person">
      <p className={isNameless ? "name sentence" : "name"}>
        {/* On the person's page, a number can be added. */}
        {personId === null ? name : <Link to={href("/staff/members/:person", { person: personId })}>{name}</Link>}
      </p>
      <p className="about">{withoutBreaks(note === "" ? sentence : `${sentence}. ${note}`)}</p>
      <TellForm id={id} sessionId={sessionId} seen={seen} back={back}>
        {(tell) => (
          <>
            {ways.map(({ way, label, href: address }) => (
              <a
                key={way}
                href={address}
                className={way === "whatsapp" ? "button" : "link"}
                onClick={() => tell(way)}
                // WhatsApp opens in a new tab, so that the list stays open.
                {...(way === "whatsapp" && { target: "_blank", rel: "noopener" })}
              >
                {label}
                <span className="sr-only">{`: ${name}`}</span>
              </a>
            ))}
            <ConsoleButton name="do" value="told" className="button ml-auto" label="Told" about={`: ${name}`} />
          </>
        )}
      </TellForm>
    </li>
  );
}

/** A fixed width, so that each way has the same place in every row. */
const WAYS_STYLE =
  "@min-[600px]:col-start-2 col-span-full @min-[600px]:col-span-1 @min-[600px]:row-span-2 @min-[600px]:row-start-1 flex @min-[600px]:w-82.5 flex-wrap items-center gap-x-4 @max-[330px]:gap-x-2.5 pt-2.5 @max-[330px]:[&_.button]:px-3 @min-[600px]:pt-0 print:hidden";

const UNDO_STYLE = "col-start-2 row-start-1 sm:row-end-3";

type TellFormProps = {
  id: string;
  sessionId: string;
  seen: string;
  back: Back;
  className?: string;
  children: (tell: (way: string) => void) => ReactNode;
};

/** A form that changes the call list. With JavaScript, the page stays and reloads the list. */
function TellForm({ id, sessionId, seen, back, className = WAYS_STYLE, children }: TellFormProps) {
  const fetcher = useFetcher<ReturnedForm>({ key: `tell ${id}` });
  const isHydrated = useHydrated();
  const problem = fetcher.state === "idle" ? fetcher.data?.errors.form : undefined;
  const page = href("/staff/day/to-tell");
  const tell = (way: string) => {
    if (!isHydrated) return;
    void fetcher.submit(
      { do: way, session: sessionId, seen, back, script: "1" },
      { method: "post", action: page, preventScrollReset: true },
    );
  };
  return (
    <fetcher.Form method="post" action={page} className={className} preventScrollReset>
      <input type="hidden" name="session" value={sessionId} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="back" value={back} />
      {isHydrated && <input type="hidden" name="script" value="1" />}
      {problem !== undefined && (
        <p className="error basis-full" role="alert">
          {problem}
        </p>
      )}
      {children(tell)}
    </fetcher.Form>
  );
}
