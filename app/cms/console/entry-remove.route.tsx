import { data, Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { FORM_MESSAGES } from "../../forms/messages.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { servicesContext } from "../../request/request-context.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { answerIn } from "../../timetable/console/affected-questions.server.ts";
import { AffectedSessions } from "../../timetable/console/affected-sessions.tsx";
import { askAboutLeaving, problemOfLeaving, settleLeaving } from "../../timetable/console/leaving.server.ts";
import { discardDraft } from "../editing/drafts.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import { type RemoveOutcome, removeEntry } from "../editing/removal.server.ts";
import { listStates } from "../editing/states.server.ts";
import type { Route } from "./+types/entry-remove.route";
import { problemsInWords } from "./entry-form.server.ts";
import { nameOfType } from "./entry-page.server.ts";
import { contentTypeAt } from "./type-of.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`Take off: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

/** What uses the entry, and what can take its place. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const type = contentTypeAt(params.type);
  requirePermission(member, "publish", type.name);
  const editing = await getEditing(services, type, params.slug);
  if (editing === undefined || type.entries.kind !== "list") throw data(null, { status: 404 });
  const others = (await listStates(services, type)).entries.filter(
    ({ slug, isOnSite }) => isOnSite && slug !== editing.slug,
  );
  return {
    title: editing.title,
    label: type.label.toLowerCase(),
    version: editing.live?.version,
    draftRevision: editing.draft?.revision,
    usedIn: editing.references.map(({ type: name, slug, title, field }) => ({
      label: `${nameOfType(name)}: ${title}`,
      to: href("/staff/content/:type/:slug", { type: name, slug }),
      key: `${name}/${slug}/${field}`,
    })),
    leaving: editing.live && (await askAboutLeaving(services, { type: type.name, slug: editing.slug })),
    others: others.map(({ slug, title }) => ({ slug, title })),
    path: href("/staff/content/:type/:slug", { type: type.name, slug: editing.slug }),
  };
}

const removeForm = z.object({
  do: z.string(),
  version: z.string(),
  draftRevision: z.string(),
  replaceBy: z.string(),
  affected: z.string(),
  affectedIds: z.string(),
  affectedReason: z.string(),
});

/** A sentence for what keeps an entry on the site. */
function sentenceFor(outcome: RemoveOutcome): string {
  switch (outcome.code) {
    case "stale":
      return `${outcome.theirs.by} has changed it meanwhile, so it was not taken off. Look at it again first.`;
    case "referenced":
      return "Something else uses it by now, so it was not taken off. Choose below what happens to that.";
    case "too-few":
      return `The site needs ${outcome.min} of these at least, so it was not taken off. Add another one first.`;
    case "refused":
      return `${nameOfType(outcome.entry.type)} can’t do without it: ${problemsInWords(contentTypeAt(outcome.entry.type), outcome.problems)}`;
    default:
      return "It can’t be taken off.";
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const type = contentTypeAt(params.type);
  requirePermission(member, "publish", type.name);
  const form = await readForm(request, removeForm);
  const refuse = (problem: string, status: 400 | 409 | 422) =>
    data({ problem, answer: answerIn(form.typed), replaceBy: form.typed.replaceBy }, { status });
  if (!form.ok) return refuse(FORM_MESSAGES["form-unknown"], 400);
  const { do: pressed, version, draftRevision, replaceBy } = form.values;
  const list = `${href("/staff/content/:type", { type: type.name })}?done=removed&entry=${params.slug}`;
  if (pressed === "discard") {
    const outcome = await discardDraft(services, type, params.slug, wholeNumberIn(draftRevision) ?? 0, member);
    if (outcome.code === "stale") {
      return refuse(`${outcome.theirs.by} has changed the draft meanwhile, so it is still there.`, 409);
    }
    throw redirect(href("/staff/content/:type", { type: type.name }), 303);
  }
  if (pressed === "replace" && replaceBy === "") {
    return refuse("Choose from the list what to put there instead.", 422);
  }
  const successor = pressed === "replace" ? replaceBy : undefined;
  const problem = problemOfLeaving(form.values, successor);
  if (problem !== undefined) return refuse(problem, 422);
  const outcome = await removeEntry(services, type, params.slug, member, {
    version: version === "" ? undefined : (wholeNumberIn(version) ?? 0),
    ...(pressed === "replace" && { replaceBy }),
    ...(pressed === "remove-all" && { alsoRemove: true }),
    afterwards: (change) =>
      settleLeaving(change, { type: type.name, slug: params.slug }, form.values, successor, member),
  });
  if (outcome.code === "removed" || outcome.code === "same") throw redirect(list, 303);
  if (outcome.code === "unknown") throw data(null, { status: 404 });
  return refuse(sentenceFor(outcome), outcome.code === "stale" ? 409 : 422);
}

export default function ContentRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { title, label, version, draftRevision, usedIn, leaving, others, path } = loaderData;
  const isOnSite = version !== undefined;
  const keep = (
    <Link to={path} className="link">
      {isOnSite ? "Leave it on the site" : "Leave it here"}
    </Link>
  );
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
      {actionData && <Notice isBad>{actionData.problem}</Notice>}
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
                <select id="replace-by" name="replaceBy" defaultValue={actionData?.replaceBy ?? ""}>
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
        {leaving && <AffectedSessions {...leaving} answer={actionData?.answer} />}
        <p className="actions">
          {isOnSite && usedIn.length > 0 && others.length > 0 && (
            <button type="submit" name="do" value="replace" className="button red">
              Replace and take off
            </button>
          )}
          {isOnSite && usedIn.length > 0 && (
            <button type="submit" name="do" value="remove-all" className="button">
              Take those off too
            </button>
          )}
          {isOnSite && usedIn.length === 0 && (
            <button type="submit" name="do" value="remove" className="button red">
              Take off the site
            </button>
          )}
          {!isOnSite && (
            <button type="submit" name="do" value="discard" className="button red">
              Throw the draft away
            </button>
          )}
          {isOnSite && (
            <Link to={`${path}/schedule`} className="link">
              On a day to come
            </Link>
          )}
          {keep}
        </p>
      </Form>
    </>
  );
}
