/** The console's search in the weekly timetable. */
import type { Finder } from "../../console/finder.ts";
import { plainText } from "../../platform/text.ts";
import { can } from "../../staff/roles.ts";
import { readWeeklySlots } from "./weekly-slot-pages.server.ts";

/** Finds weekly slots, in the order of the week; ended slots come last. */
export const findSlots: Finder = async (services, member, typed) => {
  if (!can(member.role, "publish", "timetable")) return undefined;
  const terms = plainText(typed).split(/\s+/).filter(Boolean);
  const { days, ended } = await readWeeklySlots(services);
  const rows = [...days.flatMap(({ name, rows: slots }) => slots.map((row) => ({ ...row, day: name }))), ...ended];
  return {
    name: "Weekly timetable",
    rows: rows
      .map((row) => ({ ...row, title: `${row.day}, ${row.title}` }))
      .filter(({ title, trainer }) => terms.every((term) => plainText(`${title} ${trainer}`).includes(term)))
      .map(({ to, title, trainer, state }) => ({
        key: to,
        title,
        isSentence: true,
        to,
        about: `${trainer}, ${state.words}`,
      })),
  };
};
