import { data, Form, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { messageOfCode } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { MERGE_FIELDS, mergePeople } from "../../people/merge-people.server.ts";
import { findPerson } from "../../people/people.server.ts";
import { staffAction } from "../../staff/staff-request.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/merge.route";
import { type ComparedLine, type MergePage, readDuplicates, readMergePage } from "./merge-page.server.ts";
import { actorOf, personPath, personRequest } from "./person-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `Merge: ${loaderData.name}` : "Merge");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await personRequest(context, ["edit", "members"], params.person);
  if (person.erased_at !== null) throw data(null, { status: 404 });
  const head = { id: person.id, name: person.name, isOwner: actorOf(member).isOwner };
  const withId = url.searchParams.get("with");
  if (withId === null) {
    const query = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
    return { ...head, query, doubles: await readDuplicates(services, person, query), page: undefined };
  }
  const other = await findPerson(services.db, await withId);
  if (other?.id === person.id) throw redirect(personPath(person.id), 303);
  if (other === undefined || other.erased_at !== null) throw data(null, { status: 404 });
  return { ...head, query: "", doubles: undefined, page: await readMergePage(services, person, other) };
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
  const { id, name, isOwner, query, doubles, page } = loaderData;
  const returned = useReturnedForm<string>(actionData);
  const problem = returned?.errors.form;
  return (
    <>
      <PageHead
        title={page === undefined ? "Find a second record" : "Merge two records"}
        back={{ to: href("/staff/members/:person", { person: id }), label: name }}
        meta={
          page === undefined
            ? "The other record of this person, if there is one."
            : "Everything in both records is combined, for good."
        }
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {page === undefined ? (
        <Doubles id={id} words={query} doubles={doubles} />
      ) : (
        <Compared key={page.seen} page={page} isOwner={isOwner} returned={returned} />
      )}
    </>
  );
}

type Doubles = Awaited<ReturnType<typeof readDuplicates>>;

function Doubles({ id, words, doubles }: { id: string; words: string; doubles: Doubles }) {
  return (
    <div className="max-w-[690px]">
      <section aria-labelledby="like">
        <h2 id="like" className="h3">
          With the same name, phone or email
        </h2>
        <People
          id={id}
          people={doubles.like}
          none="No match. If you know another record of this person, search for it below."
        />
      </section>
      <section aria-labelledby="others" className="mt-8">
        <h2 id="others" className="h3">
          Search all members
        </h2>
        <search>
          <Form className="filters one-field" key={words}>
            <label>
              <span className="sr-only">Name, phone, email or door number of the other record</span>
              <input
                type="search"
                name="q"
                defaultValue={words}
                placeholder="Name, phone or number"
                autoComplete="off"
              />
            </label>
            <button type="submit" className="button ink">
              Find
            </button>
          </Form>
        </search>
        {words !== "" && <People id={id} people={doubles.found} none="No match." />}
      </section>
    </div>
  );
}

function People({ id, people, none }: { id: string; people: Doubles["like"]; none: string }) {
  if (people.length === 0) return <p className="empty">{none}</p>;
  return (
    <ul className="board">
      {people.map((person) => (
        <li key={person.id} className="hit">
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

function Compared({
  page: { id, withId, names, states, problem, lines, seen, after },
  isOwner,
  returned,
}: {
  page: MergePage;
  isOwner: boolean;
  returned: ReturnedForm | undefined;
}) {
  const isPossible = problem === undefined && isOwner;
  const other = `${href("/staff/members/:person/merge", { person: withId })}?${new URLSearchParams({ with: id })}`;
  return (
    <PostForm returned={returned} className="two even">
      <input type="hidden" name="with" value={withId} />
      <input type="hidden" name="seen" value={seen} />
      <div className="compared">
        <div className="heads">
          {([id, withId] as const).map((record, side) => (
            <div key={record}>
              <p className="about">{side === 0 ? "Kept" : "Merged into it"}</p>
              <h2 className="h3">
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
      <section className="act" aria-labelledby="after">
        <h2 id="after" className="h3">
          {problem === undefined ? "What changes" : "Not possible"}
        </h2>
        {problem === undefined ? (
          <>
            <ul className="effects">
              {after.map(({ text, below = [] }) => (
                <li key={text}>
                  {text}
                  {below.map((sentence) => (
                    <span key={sentence} className="below">
                      {sentence}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
            {isPossible ? (
              <>
                <p className="actions mt-5">
                  <button type="submit" className="button red">
                    Merge the records
                  </button>
                  <Link className="link" to={other}>
                    Swap the two
                  </Link>
                </p>
                <p className="help mt-2">This can’t be undone.</p>
              </>
            ) : (
              <p className="help mt-5">Only the owner can merge records.</p>
            )}
          </>
        ) : (
          <p className="error">{messageOfCode(MEMBER_PROBLEMS, problem)}</p>
        )}
      </section>
    </PostForm>
  );
}

const SIDES = ["first", "second"] as const;

function Line({
  line: { label, texts, choice },
  names,
  isPossible,
  returned,
}: {
  line: ComparedLine;
  names: MergePage["names"];
  isPossible: boolean;
  returned: ReturnedForm | undefined;
}) {
  if (choice === undefined || !isPossible) {
    return (
      <div className="line">
        <h3>{label}</h3>
        {texts.map((lines, side) => (
          <div key={SIDES[side]} className={lines.length === 0 ? "none" : undefined}>
            <span className="sr-only">{`${names[side]}: `}</span>
            {lines.length === 0 ? <p>–</p> : lines.map((text) => <p key={text}>{text}</p>)}
          </div>
        ))}
      </div>
    );
  }
  const chosen = returned?.typed[choice] ?? "first";
  return (
    <fieldset className="line">
      <legend>{label} to keep</legend>
      {SIDES.map((side, index) => (
        <label key={side} className="choice">
          <input type="radio" name={choice} value={side} defaultChecked={chosen === side} />
          <span>{texts[index]}</span>
        </label>
      ))}
    </fieldset>
  );
}
