import { href } from "react-router";
import { listEntries } from "../../cms/entries.server.ts";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { classType } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { Services } from "../../platform/services.ts";
import { dateInNairobi, isCalendarDate } from "../../time/dates.server.ts";
import { SESSION_PROBLEMS } from "../problems.ts";
import { addSession } from "../session-actions.server.ts";
import { weeklySlotsToday } from "../timetable-records.server.ts";
import type { Route } from "./+types/add-session.route";
import { SESSION_ACTIONS } from "./session-actions.ts";
import { confirmedWarnings, explained, readTimes } from "./session-outcome.server.ts";

const server = staffActions(SESSION_ACTIONS, {
  may: ["publish", "timetable"],
  problems: SESSION_PROBLEMS,
  load: async ({ services }, url) => {
    const classes = await listEntries(services, classType);
    const trainers = await listEntries(services, trainerType);
    const today = dateInNairobi(services.now());
    const requested = url.searchParams.get("date") ?? "";
    return {
      options: {
        class: classes.map(({ slug, title }) => ({ value: slug, label: title })),
        trainer: trainers.map(({ slug, name }) => ({ value: slug, label: name })),
      },
      today,
      date: isCalendarDate(requested) && requested >= today ? requested : today,
    };
  },
  run: {
    add: [
      "publish",
      async ({ services, member }, { class: classSlug, trainer, date, reason, anyway, ...times }) => {
        const trainerSlug = trainer || (await usualTrainer(services, classSlug));
        const added = {
          classSlug,
          trainerSlug,
          date,
          time: readTimes(times),
          reason,
          confirmed: confirmedWarnings(anyway),
        };
        return explained(services, await addSession(services, added, member));
      },
    ],
  },
  to: (_found, { session }) => href("/staff/timetable/:session", { session }),
});
export const loader = server.loader;
export const action = server.action;

/** The default trainer of a class: the one with most of its weekly slots; empty without slots. */
async function usualTrainer(services: Services, classSlug: string): Promise<string> {
  const slots = (await weeklySlotsToday(services)).filter(({ gymClass }) => gymClass === classSlug);
  const byTrainer = [...Map.groupBy(slots, ({ trainer }) => trainer).values()];
  return byTrainer.sort((a, b) => b.length - a.length)[0]?.[0]?.trainer ?? "";
}

export default function TimetableAdd({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <ActionPage
      actions={SESSION_ACTIONS}
      title="Add a one-off class"
      back={{ to: href("/staff/timetable"), label: "Timetable" }}
      meta="This class takes place on one day only. To add a class that repeats, use the weekly timetable."
    >
      <ActionForm action="add" values={{ date: page.date }} earliest={page.today} options={page.options} />
    </ActionPage>
  );
}
