import { resolve } from "node:path";
import { Form, href, redirect } from "react-router";
import { z } from "zod";
import { AttendanceQuestions } from "../../bookings/desk/attendance-questions.tsx";
import { TodaysCallList } from "../../bookings/desk/call-list.tsx";
import { readCallListView } from "../../bookings/desk/call-list-view.server.ts";
import { DESK_DONE } from "../../bookings/desk/desk-forms.server.ts";
import { readAttendance, readTodaysClasses } from "../../bookings/desk/desk-pages.server.ts";
import { TodaysClasses } from "../../bookings/desk/todays-classes.tsx";
import { readNotice } from "../../content-types/notice.server.ts";
import { FailedReplies, NewEnquiries, stateOfInbox } from "../../enquiries/console/todays-enquiries.tsx";
import { newEnquiries } from "../../enquiries/inbox.server.ts";
import { failedReplies } from "../../enquiries/replies.server.ts";
import { formResponse } from "../../forms/form-response.server.ts";
import { callAddress, whatsAppAddress } from "../../forms/phone.ts";
import { messageOfCode } from "../../forms/problems.ts";
import {
  changeOpenedDays,
  OPENED_DAYS_DONE,
  readOpenedDays,
  readWaitingRecords,
} from "../../members/console/todays-members.server.ts";
import { WaitingOpenedDays, WaitingRecords } from "../../members/console/todays-members.tsx";
import { mailFolder } from "../../platform/mail.server.ts";
import type { Services } from "../../platform/services.ts";
import { documentContext } from "../../request/request-context.ts";
import { readTodaysMoney } from "../../sales/console/money-view.server.ts";
import { activitySentence, listActivity } from "../../staff/activity/activity-log.server.ts";
import { can } from "../../staff/roles.ts";
import { consoleSignInContext } from "../../staff/staff-guard.server.ts";
import { requirePermission, staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { shortMoment, timeSince } from "../../time/dates.server.ts";
import { readSlotsAhead } from "../../timetable/console/weekly-slot-pages.server.ts";
import {
  ConsoleButton,
  ConsoleLink,
  Notice,
  PageHead,
  TitledSection,
  WaitingBoard,
  WaitingRow,
} from "../page-parts.tsx";
import type { Route } from "./+types/first-page.route";
import {
  changeUndelivered,
  type MailDone,
  readLostApps,
  readMailTrouble,
  readOldBackup,
  readPendingItems,
  readServerAlerts,
  readUndelivered,
} from "./first-page.server.ts";
import { dismissFirstSteps, type FirstStep, readFirstSteps } from "./first-steps.server.ts";
import { NoMailServer, UndeliveredMails, WaitingItems } from "./pending-items.tsx";

function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <TitledSection
      title="First steps"
      ways={<p className="quiet">{`${done} of ${steps.length} done`}</p>}
      className="lg:col-span-full"
    >
      <WaitingBoard as="ol">
        {steps.map(({ title, text, to, isDone }) => (
          <WaitingRow
            key={to}
            mark={isDone ? "on" : "waiting"}
            state={isDone ? "Done" : "To do"}
            ways={<ConsoleLink to={to} label={isDone ? "View" : "Open"} about={`: ${title}`} />}
          >
            <b>{title}.</b> {text}
          </WaitingRow>
        ))}
      </WaitingBoard>
      <Form method="post">
        <ConsoleButton name="do" value="put-steps-away" className="link" label="Hide this list" />
      </Form>
    </TitledSection>
  );
}

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** The number of new enquiries shown; the fourth only on large screens. */
const ENQUIRIES_SHOWN = 4;

/** The outcome of the last action on an email. */
const MAIL_DONE: Readonly<Record<MailDone, string>> = {
  "mail-retried": "The email is in the queue again. If it fails, it is retried for five more days.",
  "mail-removed": "The email is deleted. Its recipient has not received it.",
  "mail-gone": "That email is no longer here: it has already been retried or deleted.",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context);
  const { role, trainerSlug } = member;
  const now = services.now();
  const canSeeEnquiries = can(role, "see", "enquiries");
  const enquiries = canSeeEnquiries ? await readNewEnquiries(services, now) : null;
  const done = url.searchParams.get("done") ?? "";
  const { hasFactor } = context.get(consoleSignInContext).state;
  const money = await readTodaysMoney(services, member);
  const callList = await readCallListView(services, member);
  // So that the first press of a contact link is recorded too.
  if (callList.length > 0) context.get(documentContext).startsAtOnce = true;
  return {
    now: shortMoment(now, now),
    hasSecondStep: hasFactor,
    firstSteps: await readFirstSteps(services, member, hasFactor),
    areStepsPutAway: done === STEPS_PUT_AWAY,
    classes: await readTodaysClasses(services, member),
    troubles: [
      await readServerAlerts(services, member),
      await readOldBackup(services, member),
      await readLostApps(services, member),
      canSeeEnquiries ? await readMailTrouble(services) : undefined,
    ].filter((trouble) => trouble !== undefined),
    lacksTrainer: role === "trainer" && trainerSlug === null,
    mayChangeTimetable: can(role, "publish", "timetable"),
    enquiries,
    mailFolder: canSeeEnquiries && services.config.smtpUrl === undefined ? resolve(mailFolder(services.config)) : null,
    maySetMail: can(role, "edit", "settings"),
    undelivered: canSeeEnquiries ? await readUndelivered(services, member) : null,
    done: messageOfCode({ ...MAIL_DONE, ...OPENED_DAYS_DONE }, done) ?? DESK_DONE.get(done),
    attendance: await readAttendance(services, member),
    callList,
    waitingRecords: await readWaitingRecords(services, member),
    toldOpen: url.searchParams.get("tell"),
    waiting: [
      ...(money ?? []),
      ...(await readPendingItems(services, member)),
      ...(await readSlotsAhead(services, member)),
    ],
    maySell: money !== undefined,
    openedDays: await readOpenedDays(services, member),
    // Undefined for people who can't see the log, null when the log is empty.
    lastAction: can(role, "see", "activity") ? await readLastAction(services, now) : undefined,
    mayAddPicture: can(role, "edit", "pictures"),
    notice: can(role, "publish", "notice") ? ((await readNotice(services))?.text ?? "") : undefined,
  };
}

async function readLastAction(services: Services, now: Date) {
  const [last] = (await listActivity(services, {}, 1)).entries;
  if (last === undefined) return null;
  return { who: last.whoName, sentence: activitySentence(last), since: timeSince(new Date(last.at), now) };
}

async function readNewEnquiries(services: Services, now: Date) {
  const [{ enquiries, count, states }, failed] = await Promise.all([
    newEnquiries(services, ENQUIRIES_SHOWN),
    failedReplies(services),
  ]);
  const rows = enquiries.map(({ id, name, classTitle, comment, email, phone, receivedAt }) => ({
    id,
    name,
    classTitle,
    comment,
    since: timeSince(new Date(receivedAt), now),
    hasWhatsApp: whatsAppAddress(phone) !== undefined,
    hasMail: email !== "",
    call: callAddress(phone),
  }));
  return { shown: rows, count, state: stateOfInbox(states, failed.length), failed };
}

const STEPS_PUT_AWAY = "steps-put-away";

const actionForm = z.object({ do: z.string(), opened: z.string() });

/** Retries or removes undelivered mails, decides on reopened days, and hides or shows the owner's first steps. */
export async function action({ context, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "enquiries"], actionForm, async ({ services, member, values }) => {
    if (can(member.role, "edit", "settings") && ["put-steps-away", "show-steps"].includes(values.do)) {
      const isAway = values.do === "put-steps-away";
      await dismissFirstSteps(services, isAway);
      return redirect(isAway ? `${href("/staff")}?done=${STEPS_PUT_AWAY}` : href("/staff"), 303);
    }
    if (values.do.startsWith("days-")) requirePermission(member, "publish", "members");
    const done =
      (await changeOpenedDays(services, member, values)) ?? (await changeUndelivered(services, member, values.do));
    if (done === undefined)
      return formResponse<string>({ status: 400, problems: { form: { code: "form-unknown" } }, typed: {} });
    return redirect(`${href("/staff")}?done=${done}`, 303);
  });
}

export default function FirstPage({ actionData, loaderData }: Route.ComponentProps) {
  const { attendance, enquiries, undelivered, done, waiting, openedDays } = loaderData;
  const failed = enquiries?.failed ?? [];
  return (
    <>
      <PageHead
        title="Today"
        meta={loaderData.now}
        actions={loaderData.maySell && <ConsoleLink className="button red" to={href("/staff/sell")} label="Sell" />}
      />
      {loaderData.troubles.map(({ title, text }) => (
        <Notice key={title} isBad>
          <b>{title}</b> {text}
        </Notice>
      ))}
      {loaderData.lacksTrainer && (
        <Notice isBad>
          <b>Your classes can’t be shown yet:</b> the site doesn’t know which of its trainers you are. Ask the owner to
          open Team, choose you, and say which trainer you are.
        </Notice>
      )}
      {actionData?.errors.form !== undefined && <Notice isBad>{actionData.errors.form}</Notice>}
      {done !== undefined && actionData === undefined && <Notice>{done}</Notice>}
      {loaderData.areStepsPutAway && actionData === undefined && (
        <Notice
          action={
            <Form method="post">
              <ConsoleButton name="do" value="show-steps" className="link" label="Show it again" />
            </Form>
          }
        >
          The list of first steps is hidden. The guide covers all of it.
        </Notice>
      )}
      <div className={`parts ${enquiries ? "xl:grid-cols-[minmax(0,1.36fr)_minmax(0,1fr)] xl:gap-x-12" : ""}`}>
        {loaderData.firstSteps && <FirstSteps steps={loaderData.firstSteps} />}
        <TodaysCallList sessions={loaderData.callList} open={loaderData.toldOpen} />
        <WaitingRecords records={loaderData.waitingRecords} />
        <AttendanceQuestions {...attendance} />
        {enquiries && <NewEnquiries enquiries={enquiries.shown} count={enquiries.count} state={enquiries.state} />}
        <TodaysClasses classes={loaderData.classes} mayChange={loaderData.mayChangeTimetable} />
        {loaderData.mailFolder !== null && (
          <NoMailServer folder={loaderData.mailFolder} maySet={loaderData.maySetMail} />
        )}
        {undelivered && <UndeliveredMails {...undelivered} />}
        {failed.length + openedDays.length + waiting.length > 0 && (
          <TitledSection title="To do" className="lg:col-span-full">
            <WaitingBoard>
              <FailedReplies replies={failed} />
              <WaitingOpenedDays rows={openedDays} />
              <WaitingItems items={waiting} />
            </WaitingBoard>
          </TitledSection>
        )}
        <AlsoHere {...loaderData} />
      </div>
    </>
  );
}

/** Links to frequent tasks that are not in a phone's bottom bar, and the last activity. */
function AlsoHere({ lastAction, mayAddPicture, hasSecondStep, notice }: Route.ComponentProps["loaderData"]) {
  return (
    <section
      className="flex flex-wrap items-center justify-between gap-x-6 text-sm lg:col-span-full"
      aria-label="Also here"
    >
      {lastAction && (
        <p>
          <b>{lastAction.who}</b> {lastAction.sentence}, {lastAction.since}.
        </p>
      )}
      <p className="actions max-sm:grid">
        {lastAction !== undefined && <ConsoleLink to={href("/staff/activity")} label="Activity" />}
        {notice !== undefined && (
          <ConsoleLink to={href("/staff/notice")} label={notice === "" ? "Notice" : `Notice: ${notice}`} />
        )}
        {mayAddPicture && <ConsoleLink to={href("/staff/pictures")} label="Add a photo" />}
        {!hasSecondStep && <ConsoleLink to={href("/staff/second-step/factors")} label="Set up two-step verification" />}
        <ConsoleLink to={href("/staff/guide")} label="Guide" />
      </p>
    </section>
  );
}
