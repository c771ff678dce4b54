import { data, href, Link } from "react-router";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink, UnbrokenTimes } from "../../console/page-parts.tsx";
import { formPath } from "../../content-types/paths.ts";
import { plural, wholeNumberIn } from "../../platform/text.ts";
import { removeEntry } from "../editing/removal.server.ts";
import type { Route } from "./+types/entry-remove.route";
import { usesOfEntry } from "./entry-page.server.ts";
import { changeOutcome, discard, entryPage, readEditing } from "./entry-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = {
  remove: { submit: "Unpublish", isDestructive: true },
  discard: { submit: "Discard the draft", isDestructive: true },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  ...entryPage("publish"),
  load: async ({ services, type, slug }) => {
    const editing = await readEditing(services, type, slug);
    if (type.entries.kind !== "list") throw data(null, { status: 404 });
    const { title, live, draft } = editing;
    return {
      title,
      isOnSite: live !== undefined,
      seen: live?.version ?? draft?.revision ?? 0,
      uses: live === undefined ? [] : usesOfEntry(editing),
      path: formPath(type.name, slug),
    };
  },
  run: {
    remove: [
      "publish",
      async ({ services, member, type, slug }, { seen }) => {
        const outcome = await removeEntry(services, type, slug, member, { version: wholeNumberIn(seen) ?? 0 });
        if (outcome.code === "unknown") throw data(null, { status: 404 });
        return changeOutcome(outcome, { services, type }, "it was not unpublished");
      },
    ],
    discard: ["publish", (target, { seen }) => discard(target, wholeNumberIn(seen) ?? 0)],
  },
  to: ({ type, slug }, _outcome, action) => {
    const list = href("/staff/content/:type", { type: type.name });
    return action === "remove" ? `${list}?done=removed&entry=${slug}` : list;
  },
});
export const loader = server.loader;
export const action = server.action;

export default function ContentRemove({ loaderData: { page } }: Route.ComponentProps) {
  const { title, isOnSite, seen, uses, path } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title={isOnSite ? `Unpublish “${title}”` : `Discard “${title}”`}
      back={{ to: path, label: title }}
      meta={
        isOnSite
          ? "Visitors will no longer see it. Its history is kept, and you can restore it."
          : "It was never published, so nothing is kept."
      }
      seen={seen}
    >
      {uses.length > 0 && (
        <div className="asked">
          <h2>{`${title} is used in ${plural(uses.length, "place")}`}</h2>
          <p>Remove or replace it there first.</p>
          <ul className="facts justify-self-stretch">
            {uses.map(({ label, to }) => (
              <li key={label}>
                <Link to={to}>
                  <UnbrokenTimes text={label} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOnSite && uses.length === 0 && <ActionForm action="remove" cancel={path} />}
      {!isOnSite && <ActionForm action="discard" cancel={path} />}
      {isOnSite && (
        <p>
          <ConsoleLink to={`${path}/schedule`} label="Unpublish on a later date" />
        </p>
      )}
    </ActionPage>
  );
}
