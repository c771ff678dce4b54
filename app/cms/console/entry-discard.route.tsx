import { data, Form, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formPath } from "../../content-types/paths.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { discardDraft } from "../editing/drafts.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import type { Route } from "./+types/entry-discard.route";
import { Differences } from "./difference-view.tsx";
import { readDifferences } from "./difference-views.server.ts";
import { RefusalNotice } from "./entry-parts.tsx";
import { entryAction, entryRequest, refusedForm } from "./entry-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`Throw away the changes: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

/** The changes that would be lost: the draft of an entry that is on the site, beside what is there. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, member, type, editing } = await entryRequest(context, params, "edit");
  const { live, draft } = editing;
  return {
    title: editing.title,
    path: formPath(type.name, editing.slug),
    revision: draft?.revision,
    by: draft && byWhom(draft.by, member),
    isScheduled: editing.schedules.some(({ action, problems }) => action === "publish" && problems === undefined),
    differences: live && draft ? await readDifferences(services, type, live.values, draft.values) : [],
  };
}

const discardForm = textFields("revision");

export async function action(args: Route.ActionArgs) {
  return entryAction(args, "edit", discardForm, async ({ services, member, type, slug, values, typed }) => {
    const editing = await getEditing(services, type, slug);
    // The draft of an entry that was never published is thrown away with the entry, which is on another page.
    if (editing?.live === undefined) throw data(null, { status: 404 });
    const outcome = await discardDraft(services, type, slug, wholeNumberIn(values.revision) ?? 0, member);
    if (outcome.code !== "stale") throw redirect(`${formPath(type.name, slug)}?done=discarded`, 303);
    const { by } = outcome.conflict;
    const problem = `${by} has changed the draft meanwhile, so it is still there. This is how it is now.`;
    return refusedForm(problem, 409, typed);
  });
}

export default function ContentDiscard({ loaderData, actionData }: Route.ComponentProps) {
  const { title, path, revision, by, isScheduled, differences } = loaderData;
  return (
    <>
      <PageHead
        title="Throw away the changes"
        back={{ to: path, label: title }}
        meta={
          revision === undefined
            ? "There are no changes that wait: the site shows what was written last."
            : "The draft is deleted, which can’t be undone. The site stays as it is."
        }
      />
      <RefusalNotice returned={actionData} />
      {isScheduled && (
        <Notice>
          What is scheduled goes live all the same. Cancel that on the page of the entry if it should not.
        </Notice>
      )}
      <Differences differences={differences} before="On the site" after={`Draft, by ${by}`} />
      <Form method="post" className="actions mt-6">
        <input type="hidden" name="revision" value={revision ?? ""} />
        {revision !== undefined && (
          <button type="submit" className="button red">
            Throw away the changes
          </button>
        )}
        <Link to={path} className="link">
          {revision === undefined ? "Back" : "Leave them here"}
        </Link>
      </Form>
    </>
  );
}
