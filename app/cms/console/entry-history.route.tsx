import { data, Form, href, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Pager } from "../../console/kit/list-page.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formPath } from "../../content-types/paths.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import { can } from "../../staff/roles.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import { putBack, restoreVersion, undoLastChange } from "../editing/undo.server.ts";
import type { Route } from "./+types/entry-history.route";
import { Differences } from "./difference-view.tsx";
import { ActionButton, RefusalNotice } from "./entry-parts.tsx";
import { askedForm, entryAction, entryRequest, notUndoneResponse } from "./entry-request.server.ts";
import { readHistory, type VersionView } from "./history-page.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`History: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, type, editing } = await entryRequest(context, params, "see");
  const query = url.searchParams;
  const history = await readHistory(services, type, editing, member, wholeNumberIn(query.get("before")));
  const mayPublish = can(member.role, "publish", type.name);
  return {
    ...history,
    title: editing.title,
    label: type.label,
    live: editing.live?.version ?? 0,
    isRemoved: editing.removed !== undefined && editing.live === undefined,
    mayEdit: can(member.role, "edit", type.name),
    mayUndo: mayPublish && (editing.live?.version ?? 0) > 1,
    mayPutBack: mayPublish,
    // The page of an entry that was taken off leads here, unless there is a draft of it.
    back:
      editing.removed !== undefined && editing.live === undefined && editing.draft === undefined
        ? { to: href("/staff/content/:type", { type: type.name }), label: type.plural }
        : { to: formPath(type.name, editing.slug), label: editing.title },
  };
}

const historyForm = textFields("do", "live", "draft");

/** The question about the draft that an old version would replace. */
type Asked = { restored: number; draft: number; by: string; at: string };

/** Undoes the last change, puts a removed entry back, or makes a draft of an old version; a draft never publishes itself. */
export async function action(args: Route.ActionArgs) {
  return entryAction(args, "edit", historyForm, async (form) => {
    const { services, member, type, slug, values, typed } = form;
    const path = formPath(type.name, slug);
    const restored = wholeNumberIn(/^restore:(\d+)$/.exec(values.do)?.[1] ?? null);
    if (restored !== undefined) {
      const draft = (await getEditing(services, type, slug))?.draft;
      const seen = wholeNumberIn(values.draft);
      if (draft !== undefined && draft.revision !== seen) {
        const at = shortMoment(new Date(draft.at), services.now());
        return askedForm<Asked>({ restored, draft: draft.revision, by: byWhom(draft.by, member), at }, typed);
      }
      const outcome = await restoreVersion(services, type, slug, restored, member, seen);
      if (outcome.code === "unknown") throw data(null, { status: 404 });
      const refused = notUndoneResponse(outcome, form);
      if (refused !== undefined) return refused;
      throw redirect(`${path}?done=saved`, 303);
    }
    requirePermission(member, "publish", type.name);
    const isPutBack = values.do === "put-back";
    const outcome = isPutBack
      ? await putBack(services, type, slug, member, publishChecks)
      : await undoLastChange(services, type, slug, wholeNumberIn(values.live) ?? 0, member, publishChecks);
    if (outcome.code === "unknown") throw data(null, { status: 404 });
    const refused = notUndoneResponse(outcome, form);
    if (refused !== undefined) return refused;
    throw redirect(`${path}?done=${isPutBack ? "put-back" : "undone"}`, 303);
  });
}

export default function ContentHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { title, label, versions, next, live, isRemoved, mayEdit, mayUndo, mayPutBack, back } = loaderData;
  // An entry of a type that has one is called as its type is.
  const isNamedAlike = title.toLowerCase() === label.toLowerCase();
  return (
    <>
      <PageHead
        title="History"
        back={back}
        meta={`${isNamedAlike ? title : `${title}, ${label.toLowerCase()}`}. Nothing here is ever lost.`}
        actions={<HistoryActions mayUndo={mayUndo} mayPutBack={isRemoved && mayPutBack} live={live} />}
      />
      <RefusalNotice returned={actionData} />
      {actionData && "asked" in actionData && <Question asked={actionData.asked} />}
      <Form method="post">
        {versions.map((version) => (
          <Version key={version.number} version={version} mayRestore={mayEdit && !version.isOnSite} />
        ))}
      </Form>
      <Pager more={next === undefined ? undefined : { to: `?before=${next}`, label: "Older versions" }} />
    </>
  );
}

/** The question, in a form that does it once it is answered. */
function Question({ asked: { restored, draft, by, at } }: { asked: Asked }) {
  return (
    <Notice
      isBad
      action={
        <Form method="post">
          <input type="hidden" name="draft" value={draft} />
          <ActionButton value={`restore:${restored}`} look="link" label={`Write version ${restored} over it`} />
        </Form>
      }
    >
      {`There is a draft by ${by}, ${at}. Version ${restored} would take its place, for good.`}
    </Notice>
  );
}

/** A version with the fields that it changed, and the button that makes a draft of it. */
function Version({ version, mayRestore }: { version: VersionView; mayRestore: boolean }) {
  const { number, isOnSite, made, differences } = version;
  const id = `version-${number}`;
  return (
    <section aria-labelledby={id} className="version">
      <div className="part">
        <h2 id={id}>{isOnSite ? `Version ${number}, on the site` : `Version ${number}`}</h2>
        {mayRestore && (
          <ActionButton value={`restore:${number}`} look="link" label={`Restore version ${number} as a draft`} />
        )}
      </div>
      <p className="help">{made}</p>
      {differences.length === 0 ? (
        <p className="help">It changed nothing that visitors see.</p>
      ) : (
        <Differences differences={differences} before="Before" after="After" />
      )}
    </section>
  );
}

/** The buttons of the whole history. */
function HistoryActions({
  mayUndo,
  mayPutBack,
  live,
}: {
  mayUndo: boolean;
  /** The entry was taken off the site. */
  mayPutBack: boolean;
  /** The version on the site, so that only the change that was seen is undone. */
  live: number;
}) {
  return (
    <Form method="post" className="actions">
      <input type="hidden" name="live" value={live} />
      {mayUndo && <ActionButton value="undo" look="button red" label="Undo the last change" />}
      {mayPutBack && <ActionButton value="put-back" look="button red" label="Put it back on the site" />}
    </Form>
  );
}
