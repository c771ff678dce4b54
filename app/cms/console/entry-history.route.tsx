import { data, Form, href, redirect } from "react-router";
import { z } from "zod";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formPath } from "../../content-types/entry-form-path.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { FORM_MESSAGES } from "../../forms/messages.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { can } from "../../staff/roles.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { shortMoment } from "../../time/date-texts.server.ts";
import { applyAnswer, askAboutUndoing } from "../../timetable/console/affected-questions.server.ts";
import { type AffectedQuestion, AffectedSessions } from "../../timetable/console/affected-sessions.tsx";
import type { AfterChange } from "../content-version.server.ts";
import { getEditing } from "../editing/editing.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import { putBack, restoreVersion, undoLastChange } from "../editing/undo.server.ts";
import type { Route } from "./+types/entry-history.route";
import { problemsInWords } from "./entry-form.server.ts";
import { readHistory } from "./history-page.server.ts";
import { Differences, HistoryActions, VersionList } from "./history-page.tsx";
import { contentTypeAt } from "./type-of.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(`History: ${loaderData?.title ?? ""}`);
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const type = contentTypeAt(params.type);
  requirePermission(member, "see", type.name);
  const editing = await getEditing(services, type, params.slug);
  if (editing === undefined) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const history = await readHistory(services, type, editing, member, {
    version: wholeNumberIn(query.get("version")),
    before: wholeNumberIn(query.get("before")),
  });
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
    isAsked: query.has("asked"),
    // The page of an entry that was taken off leads here, unless there is a draft of it.
    back:
      editing.removed !== undefined && editing.live === undefined && editing.draft === undefined
        ? { to: href("/staff/content/:type", { type: type.name }), label: type.plural }
        : { to: formPath(type.name, editing.slug), label: editing.title },
  };
}

const historyForm = z.object({
  do: z.string(),
  live: z.string(),
  draft: z.string(),
  affected: z.string(),
  affectedIds: z.string(),
  affectedReason: z.string(),
});

/** What is asked first: about the draft that an old version would replace, or about classes that rely on the row. */
type Asked = { restored: number; draft: number; by: string; at: string } | { affected: AffectedQuestion };

const STALE = "Somebody else has changed this entry meanwhile, so nothing was undone. This is how it stands now.";

/** Undoes the last change, puts a removed entry back, or makes a draft of an old version; a draft never publishes itself. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  const type = contentTypeAt(params.type);
  requirePermission(member, "edit", type.name);
  const form = await readForm(request, historyForm);
  const refuse = (problem: string, status: number) => data({ problem, asked: null }, { status });
  const ask = (asked: Asked) => data({ problem: null, asked }, { status: 422 });
  if (!form.ok) return refuse(FORM_MESSAGES["form-unknown"], 400);
  const path = formPath(type.name, params.slug);
  const restored = wholeNumberIn(/^restore:(\d+)$/.exec(form.values.do)?.[1] ?? null);
  if (restored !== undefined) {
    const draft = (await getEditing(services, type, params.slug))?.draft;
    const seen = wholeNumberIn(form.values.draft);
    if (draft !== undefined && draft.revision !== seen) {
      const at = shortMoment(new Date(draft.at), services.now());
      return ask({ restored, draft: draft.revision, by: byWhom(draft.by, member), at });
    }
    const outcome = await restoreVersion(services, type, params.slug, restored, member, seen);
    if (outcome.code === "unknown") throw data(null, { status: 404 });
    if (outcome.code === "stale") return refuse(STALE, 409);
    throw redirect(`${path}?done=saved`, 303);
  }
  requirePermission(member, "publish", type.name);
  const isRowUndone = type.name === weeklySlotType.name && form.values.do !== "put-back";
  const affected = isRowUndone ? await askAboutUndoing(services, params.slug, form.values) : undefined;
  if (affected !== undefined) return ask({ affected });
  const version = wholeNumberIn(form.values.live) ?? 0;
  const settle: AfterChange | undefined = isRowUndone
    ? (change) => applyAnswer(change, form.values, member)
    : undefined;
  const outcome =
    form.values.do === "put-back"
      ? await putBack(services, type, params.slug, member, publishChecks)
      : await undoLastChange(services, type, params.slug, version, member, publishChecks, settle);
  switch (outcome.code) {
    case "unknown":
      throw data(null, { status: 404 });
    case "stale":
    case "nothing-to-undo":
      return refuse(STALE, 409);
    case "refused": {
      const why = problemsInWords(type, outcome.problems);
      return refuse(`That version can’t go on the site any more. ${why}`, 422);
    }
    default:
      throw redirect(`${path}?done=${outcome.code === "put-back" ? "put-back" : "undone"}`, 303);
  }
}

export default function ContentHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { title, label, versions, next, shown, live, isRemoved, mayEdit, mayUndo, mayPutBack, back } = loaderData;
  // An entry of a type that has one is called as its type is.
  const isNamedAlike = title.toLowerCase() === label.toLowerCase();
  const restorable = mayEdit && shown !== undefined && shown.number !== live ? shown.number : undefined;
  return (
    <>
      <PageHead
        title="History"
        back={back}
        meta={`${isNamedAlike ? title : `${title}, ${label.toLowerCase()}`}. Nothing here is ever lost.`}
        actions={
          <HistoryActions restorable={restorable} mayUndo={mayUndo} mayPutBack={isRemoved && mayPutBack} live={live} />
        }
      />
      {actionData === undefined && loaderData.isAsked && (
        <Notice>Somebody relies on classes of this row, so it is undone here: you are asked about them first.</Notice>
      )}
      {actionData?.problem && <Notice isBad>{actionData.problem}</Notice>}
      {actionData?.asked && <Question asked={actionData.asked} live={live} />}
      <div className="two history">
        <VersionList versions={versions} next={next} />
        {shown && (
          <section aria-labelledby="what-changed">
            <div className="part">
              <h2 id="what-changed">{`What version ${shown.number} changed`}</h2>
            </div>
            <Differences {...shown} />
          </section>
        )}
      </div>
    </>
  );
}

/** The question, in a form that does it once it is answered. */
function Question({ asked, live }: { asked: Asked; live: number }) {
  if ("affected" in asked) {
    return (
      <Form method="post" className="form max-w-3xl">
        <input type="hidden" name="live" value={live} />
        <AffectedSessions {...asked.affected} />
        <p className="actions">
          <button type="submit" name="do" value="undo" className="button red">
            Undo the last change
          </button>
        </p>
      </Form>
    );
  }
  const { restored, draft, by, at } = asked;
  return (
    <Notice
      isBad
      action={
        <Form method="post">
          <input type="hidden" name="draft" value={draft} />
          <button type="submit" name="do" value={`restore:${restored}`} className="link">
            {`Write version ${restored} over it`}
          </button>
        </Form>
      }
    >
      {`There is a draft by ${by}, ${at}. Version ${restored} would take its place, for good.`}
    </Notice>
  );
}
