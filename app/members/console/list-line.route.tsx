import { data, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { DefaultButton } from "../../console/default-button.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleSelectField } from "../../console/select-field.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { NO_PASS } from "../list/judge-list.ts";
import { decideRow } from "../list/lists.server.ts";
import type { Route } from "./+types/list-line.route";
import { readDecision } from "./list-decision.server.ts";
import { LIST_PROBLEMS } from "./list-messages.server.ts";
import { readLinePage } from "./list-page.server.ts";
import { membersAction, membersRequest } from "./person-request.server.ts";

export function meta({ params }: Route.MetaArgs) {
  return consoleMeta(`Line ${params.line}`);
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services } = await membersRequest(context, "publish");
  const page = await readLinePage(services, params.list, Number(params.line));
  if (page === undefined) throw data(null, { status: 404 });
  const { rehearsal: _, row: __, ...shown } = page;
  return { ...shown, decided: wholeNumberIn(url.searchParams.get("decided") ?? "") };
}

const lineForm = textFields("do", "who", "among", "name", "phone", "plan", "lastDay", "visits");

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "publish", lineForm, async ({ services, values, typed }) => {
    const { list, line } = params;
    const page = await readLinePage(services, list, Number(line));
    if (page === undefined) return problemResponse(LIST_PROBLEMS, "row-gone", typed);
    const decision =
      values.do === "leave"
        ? ({ do: "leave" } as const)
        : values.do === "undo"
          ? null
          : values.do === "bring"
            ? readDecision(values, page.rehearsal, page.row)
            : undefined;
    if (decision === undefined) throw data(null, { status: 400 });
    if (decision !== null && "code" in decision) return problemResponse(LIST_PROBLEMS, decision.code, typed);
    const { code } = await decideRow(services, list, Number(line), decision);
    if (code !== "done") return problemResponse(LIST_PROBLEMS, code, typed);
    // With another name or number the row may be about somebody else: it is asked here once more.
    const { values: said } = page.row;
    const isOther = decision?.do === "bring" && (decision.name !== said.name || decision.phone !== said.phone);
    const isOpen = isOther && (await readLinePage(services, list, Number(line)))?.verdict === "look";
    const next = isOpen || values.do === "undo" ? Number(line) : page.nextLine;
    return redirect(
      next === undefined
        ? `${href("/staff/members/lists/:list", { list })}?done=decided`
        : `${href("/staff/members/lists/:list/:line", { list, line: String(next) })}${values.do === "undo" ? "" : `?decided=${line}`}`,
      303,
    );
  });
}

/** One row of a list, and what the owner says of it. */
export default function ListLine({ loaderData, actionData }: Route.ComponentProps) {
  const { listId, listName, line, verdict, view, cells, candidates, isNew, typed, plans, hasPacks, isDecided } =
    loaderData;
  const { decided, left } = loaderData;
  const returned = useReturnedForm<string>(actionData as ReturnedForm<string> | undefined);
  const who = returned?.typed.who ?? candidates.find(({ isChosen }) => isChosen)?.key ?? (isNew ? "new" : "");
  return (
    <>
      <PageHead
        title={`Line ${line}`}
        back={{ to: href("/staff/members/lists/:list", { list: listId }), label: listName }}
        meta={STANDS[verdict]}
      />
      {returned?.errors.form && <Notice isBad>{returned.errors.form}</Notice>}
      {returned === undefined && decided !== undefined && (
        <Notice isBad={decided === line}>
          {decided === line
            ? "This row still has to be decided: with what you have typed it says this."
            : `Line ${decided} is decided. ${left === 1 ? "This one is left." : `${left} are left to look at.`}`}
        </Notice>
      )}
      <div className="two">
        <PostForm returned={returned} className="form max-w-[620px]" key={line}>
          <DefaultButton value="bring" />
          {view.sentences.length > 0 && (
            <ul className="list-reasons">
              {view.sentences.map((sentence) => (
                <li key={sentence} className="wrap-anywhere">
                  {sentence}
                </li>
              ))}
            </ul>
          )}
          {candidates.length > 0 && (
            <fieldset className={returned?.errors.who ? "field wrong" : "field"}>
              <legend className="legend">Who it is</legend>
              {returned?.errors.who && <p className="error">{returned.errors.who}</p>}
              <input type="hidden" name="among" value={candidates.map(({ key }) => key).join(" ")} />
              {candidates.map(({ key, text, isHere }) => (
                <label key={key} className="choice plan">
                  <input type="radio" name="who" value={key} defaultChecked={who === key} />
                  <span>
                    <b>{text}</b>
                    <span className="quiet">
                      {isHere
                        ? "Here already, and stays as they are. They get the pass below, if one is chosen."
                        : "The same person. Of both rows the later last day counts."}
                    </span>
                  </span>
                </label>
              ))}
              <label className="choice plan">
                <input type="radio" name="who" value="new" defaultChecked={who === "new"} />
                <span>
                  <b>Somebody else</b>
                  <span className="quiet">Brought in as a person of their own.</span>
                </span>
              </label>
            </fieldset>
          )}
          <ConsoleTextField name="name" label="Name" defaultValue={typed.name} autoComplete="off" returned={returned} />
          <ConsoleTextField
            name="phone"
            label="Phone"
            inputMode="tel"
            defaultValue={typed.phone}
            autoComplete="off"
            help="Left empty, they are brought in without one."
            returned={returned}
          />
          <ConsoleSelectField
            name="plan"
            label="Plan"
            options={[
              ...(typed.plan === "" ? [{ value: "", label: "Choose" }] : []),
              { value: NO_PASS, label: "No pass" },
              ...plans.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
            chosen={typed.plan}
            returned={returned}
          />
          <ConsoleTextField
            name="lastDay"
            label="Last day of the pass"
            type="date"
            defaultValue={typed.lastDay}
            help="The pass runs from the day on which the list is brought in, and ends within 24 months."
            returned={returned}
          />
          {hasPacks && (
            <ConsoleTextField
              name="visits"
              label="Visits left"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={typed.visits}
              help="Of a plan with visits alone."
              returned={returned}
            />
          )}
          <p className="help">It is written when you bring the list in, with the others.</p>
          <p className="actions">
            <button type="submit" name="do" value="bring" className="button red">
              Decide like this
            </button>
            <button type="submit" name="do" value="leave" className="button">
              Leave out
            </button>
            {isDecided && (
              <button type="submit" name="do" value="undo" className="link">
                As it came
              </button>
            )}
            {loaderData.nextLine !== undefined && (
              <Link
                className="link"
                to={href("/staff/members/lists/:list/:line", { list: listId, line: String(loaderData.nextLine) })}
              >
                {`Later: to line ${loaderData.nextLine}`}
              </Link>
            )}
          </p>
        </PostForm>
        <div className="side">
          <section aria-labelledby="cells">
            <h2 id="cells" className="h3">
              In the list
            </h2>
            <dl className="facts">
              {cells.map(({ heading, cell }) => (
                <div key={heading}>
                  <dt className="wrap-anywhere">{heading}</dt>
                  <dd>{cell}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </>
  );
}

const STANDS = {
  new: "Is brought in with the list.",
  here: "Is here already.",
  look: "To look at.",
  refused: "Refused, unless you write what is missing.",
  left: "Left out.",
} as const;
