import { contentType } from "../cms/content-type.ts";
import { optional, text } from "../cms/fields.ts";
import { NOTICE_MAX } from "./notice-length.ts";

const MOMENT_HELP = "enter the date and the time in Nairobi, as in 2026-12-01T06:30.";

function problemOfMoment(written: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(written)
    ? undefined
    : "Write the date and time like this: 2026-12-01T06:30.";
}

/** A line on every page for some time. */
export const noticeType = contentType("notice", {
  label: "Notice",
  plural: "Notice on every page",
  help: "One line above every page of the site, for as long as you choose, such as “No water today, classes run as usual”. The Today page has a shorter form for it.",
  entries: { kind: "one", slug: "notice" },
  title: [],
  summary: ["text", "until"],
  fields: {
    text: optional(text("Notice", { max: NOTICE_MAX, help: "If empty, no notice is shown." })),
    from: optional(
      text("Show from", { max: 16, help: `If empty, at once. Otherwise ${MOMENT_HELP}`, problem: problemOfMoment }),
    ),
    until: optional(
      text("Show until", {
        max: 16,
        help: `If empty, until you change it. Otherwise ${MOMENT_HELP}`,
        problem: problemOfMoment,
      }),
    ),
  },
});
