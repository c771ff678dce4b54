import { data } from "react-router";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { Notice } from "../../console/page-parts.tsx";
import { formPath } from "../../content-types/paths.ts";
import { wholeNumberIn } from "../../platform/text.ts";
import { findEditableEntry } from "../editing/editable-entry.server.ts";
import { byWhom } from "../editing/messages.server.ts";
import type { Route } from "./+types/entry-discard.route";
import { Differences } from "./difference-view.tsx";
import { readDifferences } from "./difference-views.server.ts";
import { discard, entryPage, readEditing } from "./entry-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = { discard: { submit: "Discard the changes", isDestructive: true } } satisfies Actions;

const server = staffActions(ACTIONS, {
  ...entryPage("edit"),
  load: async ({ services, member, type, slug }) => {
    const { title, live, draft, schedules } = await readEditing(services, type, slug);
    return {
      title,
      path: formPath(type.name, slug),
      revision: draft?.revision,
      by: draft && byWhom(draft.by, member),
      isScheduled: schedules.some(({ action, problems }) => action === "publish" && problems === undefined),
      differences: live && draft ? await readDifferences(services, type, live.values, draft.values) : [],
    };
  },
  run: {
    discard: [
      "edit",
      async (target, { seen }) => {
        const editing = await findEditableEntry(target.services, target.type, target.slug);
        // Unpublished entries are discarded by entry-remove.route.tsx.
        if (editing?.live === undefined) throw data(null, { status: 404 });
        return discard(target, wholeNumberIn(seen) ?? 0);
      },
    ],
  },
  to: ({ type, slug }) => `${formPath(type.name, slug)}?done=discarded`,
});
export const loader = server.loader;
export const action = server.action;

export default function ContentDiscard({ loaderData: { page } }: Route.ComponentProps) {
  const { title, path, revision, by, isScheduled, differences } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title="Discard the changes"
      about={title}
      back={{ to: path, label: title }}
      meta={
        revision === undefined
          ? "There are no unpublished changes: the site shows the latest version."
          : "The draft will be deleted. This can’t be undone. The site stays as it is."
      }
      {...(revision !== undefined && { seen: revision })}
      layout=""
    >
      {isScheduled && (
        <Notice>The scheduled change still goes live. Cancel it on the entry’s page if you don’t want that.</Notice>
      )}
      <Differences differences={differences} before="On the site" after={`Draft, by ${by}`} />
      {revision !== undefined && <ActionForm action="discard" cancel={path} />}
    </ActionPage>
  );
}
