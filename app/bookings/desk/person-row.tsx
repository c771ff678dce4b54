import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useFetcher } from "react-router";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { DeskBookingView, Press, ReturnedPress } from "./desk-session-view.ts";
import type { OnPressed } from "./fresh-sessions.ts";

const LABELS: Record<Press, string> = { here: "Here", undo: "Undo", missed: "Missed" };

/** What the rows of a session share. */
export type RowContext = {
  session: string;
  /** The page's own address, to which a press is posted. */
  address: string;
  /** The form that came back with the page, without script. */
  returned: ReturnedPress | undefined;
  onPressed: OnPressed;
};

/**
 * Somebody of a session with what can be pressed. Each row sends its presses by itself, so that several can be under way
 * on a slow line; one that failed stays until it was sent.
 */
export function BookingRowForm({
  person,
  number,
  children,
  ...context
}: RowContext & {
  person: DeskBookingView;
  /** The place in the waiting list. */
  number?: number;
  /** What the page of the session adds. */
  children?: ReactNode;
}) {
  const { name, isNameless, phone, state, mark, presses } = person;
  const row = useRef<HTMLLIElement>(null);
  const isHere = mark === "on";
  return (
    <li className="person" ref={row} tabIndex={-1}>
      <span className="tick-box" aria-hidden="true" />
      <p className={isNameless ? "name sentence" : "name"}>
        {number !== undefined && <span className="number">{number}.</span>} {name}
      </p>
      <p className="about">
        {/* Who is here has the word in the place of the button. */}
        <span className={`state ${mark}${isHere && presses.length > 0 ? " in-print" : ""}`}>{state}</span>
        {phone && <a href={`tel:${phone.number}`}>{phone.text}</a>}
      </p>
      {presses.length > 0 && <Presses person={person} isHere={isHere} row={row} {...context} />}
      {children}
    </li>
  );
}

function Presses({
  person,
  isHere,
  row,
  session,
  address,
  returned,
  onPressed,
}: RowContext & { person: DeskBookingView; isHere: boolean; row: { current: HTMLLIElement | null } }) {
  const { id, name, presses } = person;
  const fetcher = useFetcher<ReturnedPress>({ key: `press ${id}` });
  const isHydrated = useHydrated();
  const { data: sent } = fetcher;
  const pressed = useEffectEvent((returned: ReturnedPress) => onPressed(person, returned));
  useEffect(() => {
    if (sent === undefined) return;
    pressed(sent);
    // The pressed button is gone: the keyboard goes on from the row.
    if (document.activeElement === document.body) row.current?.focus({ preventScroll: true });
  }, [sent, row]);
  const sending = fetcher.formData?.get("do");
  const result = sent ?? (returned?.typed.booking === id ? returned : undefined);
  const problem = sending == null ? result?.errors.form : undefined;
  const failed = problem !== undefined && !result?.isRefused ? result?.typed.do : undefined;
  return (
    <fetcher.Form
      method="post"
      action={address}
      className="presses"
      preventScrollReset
      defaultShouldRevalidate={false}
      onClick={ignoreSecondClick}
      onSubmit={(event) => {
        // One press of a row at a time.
        if (fetcher.state !== "idle") event.preventDefault();
      }}
    >
      <input type="hidden" name="session" value={session} />
      <input type="hidden" name="booking" value={id} />
      {isHydrated && <input type="hidden" name="script" value="1" />}
      {problem !== undefined && (
        <p className={failed === undefined ? "not-sent refused" : "not-sent"} role="alert">
          {failed === undefined ? problem : "Not sent."}
        </p>
      )}
      {sending != null ? (
        <p className="sending" role="status">
          Sending…<span className="sr-only">{` ${name}`}</span>
        </p>
      ) : failed !== undefined ? (
        <button type="submit" name="do" value={failed} className="button ink">
          Try again<span className="sr-only">{`: ${name}`}</span>
        </button>
      ) : (
        <>
          {presses
            .filter((press) => press !== "here")
            .map((press) => (
              <button key={press} type="submit" name="do" value={press} className="link">
                {LABELS[press]}
                <span className="sr-only">{`: ${name}`}</span>
              </button>
            ))}
          {isHere && <span className="state on here">Here</span>}
          {presses.includes("here") && (
            <button type="submit" name="do" value="here" className="button">
              Here<span className="sr-only">{`: ${name}`}</span>
            </button>
          )}
        </>
      )}
    </fetcher.Form>
  );
}

/** The second click of a double click would press what has come in the place of the first button. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
