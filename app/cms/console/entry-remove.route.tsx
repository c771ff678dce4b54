import { data, Form, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { discardDraft } from "../editing/drafts.server.ts";
import { removeEntry } from "../editing/removal.server.ts";
import type { Route } from "./+types/entry-remove.route";
import { usesOfEntry } from "./entry-page.server.ts";
import { ActionButton, RefusalNotice } from "./entry-parts.tsx";
import { entryAction, entryRequest, notChangedResponse, refusedForm } from "./entry-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`Take off: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

/** What uses the entry: while something does, it stays on the site. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { type, editing } = await entryRequest(context, params, "publish");
  if (type.entries.kind !== "list") throw data(null, { status: 404 });
  return {
    title: editing.title,
    version: editing.live?.version,
    draftRevision: editing.draft?.revision,
    uses: editing.live === undefined ? [] : usesOfEntry(editing),
    path: href("/staff/content/:type/:slug", { type: type.name, slug: editing.slug }),
  };
}

const removeForm = textFields("do", "version", "draftRevision");

export async function action(args: Route.ActionArgs) {
  return entryAction(args, "publish", removeForm, async (form) => {
    const { services, member, type, slug, values, typed } = form;
    const { do: button, version, draftRevision } = values;
    const list = href("/staff/content/:type", { type: type.name });
    if (button === "discard") {
      const outcome = await discardDraft(services, type, slug, wholeNumberIn(draftRevision) ?? 0, member);
      if (outcome.code !== "stale") throw redirect(list, 303);
      const problem = `${outcome.conflict.by} has changed the draft meanwhile, so it is still there.`;
      return refusedForm(problem, 409, typed);
    }
    const outcome = await removeEntry(services, type, slug, member, {
      version: version === "" ? undefined : (wholeNumberIn(version) ?? 0),
    });
    if (outcome.code === "removed" || outcome.code === "same")
      throw redirect(`${list}?done=removed&entry=${slug}`, 303);
    if (outcome.code === "unknown") throw data(null, { status: 404 });
    return notChangedResponse(outcome, form, "it was not taken off");
  });
}

export default function ContentRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { title, version, draftRevision, uses, path } = loaderData;
  const isOnSite = version !== undefined;
  return (
    <>
      <PageHead
        title={isOnSite ? `Take ${title} off the site` : `Throw ${title} away`}
        back={{ to: path, label: title }}
        meta={
          isOnSite
            ? "Visitors won’t see it any more. Its history stays, and it can be put back."
            : "It was never on the site, so nothing of it stays."
        }
      />
      <RefusalNotice returned={actionData} />
      <Form method="post" className="form max-w-3xl">
        <input type="hidden" name="version" value={version ?? ""} />
        <input type="hidden" name="draftRevision" value={draftRevision ?? ""} />
        {uses.length > 0 && (
          <div className="summary calm">
            <h2>{`${title} is used in ${uses.length} ${uses.length === 1 ? "place" : "places"}`}</h2>
            <p>Take it out of there first, or choose another there.</p>
            <ul>
              {uses.map(({ label, to }) => (
                <li key={label}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="actions">
          {isOnSite && uses.length === 0 && <ActionButton value="remove" look="button red" label="Take off the site" />}
          {!isOnSite && <ActionButton value="discard" look="button red" label="Throw the draft away" />}
          {isOnSite && (
            <Link to={`${path}/schedule`} className="link">
              On a day to come
            </Link>
          )}
          <Link to={path} className="link">
            {isOnSite ? "Leave it on the site" : "Leave it here"}
          </Link>
        </p>
      </Form>
    </>
  );
}
