import { href } from "react-router";
import { z } from "zod";
import { listEntries } from "../../cms/entries.server.ts";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleSelectField } from "../../console/select-field.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { classType } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { Services } from "../../platform/services.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { dateInNairobi, isCalendarDate } from "../../time/dates.server.ts";
import { addSession } from "../session-actions.server.ts";
import { weeklySlotsToday } from "../weekly-slots.server.ts";
import type { Route } from "./+types/add-session.route";
import { actionResponse, confirmedIn, readTimes } from "./session-change.server.ts";
import { ReasonField, TimeFields } from "./session-fields.tsx";

export function meta() {
  return consoleMeta("Add a class once");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["publish", "timetable"]);
  const classes = await listEntries(services, classType);
  const trainers = await listEntries(services, trainerType);
  const today = dateInNairobi(services.now());
  const asked = url.searchParams.get("date") ?? "";
  return {
    classes: classes.map(({ slug, title }) => ({ value: slug, label: title })),
    trainers: trainers.map(({ slug, name }) => ({ value: slug, label: name })),
    today,
    date: isCalendarDate(asked) && asked >= today ? asked : today,
  };
}

const addForm = z.object({
  do: z.string(),
  class: z.string(),
  trainer: z.string(),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  anyway: z.string(),
});

export async function action({ context, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["publish", "timetable"], addForm, async (form) => {
    const { services, member, values } = form;
    const { class: classSlug, date, reason } = values;
    const trainerSlug = values.trainer || (await usualTrainer(services, classSlug));
    const added = {
      classSlug,
      trainerSlug,
      date,
      time: readTimes(values),
      reason,
      confirmed: confirmedIn(values.anyway),
    };
    return actionResponse(await addSession(services, added, member), "add", form);
  });
}

/** The trainer with the most weekly slots of a class, who teaches it unless another is chosen; empty when it has none. */
async function usualTrainer(services: Services, classSlug: string): Promise<string> {
  const slots = (await weeklySlotsToday(services)).filter(({ gymClass }) => gymClass === classSlug);
  const ofTrainers = [...Map.groupBy(slots, ({ trainer }) => trainer).values()];
  return ofTrainers.sort((one, other) => other.length - one.length)[0]?.[0]?.trainer ?? "";
}

export default function TimetableAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { classes, trainers, today, date } = loaderData;
  return (
    <>
      <PageHead
        title="Add a class once"
        back={{ to: href("/staff/timetable"), label: "Timetable" }}
        meta="It is on that day alone. For a class of every week, add a row to the weekly timetable."
      />
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <div className="max-w-3xl">
        <ConfirmForm action="add" submit="Add the class" isMain returned={actionData}>
          {(form) => (
            <>
              <div className="pair">
                <ConsoleSelectField name="class" label="Class" empty="Choose…" options={classes} returned={form} />
                <ConsoleSelectField
                  name="trainer"
                  label="Trainer"
                  empty="Who teaches it in the week"
                  options={trainers}
                  returned={form}
                />
              </div>
              <ConsoleTextField name="date" label="Day" type="date" min={today} returned={form} defaultValue={date} />
              <TimeFields returned={form} />
              <ReasonField of="add" returned={form} />
            </>
          )}
        </ConfirmForm>
      </div>
    </>
  );
}
