import { href } from "react-router";
import { findSingleEntry } from "../../cms/entries.server.ts";
import {
  NOTICE_PROBLEMS,
  noticeForm,
  publishNotice,
  readNotice,
  takeDownNotice,
} from "../../content-types/notice.server.ts";
import { NOTICE_MAX } from "../../content-types/notice-length.ts";
import { settingsType } from "../../content-types/settings.ts";
import { readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { dateInNairobi, dayOfDate, shortMoment } from "../../time/dates.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { ActionForm, ActionPage, ActionPress } from "../kit/action-page.tsx";
import { type Actions, dayField, textField, timeField } from "../kit/actions.ts";
import { staffActions } from "../kit/staff-actions.server.ts";
import type { Route } from "./+types/notice.route";

const ACTIONS = {
  publish: {
    submit: "Publish notice",
    isMain: true,
    fields: [
      textField("text", "Notice", {
        max: NOTICE_MAX,
        help: "One line for visitors, such as “No water today, classes run as usual”.",
      }),
      [dayField("fromDay", "From"), timeField("fromTime", "At")],
      [dayField("untilDay", "Until"), timeField("untilTime", "At")],
    ],
    done: "The notice is published.",
  },
  remove: { submit: "Take down notice", done: "The notice is taken down." },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["publish", "notice"],
  problems: NOTICE_PROBLEMS,
  load: async ({ services }) => {
    const now = services.now();
    const [notice, settings] = [await readNotice(services), await findSingleEntry(services, settingsType)];
    const today = dayOfDate(dateInNairobi(now));
    const closes = readOpeningHours(settings).flatMap(({ day, closes }) => (day === today ? [closes] : []));
    return {
      values: noticeForm(notice, now, closes.length > 0 ? Math.max(...closes) : undefined),
      state: notice && {
        mark: notice.from > now ? "waiting" : "on",
        words: `${notice.from > now ? `It appears ${shortMoment(notice.from, now)}, and is` : "It is"} on every page until ${shortMoment(notice.until, now)}.`,
      },
    };
  },
  run: {
    publish: ["publish", ({ services, member }, form) => publishNotice(services, form, member)],
    remove: ["publish", ({ services, member }) => takeDownNotice(services, member)],
  },
});
export const loader = server.loader;
export const action = server.action;

export default function NoticePage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <ActionPage
      actions={ACTIONS}
      title="Notice"
      back={{ to: href("/staff"), label: "Today" }}
      meta="One line above every page of the site. It goes by itself."
      headActions={page.state && <ActionPress action="remove" className="button" />}
    >
      {page.state && <p className={`state ${page.state.mark}`}>{withoutBreaks(page.state.words)}</p>}
      <ActionForm action="publish" values={page.values} />
    </ActionPage>
  );
}
