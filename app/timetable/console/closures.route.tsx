import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { readUntold } from "../../bookings/desk/desk-pages.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { DefaultButton } from "../../console/default-button.tsx";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import type { Route } from "./+types/closures.route";
import { AffectedSessionList } from "./affected-sessions.tsx";
import {
  type ClosurePreview,
  changeClosures,
  closureForm,
  doneInWords,
  type ReturnedClosure,
  readClosuresPage,
} from "./closures-page.server.ts";
import { reasonField } from "./session-fields.ts";

export function meta() {
  return consoleMeta("Closed days");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["publish", "timetable"]);
  const today = dateInNairobi(services.now());
  const done = doneInWords(url.searchParams, today);
  return {
    ...(await readClosuresPage(services, member.role)),
    today,
    done: done && { ...done, toTell: await readUntold(services, done.range) },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["publish", "timetable"], closureForm, changeClosures);
}

export default function TimetableClosures({ loaderData, actionData }: Route.ComponentProps) {
  const { closures, past, today, done } = loaderData;
  return (
    <>
      <PageHead
        title="Closed days"
        back={{ to: href("/staff/timetable"), label: "Timetable" }}
        meta="On a closed day every class is shown as cancelled, with your note. Opened again, each is as it was before, with its bookings."
      />
      {actionData === undefined && done !== null && (
        <Notice
          action={
            done.toTell !== null && (
              <Link className="button ink" to={href("/staff")}>
                Call list
              </Link>
            )
          }
        >
          <b>{`${done.days}: ${done.what}`}</b> {done.seen} {done.toTell}
        </Notice>
      )}
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <div className="two even">
        {/* Made anew once days are closed: what was typed is done. */}
        <CloseForm key={done?.days} today={today} returned={actionData} />
        <section aria-labelledby="closed">
          <h2 id="closed" className="h3">
            Closed
          </h2>
          {closures.length === 0 ? <p className="empty">No day is closed.</p> : <ClosuresBoard closures={closures} />}
          {past.length > 0 && (
            <>
              <h3 className="mt-8 font-bold">Past, not added to passes</h3>
              <ClosuresBoard closures={past} isPast />
            </>
          )}
        </section>
      </div>
    </>
  );
}

/** Closing a day or several: first what it hits is shown, then it is done. */
function CloseForm({ today, returned: returnedForm }: { today: string; returned: ReturnedClosure | undefined }) {
  const preview = returnedForm?.preview;
  const returned = useReturnedForm(returnedForm?.typed.do === "open" ? undefined : returnedForm);
  const actions = useRef<HTMLParagraphElement>(null);
  // The list may be longer than the window: the button that was used stays in view, with the one that confirms.
  useEffect(() => {
    if (preview !== undefined) actions.current?.scrollIntoView({ block: "nearest" });
  }, [preview]);
  return (
    <section aria-labelledby="close">
      <h2 id="close" className="h3">
        Close days
      </h2>
      <PostForm returned={returned} className="form">
        <DefaultButton value="look" />
        <div className="pair">
          <ConsoleTextField name="from" label="First day" type="date" min={today} returned={returned} />
          <ConsoleTextField
            name="to"
            label="Last day"
            type="date"
            min={today}
            help="Empty: one day."
            returned={returned}
          />
        </div>
        <FormParts parts={[reasonField("note", "close", { isRequired: true })]} returned={returned} />
        {preview && <Hits preview={preview} isAdded={returned?.typed.addToPasses === "on"} />}
        <p ref={actions} className="actions scroll-mb-24">
          {preview && (
            <button type="submit" name="do" value="close" className="button red">
              {`Close ${preview.days}`}
            </button>
          )}
          <button type="submit" name="do" value="look" className={preview ? "button" : "button red"}>
            Show what it closes
          </button>
        </p>
      </PostForm>
    </section>
  );
}

/** Sentences about passes: closed days that were added to them, and passes to come. */
const ON_PASSES = "Added to passes.";
const LATER_PASSES = "Passes sold later with these days in them get them too.";

function Hits({
  preview: { days, sessions, booked, shown, passes },
  isAdded,
}: {
  preview: ClosurePreview;
  isAdded: boolean;
}) {
  const count = sessions.length;
  return (
    <div className="asked" data-outcome="">
      <input type="hidden" name="shown" value={shown} />
      <p>
        <b>{`${days}: `}</b>
        {count === 0 ? "no class is on." : `${count === 1 ? "one class is" : `${count} classes are`} cancelled by it.`}
      </p>
      {booked !== null && (
        <p>
          <b>{booked}</b> Whoever has an account gets a mail with the note, and all go on the call list.
        </p>
      )}
      {passes &&
        (passes.isAdded ? (
          <p>{ON_PASSES}</p>
        ) : (
          <label className="choice">
            <input type="checkbox" name="addToPasses" defaultChecked={isAdded} />
            <span>
              <b>{passes.label}</b>
              <span className="help">{`${passes.count} ${LATER_PASSES}`}</span>
            </span>
          </label>
        ))}
      {count > 0 && <AffectedSessionList sessions={sessions} />}
    </div>
  );
}

/** Closed days, with the ways to open them again, all in a row or single ones, and to add them to passes. */
function ClosuresBoard({
  closures,
  isPast = false,
}: {
  closures: Route.ComponentProps["loaderData"]["closures"];
  isPast?: boolean;
}) {
  return (
    <ul className="board closures">
      {closures.map(({ from, to, text, note, days, passes }) => (
        <li key={from}>
          <h3 className="name">{text}</h3>
          <p className="wrap-anywhere">{note}</p>
          {!isPast && (
            <Form method="post" className="opening">
              <input type="hidden" name="do" value="open" />
              <OpenButton days={`${from} ${to}`} label="Open again" of={text} />
              {days.length > 0 && (
                <details>
                  <summary className="link">Open one of these days</summary>
                  {days.map((day) => (
                    <OpenButton key={day.date} days={day.date} label={`Open ${day.text}`} />
                  ))}
                </details>
              )}
            </Form>
          )}
          {passes?.isAdded && <p className="help">{ON_PASSES}</p>}
          {passes && !passes.isAdded && (
            <Form method="post" className="adding">
              <input type="hidden" name="do" value="add" />
              <button type="submit" name="days" value={`${from} ${to}`} className="button low">
                {passes.label}
                <span className="sr-only">{`: ${text}`}</span>
              </button>
              <p className="help">{passes.count}</p>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}

function OpenButton({ days, label, of }: { days: string; label: string; of?: string }) {
  return (
    <button type="submit" name="days" value={days} className="link">
      {label}
      {of && <span className="sr-only">{`: ${of}`}</span>}
    </button>
  );
}
