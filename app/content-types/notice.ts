import { contentType } from "../cms/content-type.ts";
import { moment, optional, text } from "../cms/fields.ts";
import { NOTICE_MAX } from "./notice-length.ts";

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
    from: optional(moment("Show from", { help: "If empty, at once." })),
    until: optional(moment("Show until", { help: "If empty, until you change it." })),
  },
});
