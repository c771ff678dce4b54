import { href, Link } from "react-router";
import { BarBack } from "../../console/bar-back.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { FieldFrame } from "../../console/field-frame.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/class-numbers.route";
import { classNumbersForm, namesOfPublished, publishClassNumbers, readClassNumbers } from "./class-numbers.server.ts";
import { CLASS_NUMBERS, type ClassNumber } from "./class-numbers.ts";

export function meta() {
  return consoleMeta("Places and prices");
}

export const shouldRevalidate = revalidateAfterConflict;

/** The numbers of every class that bookings depend on. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = staffRequest(context, ["publish", "class"]);
  return {
    classes: await readClassNumbers(services),
    done: url.searchParams.get("done"),
    published: await namesOfPublished(services, url.searchParams.get("classes") ?? ""),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["publish", "class"], classNumbersForm, publishClassNumbers);
}

const CLASSES = { to: href("/staff/content/:type", { type: "class" }), label: "Classes" };

const HEADS: Readonly<Record<ClassNumber, string>> = {
  places: "Places",
  lateHours: "Free cancellation, hours before",
  price: "Price, KES",
};

export default function ClassNumbers({ loaderData, actionData }: Route.ComponentProps) {
  const { classes, done, published } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <div className="with-bar">
      <PageHead
        title="Places and prices"
        back={CLASSES}
        meta="Of every class. With places it can be booked; nobody loses theirs when you lower the number. What you leave as it is stays as it is."
      />
      {returned?.errors.form && <Notice isBad>{returned.errors.form}</Notice>}
      <PostForm returned={returned} className="class-numbers">
        <div className="cols" aria-hidden="true">
          <span>Class</span>
          {CLASS_NUMBERS.map((number) => (
            <span key={number}>{HEADS[number]}</span>
          ))}
        </div>
        <ul className="board">
          {classes.map((gymClass, row) => (
            <ClassRow
              // Published, it has other numbers: its inputs are made anew.
              key={`${gymClass.slug} ${gymClass.version}`}
              gymClass={gymClass}
              row={row}
              returned={returned}
            />
          ))}
        </ul>
        <div className="bar">
          {actionData === undefined && done === "published" && published.length > 0 ? (
            <Notice
              action={
                <Link className="link" to={`${href("/staff/activity")}?type=class`}>
                  Undo under Activity
                </Link>
              }
            >
              <b>{`${new Intl.ListFormat("en-GB").format(published)}: published.`}</b> Every visitor sees it now.
            </Notice>
          ) : actionData === undefined && done === "same" ? (
            <Notice>Nothing was different, so nothing was published.</Notice>
          ) : (
            <p>Only classes that you change are published. An empty field is no number.</p>
          )}
          <button type="submit" className="button red publish">
            Publish
          </button>
          <BarBack {...CLASSES} />
        </div>
      </PostForm>
    </div>
  );
}

/** The row of a class in a form that was returned, known by its slug; undefined when it has none. */
function returnedRow(returned: ReturnedForm | undefined, slug: string): number | undefined {
  const name = Object.keys(returned?.typed ?? {}).find(
    (key) => key.startsWith("slug.") && returned?.typed[key] === slug,
  );
  return name === undefined ? undefined : Number(name.slice("slug.".length));
}

function ClassRow({
  gymClass: { slug, title, version, hasDraft, numbers },
  row,
  returned,
}: {
  gymClass: Route.ComponentProps["loaderData"]["classes"][number];
  row: number;
  returned: ReturnedForm | undefined;
}) {
  const at = returnedRow(returned, slug);
  const typed = (field: string) => (at === undefined ? undefined : returned?.typed[`${field}.${at}`]);
  const error = (field: string) => (at === undefined ? undefined : returned?.errors[`${field}.${at}`]);
  const path = href("/staff/content/:type/:slug", { type: "class", slug });
  const isWhole = error("row");
  return (
    <li>
      <h2 className="name h3">
        <Link to={path}>{title}</Link>
      </h2>
      {hasDraft ? (
        <p className="waits">Changes of it wait on its page: change its numbers there.</p>
      ) : (
        <>
          <input type="hidden" name={`slug.${row}`} value={slug} />
          <input type="hidden" name={`version.${row}`} value={typed("version") ?? version} />
          {CLASS_NUMBERS.map((number) => (
            <FieldFrame
              key={number}
              id={`${number}-${slug}`}
              label={
                <>
                  {HEADS[number]}
                  <span className="sr-only">{`: ${title}`}</span>
                </>
              }
              problem={error(number)}
            >
              {(wiring) => (
                <input
                  {...wiring}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  name={`${number}.${row}`}
                  defaultValue={typed(number) ?? numbers[number]}
                />
              )}
            </FieldFrame>
          ))}
        </>
      )}
      {isWhole && (
        <p className="error" role="alert">
          {isWhole}
        </p>
      )}
    </li>
  );
}
