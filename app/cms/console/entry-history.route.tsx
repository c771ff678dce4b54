import { href, useActionData } from "react-router";
import { ActionForm, ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, type ReturnedAction } from "../../console/kit/actions.ts";
import { Pager } from "../../console/kit/list-page.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { formPath } from "../../content-types/paths.ts";
import { publishChecks } from "../../pictures/publish-checks.server.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized, wholeNumberIn } from "../../platform/text.ts";
import { can } from "../../staff/roles.ts";
import { shortMoment } from "../../time/dates.server.ts";
import type { ContentType } from "../content-type.ts";
import { type EditableEntry, findEditableEntry, listVersions } from "../editing/editable-entry.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import { restoreEntry, restoreVersion, undoLastChange } from "../editing/undo.server.ts";
import type { Route } from "./+types/entry-history.route";
import { Differences } from "./difference-view.tsx";
import { readDifferences } from "./difference-views.server.ts";
import { entryPage, readEditing, undoOutcome } from "./entry-request.server.ts";

type VersionView = Awaited<ReturnType<typeof readHistory>>["versions"][number];

const ORIGINS: Readonly<Record<string, string>> = {
  imported: "before the history began",
  scheduled: "as scheduled",
  undone: "undo",
  "reference-changed": "after a reference was replaced",
};

const VERSIONS_SHOWN = 10;

/** A page of versions, newest first. @param before lists only versions with smaller numbers */
async function readHistory(
  services: Services,
  type: ContentType,
  { slug, live }: EditableEntry,
  viewer: Actor,
  before: number | undefined,
) {
  const now = services.now();
  // An extra version, for comparison with the last.
  const versions = await listVersions(services, type, slug, { before, limit: VERSIONS_SHOWN + 1 });
  const visible = versions.slice(0, VERSIONS_SHOWN);
  return {
    versions: await Promise.all(
      visible.map(async ({ number, by, at, how, values }, index) => ({
        number,
        isOnSite: number === live?.version,
        isFirst: versions[index + 1] === undefined,
        made: [capitalized(byWhom(by, viewer)), shortMoment(new Date(at), now), ORIGINS[how]]
          .filter(Boolean)
          .join(", "),
        differences: await readDifferences(services, type, versions[index + 1]?.values ?? {}, values),
      })),
    ),
    next: versions.length > VERSIONS_SHOWN ? visible.at(-1)?.number : undefined,
  };
}

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = {
  undo: { submit: "Undo the last change" },
  "put-back": { submit: "Restore it to the site", isMain: true },
  restore: { submit: "Restore it as a draft", fields: [hiddenField("version")] },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  ...entryPage("see"),
  load: async ({ services, member, type, slug }, url) => {
    const editing = await readEditing(services, type, slug);
    const isRemoved = editing.removed !== undefined && editing.live === undefined;
    const mayPublish = can(member.role, "publish", type.name);
    return {
      ...(await readHistory(services, type, editing, member, wholeNumberIn(url.searchParams.get("before")))),
      title: editing.title,
      label: type.label,
      live: editing.live?.version ?? 0,
      mayEdit: can(member.role, "edit", type.name),
      mayUndo: mayPublish && (editing.live?.version ?? 0) > 1,
      mayPutBack: mayPublish && isRemoved,
      // The page of an unpublished entry without a draft redirects here.
      back:
        isRemoved && editing.draft === undefined
          ? { to: href("/staff/content/:type", { type: type.name }), label: type.plural }
          : { to: formPath(type.name, slug), label: editing.title },
    };
  },
  run: {
    undo: [
      "publish",
      async ({ services, member, type, slug }, { seen }) => {
        const version = wholeNumberIn(seen) ?? 0;
        return undoOutcome(await undoLastChange(services, type, slug, version, member, publishChecks), {
          services,
          type,
        });
      },
    ],
    "put-back": [
      "publish",
      async ({ services, member, type, slug }) =>
        undoOutcome(await restoreEntry(services, type, slug, member, publishChecks), { services, type }),
    ],
    // Makes a draft of an old version.
    restore: [
      "edit",
      async ({ services, member, type, slug }, { version, anyway }) => {
        const draft = (await findEditableEntry(services, type, slug))?.draft;
        const seen = wholeNumberIn(anyway);
        if (draft !== undefined && draft.revision !== seen) {
          const made = `by ${byWhom(draft.by, member)}, ${shortMoment(new Date(draft.at), services.now())}`;
          const sentence = `There is a draft ${made}. Version ${version} would replace it for good.`;
          return {
            code: "questions",
            questions: [{ code: String(draft.revision), sentence, answer: `Overwrite it with version ${version}` }],
          };
        }
        const outcome = await restoreVersion(services, type, slug, wholeNumberIn(version) ?? 0, member, seen);
        return undoOutcome(outcome, { services, type });
      },
    ],
  },
  to: ({ type, slug }, _outcome, action) =>
    `${formPath(type.name, slug)}?done=${{ undo: "undone", "put-back": "put-back", restore: "saved" }[action]}`,
});
export const loader = server.loader;
export const action = server.action;

export default function ContentHistory({ loaderData: { page } }: Route.ComponentProps) {
  const { title, label, versions, next, live, mayEdit, mayUndo, mayPutBack, back } = page;
  const returned = useActionData<ReturnedAction>();
  // The title of a single entry is its type's label.
  const isTitleLabel = title.toLowerCase() === label.toLowerCase();
  return (
    <ActionPage
      actions={ACTIONS}
      title="History"
      about={title}
      back={back}
      meta={`${isTitleLabel ? title : `${title}, ${label.toLowerCase()}`}. Every published version is kept.`}
      headActions={
        <>
          {mayUndo && <ActionPress action="undo" className="button" />}
          {mayPutBack && <ActionPress action="put-back" className="button red" />}
        </>
      }
      seen={live}
      layout=""
    >
      {returned?.questions && (
        <ActionForm
          action="restore"
          values={{ version: returned.typed.version ?? "" }}
          submit={`Restore version ${returned.typed.version}`}
          cancel="?"
        />
      )}
      {versions.map((version) => (
        <Version key={version.number} version={version} mayRestore={mayEdit && !version.isOnSite} />
      ))}
      <Pager more={next === undefined ? undefined : { to: `?before=${next}`, label: "Older versions" }} />
    </ActionPage>
  );
}

function Version({ version, mayRestore }: { version: VersionView; mayRestore: boolean }) {
  const { number, isOnSite, isFirst, made, differences } = version;
  const id = `version-${number}`;
  return (
    <section aria-labelledby={id} className="part">
      <div className="line">
        <h2 id={id}>{isOnSite ? `Version ${number}, on the site` : `Version ${number}`}</h2>
        {mayRestore && (
          <ActionPress
            action="restore"
            values={{ version: String(number) }}
            submit={`Restore version ${number} as a draft`}
          />
        )}
      </div>
      <p className="help">{made}</p>
      {differences.length === 0 ? (
        <p className="empty">No changes that visitors see.</p>
      ) : (
        <Differences differences={differences} before={isFirst ? undefined : "Before"} after="After" />
      )}
    </section>
  );
}
