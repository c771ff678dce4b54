import { Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { formResponse } from "../../forms/form-response.server.ts";
import { siteOrigin } from "../../platform/config.ts";
import { ownTrainer } from "../../staff/staff-member.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { googleFeedAddress, subscriptionAddress } from "../addresses.server.ts";
import { LOST_FEED_ADDRESS } from "../feed-messages.ts";
import { trainerFeeds } from "../trainer-feeds.server.ts";
import type { Route } from "./+types/trainer-calendar.route";

const TITLE = "Your classes in your calendar";

export function meta() {
  return consoleMeta(TITLE);
}

/** The private address of the calendar of the classes that a trainer leads. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "timetable"]);
  const feed = await trainerFeeds.find(services, member.id);
  const path = feed?.token && `${href("/trainer.ics")}?key=${feed.token}`;
  const origin = siteOrigin(services.config);
  return {
    // Who is no trainer on the site leads no classes of their own.
    isTrainer: Boolean(ownTrainer(member)),
    feed:
      feed === undefined
        ? null
        : !path
          ? ("unreadable" as const)
          : {
              address: origin + path,
              subscription: subscriptionAddress(origin, path),
              google: googleFeedAddress(origin, path),
            },
    done: url.searchParams.get("done"),
  };
}

const feedForm = z.object({ do: fixedValue(["new-address", "feed-off"]) });

const NO_TRAINER = { "no-trainer": "Only who is a trainer on the site has classes of their own." };

export async function action({ context, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["see", "timetable"], feedForm, async ({ services, member, values }) => {
    if (!ownTrainer(member)) {
      return formResponse<string>({ status: 403, problems: { form: { code: "no-trainer" } }, typed: {} }, NO_TRAINER);
    }
    if (values.do === "new-address") await trainerFeeds.make(services, member.id);
    else await trainerFeeds.remove(services, member.id);
    return redirect(`${href("/staff/timetable/calendar")}?done=${values.do}`, 303);
  });
}

/** Sentences for what was just done, by the value of `do`. */
const DONE = new Map([
  ["new-address", "This is your address. One that you had before has ended."],
  ["feed-off", "Your calendar’s address is switched off."],
]);

export default function TrainerCalendar({ loaderData, actionData }: Route.ComponentProps) {
  const { isTrainer, feed, done } = loaderData;
  const sentence = done === null ? undefined : DONE.get(done);
  return (
    <>
      <PageHead title={TITLE} back={{ to: href("/staff/timetable"), label: "Timetable" }} />
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      {actionData === undefined && sentence && <Notice>{sentence}</Notice>}
      {isTrainer ? <Feed feed={feed} /> : <NotForYou />}
    </>
  );
}

function NotForYou() {
  return (
    <p className="max-w-prose">
      This is for trainers: the classes that they lead, for their own calendar. The whole timetable for any calendar is
      on{" "}
      <Link to={href("/schedule/calendar")} className="underline" reloadDocument>
        Add to calendar
      </Link>
      .
    </p>
  );
}

function Feed({ feed }: { feed: Route.ComponentProps["loaderData"]["feed"] }) {
  return (
    <div className="grid max-w-prose gap-4">
      <p>
        One address with the classes that you lead, those for which you stand in included, from the last week to four
        weeks ahead. Keep it to yourself: who has it can read it. It ends when you are no trainer here any more, with a
        new password, and when you sign out everywhere.
      </p>
      {feed === "unreadable" && <p>{LOST_FEED_ADDRESS}</p>}
      {feed !== null && feed !== "unreadable" && (
        <>
          <p className="actions">
            <a href={feed.subscription} className="button ink">
              Follow in my calendar
            </a>
            <a href={feed.google} className="link">
              Google Calendar
            </a>
          </p>
          <p className="feed-address">{feed.address}</p>
        </>
      )}
      <Form method="post" className="actions">
        <button type="submit" name="do" value="new-address" className={feed ? "button" : "button red"}>
          {feed ? "New address" : "Make my address"}
        </button>
        {feed && (
          <button type="submit" name="do" value="feed-off" className="button">
            Switch off
          </button>
        )}
      </Form>
      <p className="help">
        Calendars refresh slowly, some only once a day. When you are put in or replaced, you get a mail.
      </p>
    </div>
  );
}
