/** The closed days, what a closure hits, and what the page's buttons do. */
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import type { FormErrors } from "../../forms/form-state.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { dayAndDate, shortDate } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi, daysFrom } from "../../time/dates.server.ts";
import { closeDays, closureHits, openDays, problemOfClosing } from "../closures.server.ts";
import { closuresBetween, PLANNING_DAYS } from "../sessions.server.ts";
import type { ClosurePreview } from "./close-form.tsx";
import type { ClosureView } from "./closures-board.tsx";
import { listSessions } from "./listed-sessions.server.ts";
import { problemOfClosure } from "./messages.server.ts";

export const closureForm = z.object({
  do: fixedValue(["look", "close", "open"]),
  /** The first and the last day of what is opened. */
  days: z.string(),
  from: z.string(),
  to: z.string(),
  note: z.string(),
  /** The days whose classes were shown. */
  shown: z.string(),
});

export type ClosureResult =
  | { ok: true; done: "closed" | "opened"; from: string; to: string }
  | { ok: false; status: 200 | 422; errors: FormErrors; preview?: ClosurePreview };

/** The closed days from today on: those in a row with one note are one. */
export async function readClosuresPage(services: Services): Promise<ClosureView[]> {
  const today = dateInNairobi(services.now());
  const shown: { from: string; to: string; note: string }[] = [];
  for (const { date, note } of await closuresBetween(services, today, addDays(today, PLANNING_DAYS))) {
    const last = shown.at(-1);
    if (last?.note === note && addDays(last.to, 1) === date) last.to = date;
    else shown.push({ from: date, to: date, note });
  }
  return shown.map(({ from, to, note }) => ({
    note,
    ...{ from, to, text: daysInWords(from, to) },
    days:
      from === to
        ? []
        : Array.from({ length: daysFrom(from, to) + 1 }, (_, index) => addDays(from, index)).map((date) => ({
            date,
            text: shortDate(date),
          })),
  }));
}

/** "Saturday 28 November", or "Thu 24 Dec to Sat 26 Dec". */
export function daysInWords(from: string, to: string): string {
  return from === to ? dayAndDate(from) : `${shortDate(from)} to ${shortDate(to)}`;
}

/** Does what the button says. Nothing is closed before its classes were shown. */
export async function changeClosures(
  services: Services,
  actor: Actor,
  form: z.output<typeof closureForm>,
): Promise<ClosureResult> {
  if (form.do === "open") {
    const [from = "", to = from] = form.days.split(" ");
    const outcome = await openDays(services, { from, to }, actor);
    if (outcome.code === "done" || outcome.code === "same") return { ok: true, done: "opened", from, to };
    return { ok: false, status: 422, errors: { form: Object.values(problemOfClosure(outcome)).join(" ") } };
  }
  const { from, note } = form;
  const to = form.to === "" ? from : form.to;
  const problem = problemOfClosing({ at: services.now() }, { from, to });
  if (problem !== undefined) return { ok: false, status: 422, errors: problemOfClosure(problem) };
  if (form.do === "look" || form.shown !== `${from} ${to}`) return previewOf(services, { from, to });
  const outcome = await closeDays(services, { from, to, note }, actor);
  if (outcome.code === "done" || outcome.code === "same") return { ok: true, done: "closed", from, to };
  const returned = await previewOf(services, { from, to });
  return { ...returned, status: 422, errors: problemOfClosure(outcome) };
}

async function previewOf(services: Services, { from, to }: { from: string; to: string }) {
  const hits = await closureHits(services, from, to);
  const preview = { days: daysInWords(from, to), ...(await listSessions(services, hits)), shown: `${from} ${to}` };
  return { ok: false as const, status: 200 as const, errors: {}, preview };
}
