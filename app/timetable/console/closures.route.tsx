import { Form, href } from "react-router";
import { readToTell } from "../../bookings/desk/desk-pages.server.ts";
import { ActionPage, Effects } from "../../console/kit/action-page.tsx";
import { tickField } from "../../console/kit/actions.ts";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { PreviewForm } from "../../console/kit/preview-form.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleButton, ConsoleLink, Notice, TitledSection } from "../../console/page-parts.tsx";
import { dateInNairobi } from "../../time/dates.server.ts";
import { CLOSURE_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/closures.route";
import { AffectedSessionList } from "./affected-sessions.tsx";
import { addToPasses, close, open, previewClosure, readClosuresPage, readDoneNotice } from "./closures-page.server.ts";
import { CLOSURE_ACTIONS } from "./session-actions.ts";

const server = staffActions(CLOSURE_ACTIONS, {
  may: ["publish", "timetable"],
  problems: CLOSURE_PROBLEMS,
  load: async ({ services, member }, url) => {
    const today = dateInNairobi(services.now());
    const done = readDoneNotice(url.searchParams, today);
    return {
      ...(await readClosuresPage(services, member.role)),
      today,
      done: done && { ...done, toTell: await readToTell(services, done.range) },
    };
  },
  preview: { close: previewClosure },
  run: {
    // An inline function, from which TypeScript infers the outcome of all actions.
    close: ["publish", (target, values) => close(target, values)],
    open: ["publish", open],
    add: ["publish", addToPasses],
  },
  to: (_found, { what, range }) => `${href("/staff/timetable/closures")}?done=${what}+${range.from}+${range.to}`,
});
export const loader = server.loader;
export const action = server.action;

/** Sentences about closed days and passes. */
const ON_PASSES = "Passes were extended.";
const LATER_PASSES = "Passes sold later that include these days are extended too.";

export default function TimetableClosures({ loaderData: { page } }: Route.ComponentProps) {
  const { closures, past, today, done } = page;
  return (
    <ActionPage
      actions={CLOSURE_ACTIONS}
      title="Closed days"
      back={{ to: href("/staff/timetable"), label: "Timetable" }}
      meta="On a closed day every class is shown as cancelled, with your note. When you reopen the day, every class is restored with its bookings."
      notice={
        done !== null && (
          <Notice
            action={done.toTell !== null && <ConsoleLink to={href("/staff")} className="button" label="Call list" />}
          >
            <b>{`${done.days}: ${done.what}`}</b> {done.visibility} {done.toTell}
          </Notice>
        )
      }
      layout="two even"
    >
      <TitledSection title="Close days">
        <PreviewForm<Awaited<ReturnType<typeof previewClosure>>> action="close" earliest={today} layout="parts">
          {({ effects, sessions, passes }, returned) => (
            <div className="grid gap-4">
              <Effects effects={effects} />
              {passes?.isAdded && <p>{ON_PASSES}</p>}
              {passes && !passes.isAdded && <FormParts parts={[addToPassesField(passes)]} returned={returned} />}
              {sessions.length > 0 && <AffectedSessionList sessions={sessions} />}
            </div>
          )}
        </PreviewForm>
      </TitledSection>
      <TitledSection title="Closed">
        {closures.length === 0 ? <p className="empty">No closed days.</p> : <ClosuresBoard closures={closures} />}
        {past.length > 0 && (
          <>
            <h3 className="pt-field">Past, not added to passes</h3>
            <ClosuresBoard closures={past} isPast />
          </>
        )}
      </TitledSection>
    </ActionPage>
  );
}

function addToPassesField({ label, count }: { label: string; count: string }) {
  return tickField("addToPasses", label, { help: `${count} ${LATER_PASSES}` });
}

type ClosuresBoardProps = { closures: Route.ComponentProps["loaderData"]["page"]["closures"]; isPast?: boolean };

/** Closed days with their buttons: reopen the span or one day, add them to passes. */
function ClosuresBoard({ closures, isPast = false }: ClosuresBoardProps) {
  return (
    <ul className="board">
      {closures.map(({ from, to, text, note, days, passes }) => (
        <li key={from} className="row">
          <div>
            <h3 className="name">{text}</h3>
            <p className="about wrap-anywhere">{note}</p>
            {passes?.isAdded && <p className="about">{ON_PASSES}</p>}
          </div>
          {!isPast && (
            <Form method="post" className={days.length > 0 ? "col-span-full!" : "end max-md:row-end-2"}>
              <input type="hidden" name="do" value="open" />
              <ConsoleButton name="days" value={`${from} ${to}`} className="link" label="Reopen" about={`: ${text}`} />
              {days.length > 0 && (
                <details>
                  <summary className="link">Reopen one of these days</summary>
                  <div className="flex flex-wrap gap-x-5.5">
                    {days.map((day) => (
                      <ConsoleButton
                        key={day.date}
                        name="days"
                        value={day.date}
                        className="link"
                        label={`Reopen ${day.text}`}
                      />
                    ))}
                  </div>
                </details>
              )}
            </Form>
          )}
          {passes && !passes.isAdded && (
            <Form method="post" className="col-span-full! flex flex-wrap items-center gap-x-4 gap-y-1">
              <input type="hidden" name="do" value="add" />
              <ConsoleButton name="days" value={`${from} ${to}`} label={passes.label} about={`: ${text}`} />
              <p className="help">{passes.count}</p>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
