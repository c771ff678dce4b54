import { randomUUID } from "node:crypto";
import { data, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { FieldFrame } from "../../console/field-frame.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { problemResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { listMoment } from "../../time/date-texts.server.ts";
import { readSentList } from "../list/list-upload.server.ts";
import { LIST_DAYS, listLists, storeList } from "../list/lists.server.ts";
import type { Route } from "./+types/bring-list.route";
import { LIST_PROBLEMS } from "./list-messages.server.ts";
import { membersRequest } from "./person-request.server.ts";

export function meta() {
  return consoleMeta("Bring in a list");
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = await membersRequest(context, "publish");
  const now = services.now();
  return {
    formId: randomUUID(),
    keptDays: LIST_DAYS,
    isDiscarded: url.searchParams.has("discarded"),
    isBack: url.searchParams.has("back"),
    lists: (await listLists(services)).map(({ id, name, madeAt, madeBy, broughtAt, broughtBy }) => ({
      ...{ id, name },
      about:
        broughtAt === null
          ? `Sent by ${madeBy}, ${listMoment(new Date(madeAt), now)}. Not brought in yet`
          : `Brought in by ${broughtBy}, ${listMoment(new Date(broughtAt), now)}`,
    })),
  };
}

/** The most of what was pasted that is sent back to be corrected. */
const MAX_RETURNED_CHARACTERS = 200_000;

/** Takes a list. The host leaves the body unread, so the guard and the role come first. */
export async function action({ context, request }: Route.ActionArgs) {
  const { services, member } = await membersRequest(context, "publish");
  const sent = await readSentList(request);
  if ("code" in sent) {
    if (sent.code !== "body-unreadable") return problemResponse(LIST_PROBLEMS, sent.code);
    throw data(null, { status: 400 });
  }
  const typed = { pasted: sent.pasted.slice(0, MAX_RETURNED_CHARACTERS) };
  return withFormReturnedOnError<string, unknown>(services.log, typed, async () => {
    const outcome = await storeList(services, member, sent);
    if (!("id" in outcome)) return problemResponse(LIST_PROBLEMS, outcome.code, typed);
    return redirect(href("/staff/members/lists/:list", { list: outcome.id }), 303);
  });
}

/** Brings a list of members: a file, or what was copied from a spreadsheet. */
export default function BringList({ loaderData, actionData }: Route.ComponentProps) {
  const { formId, lists, isDiscarded, isBack, keptDays } = loaderData;
  const returned = actionData as ReturnedForm | undefined;
  const problem = returned?.errors.list ?? returned?.errors.form;
  return (
    <>
      <PageHead
        title="Bring in a list"
        back={{ to: href("/staff/members"), label: "Members" }}
        meta="The page shows first what would become of each row. Nothing is written before you say so."
      />
      {isBack && <Notice>Everything that the list had brought is taken back.</Notice>}
      {isDiscarded && <Notice>The list is thrown away. Who was brought in before stays.</Notice>}
      <div className="two even">
        {/* A document's own form: only its address takes bodies of this size. */}
        <form
          method="post"
          action={href("/staff/members/lists")}
          encType="multipart/form-data"
          className="form grid gap-6"
        >
          <input type="hidden" name="formId" value={formId} />
          <FieldFrame
            id="list"
            label="A file"
            help="A spreadsheet (.xlsx) or CSV, up to 5,000 rows. The first sheet with a list in it is read."
            problem={problem}
            isAnnounced
          >
            {(wiring) => (
              <input
                {...wiring}
                name="list"
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              />
            )}
          </FieldFrame>
          <FieldFrame
            id="pasted"
            label="Or paste it here"
            help="Mark the rows in Excel or Google Sheets with their headings, copy them, and paste them."
            problem={undefined}
          >
            {(wiring) => (
              <textarea
                {...wiring}
                name="pasted"
                className="paste"
                rows={8}
                spellCheck={false}
                autoComplete="off"
                defaultValue={returned?.typed.pasted}
              />
            )}
          </FieldFrame>
          <p className="actions">
            <button type="submit" className="button red">
              Read the list
            </button>
          </p>
        </form>
        <section aria-labelledby="needed" className="list-needs">
          <h2 id="needed">What a list needs</h2>
          <ul>
            <li>
              <b>A row for each person</b>, and a line of headings above them. Titles and empty rows do no harm.
            </li>
            <li>
              <b>Name and phone.</b> 0712 345 678, +254 712 345 678 or 712345678 are all read.
            </li>
            <li>
              <b>Plan and last day</b>, where somebody has a pass that runs. The pass is brought in from today to that
              day. Packs need the visits that are left.
            </li>
            <li>
              <b>Prices, mail addresses and other columns</b> may be there, and need not. No money is written down, and
              nobody is asked for offers.
            </li>
          </ul>
          <p className="help pt-4">{`Rows that are not brought in are deleted after ${keptDays} days.`}</p>
        </section>
      </div>
      {lists.length > 0 && (
        <section aria-labelledby="lists" className="pt-10">
          <h2 id="lists">Lists</h2>
          <ul className="board">
            {lists.map(({ id, name, about }) => (
              <li key={id} className="hit">
                <div>
                  <p className="name sentence wrap-anywhere">
                    <Link to={href("/staff/members/lists/:list", { list: id })}>{name}</Link>
                  </p>
                  <p className="about">{about}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
