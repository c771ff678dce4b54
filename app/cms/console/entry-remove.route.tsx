import { data, Form, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { PageHead } from "../../console/page-head.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { askAboutLeaving, problemOfLeaving, settleLeaving } from "../../timetable/console/affected-questions.server.ts";
import { AffectedSessions, answerIn } from "../../timetable/console/affected-sessions.tsx";
import { discardDraft } from "../editing/drafts.server.ts";
import { removeEntry } from "../editing/removal.server.ts";
import { listStates } from "../editing/states.server.ts";
import type { Route } from "./+types/entry-remove.route";
import { ActionButton, RefusalNotice } from "./entry-parts.tsx";
import { contentTypeAt, entryAction, entryRequest, refusedForm, whyNot } from "./entry-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`Take off: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

/** Entries that use the entry, and those that can take its place. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, type, editing } = await entryRequest(context, params, "publish");
  if (type.entries.kind !== "list") throw data(null, { status: 404 });
  const others = (await listStates(services, type)).entries.filter(
    ({ slug, isOnSite }) => isOnSite && slug !== editing.slug,
  );
  return {
    title: editing.title,
    label: type.label.toLowerCase(),
    version: editing.live?.version,
    draftRevision: editing.draft?.revision,
    usedIn: editing.references.map(({ type: name, slug, title, field }) => ({
      label: `${contentTypeAt(name).label}: ${title}`,
      to: href("/staff/content/:type/:slug", { type: name, slug }),
      key: `${name}/${slug}/${field}`,
    })),
    leaving: editing.live && (await askAboutLeaving(services, { type: type.name, slug: editing.slug })),
    others: others.map(({ slug, title }) => ({ slug, title })),
    path: href("/staff/content/:type/:slug", { type: type.name, slug: editing.slug }),
  };
}

const removeForm = textFields(
  "do",
  "version",
  "draftRevision",
  "replaceBy",
  "affected",
  "affectedIds",
  "affectedReason",
);

export async function action(args: Route.ActionArgs) {
  return entryAction(args, "publish", removeForm, async ({ services, member, type, slug, values, typed }) => {
    const { do: button, version, draftRevision, replaceBy } = values;
    const refuse = (problem: string, status: 409 | 422) => refusedForm(problem, status, typed);
    const list = href("/staff/content/:type", { type: type.name });
    if (button === "discard") {
      const outcome = await discardDraft(services, type, slug, wholeNumberIn(draftRevision) ?? 0, member);
      if (outcome.code !== "stale") throw redirect(list, 303);
      return refuse(`${outcome.conflict.by} has changed the draft meanwhile, so it is still there.`, 409);
    }
    if (button === "replace" && replaceBy === "") return refuse("Choose from the list what to put there instead.", 422);
    const successor = button === "replace" ? replaceBy : undefined;
    const problem = problemOfLeaving(values, successor);
    if (problem !== undefined) return refuse(problem, 422);
    const outcome = await removeEntry(services, type, slug, member, {
      version: version === "" ? undefined : (wholeNumberIn(version) ?? 0),
      replaceBy: successor,
      alsoRemove: button === "remove-all",
      afterwards: (change) => settleLeaving(change, { type: type.name, slug }, values, successor, member),
    });
    if (outcome.code === "removed" || outcome.code === "same")
      throw redirect(`${list}?done=removed&entry=${slug}`, 303);
    if (outcome.code === "unknown") throw data(null, { status: 404 });
    return refuse(...whyNot(type, outcome, "it was not taken off", services.now()));
  });
}

export default function ContentRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { title, label, version, draftRevision, usedIn, leaving, others, path } = loaderData;
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
        {usedIn.length > 0 && (
          <div className="summary calm">
            <h2>{`${title} is used in ${usedIn.length} ${usedIn.length === 1 ? "place" : "places"}`}</h2>
            <ul>
              {usedIn.map(({ label: place, to, key }) => (
                <li key={key}>
                  <Link to={to}>{place}</Link>
                </li>
              ))}
            </ul>
            {isOnSite && others.length > 0 && (
              <div className="field mt-2 mb-3.5">
                <label htmlFor="replace-by">{`Put another ${label} there instead`}</label>
                <select id="replace-by" name="replaceBy" defaultValue={actionData?.typed.replaceBy ?? ""}>
                  <option value="">Choose…</option>
                  {others.map(({ slug, title: name }) => (
                    <option key={slug} value={slug}>
                      {name}
                    </option>
                  ))}
                </select>
              </div>
            )}
          </div>
        )}
        {leaving && <AffectedSessions {...leaving} answer={actionData && answerIn(actionData.typed)} />}
        <p className="actions">
          {isOnSite && usedIn.length > 0 && others.length > 0 && (
            <ActionButton value="replace" look="button red" label="Replace and take off" />
          )}
          {isOnSite && usedIn.length > 0 && <ActionButton value="remove-all" label="Take those off too" />}
          {isOnSite && usedIn.length === 0 && (
            <ActionButton value="remove" look="button red" label="Take off the site" />
          )}
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
