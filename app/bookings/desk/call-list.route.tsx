import { data, href, redirect } from "react-router";
import { z } from "zod";
import { Notice, PageHead } from "../../console/page-parts.tsx";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { FormErrors } from "../../forms/problems.ts";
import { documentContext } from "../../request/request-context.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { CONTACT_METHODS } from "../call-list.ts";
import { markTold, undoTold } from "../call-list-actions.server.ts";
import { DESK_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/call-list.route";
import { CallListSessions } from "./call-list.tsx";
import { readCallListView } from "./call-list-view.server.ts";
import { DESK_DONE, deskActor } from "./desk-forms.server.ts";
import { pathAfterTelling } from "./desk-pages.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

/** All call list entries of current sessions; trainers see their own. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "bookings"]);
  // So that even the first press is recorded.
  context.get(documentContext).startsAtOnce = true;
  return {
    sessions: await readCallListView(services, member),
    open: url.searchParams.get("tell"),
    done: DESK_DONE.get(url.searchParams.get("done") ?? ""),
  };
}

const tellForm = z.object({
  do: fixedValue([...CONTACT_METHODS, "undo"]),
  session: z.string(),
  /** The people as the page showed them; for `undo` a single person. */
  seen: z.string().max(20_000),
  back: z.enum(["today", "day", "session", ""]).catch(""),
  script: z.string(),
});

export async function action({ context, request }: Route.ActionArgs) {
  return staffAction(
    { context, request },
    ["edit", "bookings"],
    tellForm,
    async ({ services, member, values, typed }) => {
      const { do: act, session, script } = values;
      const seen = values.seen.split(",");
      const by = deskActor(member);
      const outcome =
        act === "undo"
          ? await undoTold(services, session, values.seen, by)
          : await markTold(services, session, { seen, way: act }, by);
      if (outcome.code === "unknown") throw data(null, { status: 404 });
      const isChanged = outcome.code === "notice-changed" || (outcome.code === "done" && outcome.changed > 0);
      if (outcome.code === "busy") return problemResponse(DESK_PROBLEMS, outcome.code, typed);
      if (isChanged) return problemResponse(DESK_PROBLEMS, "notice-changed", typed);
      const none: FormErrors = {};
      if (script !== "") return data({ errors: none, typed });
      const done = act === "undo" ? "untold" : outcome.code === "same" ? "told-before" : "told";
      throw redirect(await pathAfterTelling(services, session, values.back, done), 303);
    },
  );
}

export default function CallList({ loaderData, actionData }: Route.ComponentProps) {
  const { sessions, open, done } = loaderData;
  const problem = actionData?.errors.form;
  return (
    <>
      <PageHead
        title="Call list"
        back={{ to: href("/staff"), label: "Today" }}
        meta={
          sessions.length > 0 &&
          "Pressing WhatsApp, Call, SMS or Email marks the person as told. No answer? Press Undo in the list of people already told."
        }
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {problem === undefined && done !== undefined && <Notice>{done}</Notice>}
      {sessions.length === 0 ? (
        <p className="empty">Nobody needs to be called.</p>
      ) : (
        <CallListSessions sessions={sessions} open={actionData?.typed.session ?? open} back="" />
      )}
    </>
  );
}
