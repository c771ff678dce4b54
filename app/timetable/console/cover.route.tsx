import { data, href, Link, redirect } from "react-router";
import { z } from "zod";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { servicesContext } from "../../request/request-context.ts";
import { ownTrainer } from "../../staff/staff-member.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { findClassSession } from "../class-sessions.server.ts";
import type { Route } from "./+types/cover.route";
import { changeCover, colleagueField, coverResponse } from "./cover-change.server.ts";
import { readCoverPage, slugsToAsk } from "./cover-page.server.ts";
import { CoverState } from "./cover-parts.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `Cover: ${loaderData.session.className}, ${loaderData.dayText}` : "Cover");
}

export const shouldRevalidate = revalidateAfterConflict;

/** A trainer's page about cover of one class: their own, or one for which a colleague has asked them. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "timetable"]);
  const session = await findClassSession(services, params.session);
  if (session === undefined) throw data(null, { status: 404 });
  const own = ownTrainer(member);
  // Who may hand it over does so on its page.
  if (own === undefined) throw redirect(href("/staff/timetable/:session", { session: session.id }));
  const page = await readCoverPage(services, session, own);
  const asked = page.kind === "own" ? page.colleagues : [];
  return {
    ...page,
    fields: asked.map(({ slug, name }) => ({ name: colleagueField(slug), label: name })),
    done: url.searchParams.get("done"),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const slugs = await slugsToAsk(context.get(servicesContext));
  const colleagues = Object.fromEntries(slugs.map((slug) => [colleagueField(slug), z.string()]));
  const coverForm = z.object({
    do: fixedValue(["unable", "ask", "withdraw", "accept", "decline"]),
    ...{ request: z.string(), reason: z.string(), anyway: z.string(), everybody: z.string() },
    ...colleagues,
  });
  return staffAction(
    { context, request },
    ["see", "timetable"],
    coverForm,
    async ({ services, member, values, typed }) =>
      coverResponse(
        await changeCover(services, member, params.session, values, slugs),
        { session: params.session, action: values.do },
        typed,
      ),
  );
}

/** Sentences for what was just done, by the value of `do`. */
const DONE = new Map(
  Object.entries({
    unable: "The desk knows, on its first page and by mail.",
    ask: "They are asked, on their first page and by mail. You get a mail when somebody accepts.",
    withdraw: "You lead it after all. Whoever was asked is told.",
  }),
);

export default function Cover({ loaderData, actionData }: Route.ComponentProps) {
  const { session, dayText, done } = loaderData;
  const sentence = done === null ? undefined : DONE.get(done);
  const back = { to: href("/staff/timetable/:session", { session: session.id }), label: session.className };
  return (
    <>
      <PageHead
        title={`Cover: ${session.className}`}
        back={loaderData.kind === "own" ? back : { to: href("/staff"), label: "Today" }}
        meta={`${dayText}, ${session.time.from}-${session.time.to}, ${session.trainer}`}
      />
      {actionData === undefined && sentence && <Notice>{sentence}</Notice>}
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      {loaderData.kind === "own" ? (
        <OwnClass page={loaderData} returned={actionData} />
      ) : loaderData.kind === "asked" ? (
        <Asked page={loaderData} returned={actionData} />
      ) : (
        <Notice
          action={
            <Link className="link" to={href("/staff/timetable")}>
              Your timetable
            </Link>
          }
        >
          {overWords(loaderData)}
        </Notice>
      )}
    </>
  );
}

type PageData = Route.ComponentProps["loaderData"];
type PageOf<Kind extends PageData["kind"]> = Extract<PageData, { kind: Kind }>;
type Returned = Route.ComponentProps["actionData"];

/** How a request has ended, for who asked or was asked. */
function overWords({ how, session }: PageOf<"over">): string {
  switch (how) {
    case "cancelled":
      return "The class is cancelled, so nobody needs to lead it.";
    case "moved":
      return "The class is at another time now, so the request is over.";
    case "begun":
      return "The class has begun.";
    case "withdrawn":
      return `${session.trainer} leads it after all.`;
    default:
      return `${session.trainer} leads this class. There is nothing to do.`;
  }
}

/** A trainer's own class: the open request, and the ways to ask. */
function OwnClass({ page, returned }: { page: PageOf<"own">; returned: Returned }) {
  const { request, isToCome, fields } = page;
  if (!isToCome) {
    return <Notice>This class has begun or is cancelled, so nobody can be asked to lead it.</Notice>;
  }
  return (
    <>
      {request !== null && (
        <Notice>
          <b>You have asked for cover.</b> <CoverState request={request} />
        </Notice>
      )}
      <div className="acts">
        {request?.isDeskTold !== true && (
          <div id="unable">
            <ConfirmForm
              action="unable"
              title={request === null ? "I can’t" : "Tell the desk"}
              submit="Tell the desk"
              isMain
              returned={returned}
            >
              {(form) => (
                <>
                  <p>The desk looks for somebody, or cancels the class.</p>
                  <ReasonForStaff returned={form} />
                </>
              )}
            </ConfirmForm>
          </div>
        )}
        <div id="ask">
          {fields.length === 0 ? (
            <NobodyFree wasAsked={request !== null && request.asked.length > 0} />
          ) : (
            <ConfirmForm
              action="ask"
              title="Ask a colleague"
              submit="Ask"
              isMain={request?.isDeskTold === true}
              returned={returned}
            >
              {(form) => (
                <>
                  <Colleagues fields={fields} returned={form} />
                  <ReasonForStaff returned={form} />
                </>
              )}
            </ConfirmForm>
          )}
        </div>
        {request !== null && (
          <ConfirmForm
            action="withdraw"
            title="You can after all"
            submit="I’ll lead it after all"
            returned={returned}
          />
        )}
      </div>
    </>
  );
}

function ReasonForStaff({ returned }: { returned: ReturnedForm | undefined }) {
  return (
    <ConsoleTextField
      name="reason"
      label="Why"
      help="For colleagues and the desk: visitors never read it. It may be left empty."
      autoComplete="off"
      returned={returned}
    />
  );
}

function NobodyFree({ wasAsked }: { wasAsked: boolean }) {
  return (
    <section className="act" aria-labelledby="nobody-free">
      <h2 id="nobody-free" className="h3">
        Ask a colleague
      </h2>
      <p>{wasAsked ? "Nobody else" : "Nobody"} who has an account here is free at that time.</p>
    </section>
  );
}

/** The colleagues who can be asked, and all of them at once. */
function Colleagues({
  fields,
  returned,
}: {
  fields: readonly { name: string; label: string }[];
  returned: ReturnedForm | undefined;
}) {
  const problem = returned?.errors.colleagues;
  const everybody = { name: "everybody", label: "Everybody who is free" };
  return (
    <fieldset className={problem ? "field wrong" : "field"}>
      <legend className="legend">Whom to ask</legend>
      {problem && (
        <p id="colleagues-error" className="error">
          {problem}
        </p>
      )}
      {[...(fields.length > 1 ? [everybody] : []), ...fields].map(({ name, label }, index) => (
        <label key={name} className="choice">
          <input
            type="checkbox"
            name={name}
            value="yes"
            defaultChecked={returned?.typed[name] === "yes"}
            {...(problem && index === 0 && { "aria-invalid": true, "aria-describedby": "colleagues-error" })}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A class for which a colleague has asked: accepted or declined. */
function Asked({ page, returned }: { page: PageOf<"asked">; returned: Returned }) {
  const { request, requestId, hasDeclined } = page;
  const id = <input type="hidden" name="request" value={requestId} />;
  return (
    <>
      <Notice>
        <b>{`${request.trainer} asks whether you can lead it.`}</b> Whoever accepts first leads it.
        {request.reason !== null && ` Why: ${request.reason}`}
        {hasDeclined && " You have said no, and can still accept."}
      </Notice>
      <div className="acts">
        <ConfirmForm action="accept" title="You can" submit="I’ll lead it" isMain returned={returned}>
          {() => (
            <>
              {id}
              <p>It is in the timetable under your name at once. Whoever has booked gets a mail.</p>
            </>
          )}
        </ConfirmForm>
        {!hasDeclined && (
          <ConfirmForm action="decline" title="You can’t" submit="I can’t" returned={returned}>
            {() => (
              <>
                {id}
                <p>{`${request.trainer} sees that you can’t.`}</p>
              </>
            )}
          </ConfirmForm>
        )}
      </div>
    </>
  );
}
