import { data, href, Link, redirect } from "react-router";
import { Effects } from "../../console/kit/action-page.tsx";
import { SearchField } from "../../console/kit/list-page.tsx";
import { ConsoleButton, ConsoleLink, Notice, PageHead, TitledSection } from "../../console/page-parts.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { messageOfCode, type ReturnedForm } from "../../forms/problems.ts";
import { MERGE_FIELDS, mergePeople } from "../../people/merge-people.server.ts";
import { findPerson } from "../../people/people.server.ts";
import { staffAction } from "../../staff/staff-request.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/merge.route";
import { type ComparedLine, type MergePage, readDuplicates, readMergePage } from "./merge-page.server.ts";
import { actorOf, personPath, personRequest } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await personRequest(context, ["edit", "members"], params.person);
  if (person.erased_at !== null) throw data(null, { status: 404 });
  const head = { id: person.id, name: person.name, isOwner: actorOf(member).isOwner };
  const withId = url.searchParams.get("with");
  if (withId === null) {
    const query = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
    return { ...head, query, duplicates: await readDuplicates(services, person, query), page: undefined };
  }
  const other = await findPerson(services.db, withId);
  if (other?.id === person.id) throw redirect(personPath(person.id), 303);
  if (other === undefined || other.erased_at !== null) throw data(null, { status: 404 });
  return { ...head, query: "", duplicates: undefined, page: await readMergePage(services, person, other) };
}

const mergeForm = textFields("with", "seen", ...MERGE_FIELDS);

export async function action({ context, params, request }: Route.ActionArgs) {
  return staffAction(
    { context, request },
    ["publish", "members"],
    mergeForm,
    async ({ services, member, values, typed }) => {
      const chosen = new Set(MERGE_FIELDS.filter((field) => values[field] === "second"));
      const form = { withId: values.with, seen: values.seen, chosen };
      const { code } = await mergePeople(services, member, params.person, form);
      return code === "done" || code === "same"
        ? redirect(personPath(params.person, "merged"), 303)
        : problemResponse(MEMBER_PROBLEMS, code, typed);
    },
  );
}

export default function Merge({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, isOwner, query, duplicates, page } = loaderData;
  const returned = useReturnedForm<string>(actionData);
  const problem = returned?.errors.form;
  return (
    <>
      <PageHead
        title={page === undefined ? "Find a duplicate record" : "Merge two records"}
        tab={`Merge: ${name}`}
        back={{ to: href("/staff/members/:person", { person: id }), label: name }}
        meta={
          page === undefined
            ? "The other record of this person, if there is one."
            : "Everything in both records is combined permanently."
        }
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {page === undefined ? (
        <Duplicates id={id} words={query} duplicates={duplicates} />
      ) : (
        <Compared key={page.seen} page={page} isOwner={isOwner} returned={returned} />
      )}
    </>
  );
}

type Duplicates = Awaited<ReturnType<typeof readDuplicates>>;

function Duplicates({ id, words, duplicates }: { id: string; words: string; duplicates: Duplicates }) {
  return (
    <div className="parts max-w-190">
      <TitledSection title="With the same name, phone or email">
        <People
          id={id}
          people={duplicates.like}
          none="No match. If you know of another record of this person, search for it below."
        />
      </TitledSection>
      <TitledSection title="Search all members">
        <SearchField
          key={words}
          label="Name, phone, email or door number of the other record"
          submit="Find"
          input={{ defaultValue: words, placeholder: "Name, phone or number" }}
        />
        {words !== "" && <People id={id} people={duplicates.found} none="No match." />}
      </TitledSection>
    </div>
  );
}

function People({ id, people, none }: { id: string; people: Duplicates["like"]; none: string }) {
  if (people.length === 0) return <p className="empty">{none}</p>;
  return (
    <ul className="board">
      {people.map((person) => (
        <li key={person.id} className="row">
          <div>
            <p className="name">
              <Link
                to={`${href("/staff/members/:person/merge", { person: id })}?${new URLSearchParams({ with: person.id })}`}
              >
                {person.name}
              </Link>
            </p>
            <p className="about">{person.about}</p>
          </div>
          <p className={`state ${person.mark}`}>{person.label}</p>
        </li>
      ))}
    </ul>
  );
}

type ComparedProps = { page: MergePage; isOwner: boolean; returned: ReturnedForm | undefined };

function Compared({
  page: { id, withId, names, states, problem, lines, seen, after },
  isOwner,
  returned,
}: ComparedProps) {
  const isPossible = problem === undefined && isOwner;
  const other = `${href("/staff/members/:person/merge", { person: withId })}?${new URLSearchParams({ with: id })}`;
  return (
    <PostForm returned={returned} className="two even">
      <input type="hidden" name="with" value={withId} />
      <input type="hidden" name="seen" value={seen} />
      <div className="border-ink border-t-4">
        <div className={PAIR}>
          {([id, withId] as const).map((record, side) => (
            <div key={record} className="grid content-start gap-1.5">
              <p className="quiet">{side === 0 ? "Kept" : "Merged into it"}</p>
              <h2 className="name">
                <Link to={href("/staff/members/:person", { person: record })}>{names[side]}</Link>
              </h2>
              <p className={`state ${states[side]?.mark}`}>{states[side]?.label}</p>
            </div>
          ))}
        </div>
        {lines.map((line) => (
          <Line key={line.label} line={line} names={names} isPossible={isPossible} returned={returned} />
        ))}
      </div>
      <TitledSection title={problem === undefined ? "What changes" : "Not possible"}>
        {problem === undefined ? (
          <>
            <Effects effects={after} />
            {isPossible ? (
              <>
                <p className="actions">
                  <ConsoleButton className="button red" label="Merge the records" />
                  <ConsoleLink to={other} label="Swap the two" />
                </p>
                <p className="help">This can’t be undone.</p>
              </>
            ) : (
              <p className="help">Only the owner can merge records.</p>
            )}
          </>
        ) : (
          <p className="error">{messageOfCode(MEMBER_PROBLEMS, problem)}</p>
        )}
      </TitledSection>
    </PostForm>
  );
}

/** The two sides of a line, with its label above them. */
const PAIR = "grid grid-cols-2 gap-x-4 gap-y-1 border-line border-b py-row";
const TERM = "quiet col-span-full font-medium font-text normal-case tracking-normal";

const SIDES = ["first", "second"] as const;

type LineProps = {
  line: ComparedLine;
  names: MergePage["names"];
  isPossible: boolean;
  returned: ReturnedForm | undefined;
};

function Line({ line: { label, texts, choice }, names, isPossible, returned }: LineProps) {
  if (choice === undefined || !isPossible) {
    return (
      <div className={PAIR}>
        <h3 className={TERM}>{label}</h3>
        {texts.map((lines, side) => (
          <div key={SIDES[side]} className="wrap-anywhere grid min-w-0 content-start gap-1.5 font-semibold">
            <span className="sr-only">{`${names[side]}: `}</span>
            {lines.length === 0 ? <p>–</p> : lines.map((text) => <p key={text}>{withoutBreaks(text)}</p>)}
          </div>
        ))}
      </div>
    );
  }
  const chosen = returned?.typed[choice] ?? "first";
  return (
    <fieldset className={PAIR}>
      <legend className={`float-left w-full ${TERM}`}>{label} to keep</legend>
      {SIDES.map((side, index) => (
        <label key={side} className="choice wrap-anywhere">
          <input type="radio" name={choice} value={side} defaultChecked={chosen === side} />
          <span>{texts[index]}</span>
        </label>
      ))}
    </fieldset>
  );
}
