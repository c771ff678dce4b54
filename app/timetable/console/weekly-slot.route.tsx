import { data, href, Link, redirect } from "react-router";
import { ActionForm, ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import { type Actions, choiceField, dayField, hiddenField, ownField } from "../../console/kit/actions.ts";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { ConsoleButton, ConsoleLink, Notice } from "../../console/page-parts.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { DAYS, dayName } from "../../time/days.ts";
import { SLOT_PROBLEMS } from "../problems.ts";
import { addSlots, changeSlot, undoSlots } from "../slot-changes.server.ts";
import { listSlotChanges } from "../slot-history.server.ts";
import { slotPath } from "../weekly-slot.ts";
import type { Route } from "./+types/weekly-slot.route";
import { AFFECTED_ID, AffectedSessions, FIRST_DAY_HELP } from "./affected-sessions.tsx";
import { DaysField, tickedDay, tickedDays } from "./days-field.tsx";
import { TIMES } from "./session-actions.ts";
import {
  type ReturnedSlotForm,
  readAnswer,
  readSlotForm,
  refusedSlotForm,
  slotForm,
  slotResponse,
} from "./slot-forms.server.ts";
import { readAddedSlots, readSlotOptions, readSlotPage } from "./weekly-slot-pages.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** A weekly slot with its history, or the form for new slots, which can start as a copy. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["publish", "timetable"]);
  const query = url.searchParams;
  const slot = params.slug ?? query.get("from");
  const page = slot === null ? undefined : await readSlotPage(services, slot, member);
  if (params.slug !== undefined && page === undefined) {
    // A slot whose addition was undone has no page, but the activity log still links here.
    const isUndone = (await listSlotChanges(services.db, params.slug)).length > 0;
    if (isUndone) throw redirect(href("/staff/timetable/rows"), 303);
    throw data(null, { status: 404 });
  }
  return {
    ...(await readSlotOptions(services)),
    values: page?.values,
    page: params.slug === undefined ? undefined : page,
    added: await readAddedSlots(services, query.get("act") ?? ""),
    hasCallList: query.has("tell"),
    done: query.get("done") ?? "",
    today: dateInNairobi(services.now()),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const slot = params.slug ?? "new";
  return staffAction({ context, request }, ["publish", "timetable"], slotForm, async (form) => {
    const { services, member, values } = form;
    const answer = readAnswer(form);
    if (values.do === "undo") {
      const outcome = await undoSlots(services, values.act, member, answer);
      if (outcome.code !== "done" && outcome.code !== "same") return slotResponse(outcome, form);
      throw redirect(`${slotPath(slot)}?done=undo`, 303);
    }
    const days = tickedDays(values);
    const { slot: read, from, errors } = readSlotForm(form, slot === "new" ? days[0] : values.day);
    const isEnd = values.do === "end";
    if (from === undefined || (read === undefined && !isEnd)) return refusedSlotForm(form, errors);
    if (slot === "new" && read !== undefined) {
      const outcome = await addSlots(services, { ...read, days, first: from }, member);
      if (outcome.code === "same") return problemResponse(SLOT_PROBLEMS, "already-added", form.typed);
      if (outcome.code !== "done") return slotResponse(outcome, form);
      throw redirect(`${slotPath(slot)}?act=${outcome.actId}`, 303);
    }
    const change = { values: (!isEnd && read) || null, from, seen: values.seen };
    const outcome = await changeSlot(services, slot, change, member, answer);
    if (outcome.code !== "done" && outcome.code !== "same") return slotResponse(outcome, form);
    const done = outcome.code === "same" ? "same" : isEnd ? "end" : "change";
    throw redirect(`${slotPath(slot)}?done=${done}${answer && answer.choice !== "leave" ? "&tell=1" : ""}`, 303);
  });
}

/** The slot's own form sends `change` and `end`; it has two buttons and a question about affected sessions. */
const ACTIONS = {
  change: { submit: "Change the timetable", done: "The weekly timetable is changed.", undo: "undo" },
  end: { submit: "Remove from the timetable", done: "This class is removed from the timetable.", undo: "undo" },
  undo: {
    submit: "Undo",
    isMain: true,
    fields: [hiddenField("act"), ownField("affected")],
    done: "The change is undone.",
  },
} satisfies Actions;

export default function WeeklySlot({ loaderData, actionData }: Route.ComponentProps) {
  const { page, added, done, hasCallList } = loaderData;
  const returned: ReturnedSlotForm | undefined = actionData;
  const affected = returned?.affected;
  const undo = page?.undo === undefined ? undefined : { act: page.undo };
  return (
    <ActionPage
      actions={ACTIONS}
      title={page?.title ?? "Add a weekly class"}
      {...(page && { about: page.when })}
      back={{ to: href("/staff/timetable/rows"), label: "Weekly timetable" }}
      meta={page?.when}
      headActions={
        page && <ConsoleLink to={`${slotPath("new")}?from=${page.slot}`} label="Copy it to another day or time" />
      }
      notice={
        added ? (
          <Notice action={<ActionPress action="undo" values={{ act: added.act }} />}>{added.sentence}</Notice>
        ) : (
          done === "same" && <Notice>Nothing was changed: the timetable was already like this.</Notice>
        )
      }
      undo={undo}
      layout=""
    >
      {page && <p className={`state ${page.state.mark}`}>{page.state.words}</p>}
      {returned === undefined && hasCallList && (
        <Notice>
          Everybody who had booked is on the <Link to={href("/staff/day/to-tell")}>call list</Link>.
        </Notice>
      )}
      {affected && (
        <Notice
          isBad
          action={
            <a href={`#${AFFECTED_ID}`} className="link">
              Answer
            </a>
          }
        >
          Nothing has been changed yet: some classes are booked, or were changed manually. Choose what happens to them.
        </Notice>
      )}
      {affected && returned.typed.do === "undo" && (
        <ActionForm
          action="undo"
          values={{ act: returned.typed.act ?? "" }}
          inputs={{ affected: () => <AffectedSessions {...affected} /> }}
        />
      )}
      {page?.ahead.map((sentence) => (
        <Notice key={sentence}>{sentence}</Notice>
      ))}
      <div className="two">
        <SlotForm {...loaderData} returned={returned} />
        {page && <History page={page} undo={undo} />}
      </div>
    </ActionPage>
  );
}

const CLASS_AND_TRAINER = [
  choiceField("class", "Class", { empty: "Choose…" }),
  choiceField("trainer", "Trainer", { empty: "Choose…" }),
];

function SlotForm({
  page,
  values,
  classes,
  trainers,
  today,
  added,
  done,
  returned: returnedForm,
}: Route.ComponentProps["loaderData"] & { returned: ReturnedSlotForm | undefined }) {
  const slotForm = returnedForm?.typed.do === "undo" ? undefined : returnedForm;
  const returned = useReturnedForm(slotForm);
  const { time, ...slot } = values ?? {};
  const pending = slotForm?.affected && slotForm.typed.do;
  const firstDay = dayField("effectiveFrom", "First day (optional)", {
    help:
      page === undefined
        ? "Leave empty to start with the next of these days."
        : page.begins === undefined
          ? FIRST_DAY_HELP
          : `Leave empty to start on ${page.begins}, as scheduled.`,
  });
  const remove = page?.isInTimetable && (
    <ConsoleButton name="do" value="end" className="button danger" label={ACTIONS.end.submit} />
  );
  return (
    <PostForm key={`${done} ${added?.act} ${page?.seen}`} returned={returned} className="form">
      <input type="hidden" name="seen" value={page?.seen ?? ""} />
      <FormParts
        parts={[page === undefined ? ownField("days") : choiceField("day", "Day"), TIMES, CLASS_AND_TRAINER, firstDay]}
        values={{ ...slot, ...time }}
        earliest={today}
        options={{ day: DAYS.map((day) => ({ value: day, label: dayName(day) })), class: classes, trainer: trainers }}
        inputs={{
          days: () => <DaysField ticked={returned?.typed ?? tickedDay(values?.day)} problem={returned?.errors.day} />,
        }}
        returned={returned}
      />
      {slotForm?.affected && <AffectedSessions {...slotForm.affected} />}
      <p className="actions">
        {pending === "end" ? (
          remove
        ) : (
          <button type="submit" name="do" value="change" className="button red">
            {page?.isInTimetable ? ACTIONS.change.submit : "Add to the timetable"}
          </button>
        )}
        {page && pending && <ConsoleLink to={slotPath(page.slot)} label="Keep it as it is" />}
      </p>
      {!pending && remove && <p className="actions border-line border-t pt-field">{remove}</p>}
    </PostForm>
  );
}

function History({
  page: { history, seen },
  undo,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]["page"]>;
  undo: { act: string } | undefined;
}) {
  return (
    <aside className="side" aria-label="About this class">
      <section className="part">
        <h2>History</h2>
        {history.length === 0 && <p className="empty">No changes yet.</p>}
        <ol className="facts">
          {history.map(({ id, who, what, when, undone }) => (
            <li key={id}>
              <b>{who}</b> {what}. {undone}
              <small>{when}</small>
              {id === seen && undo && <ActionPress action="undo" values={undo} />}
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}
