import type { ReactNode } from "react";
import { data, href, redirect } from "react-router";
import { EffectiveFromField, effectiveProblemField } from "../../console/effective-from-field.tsx";
import { ConsoleSelectField, ConsoleTextField, DefaultButton, optionsOf } from "../../console/fields.tsx";
import { ConsoleLink, Notice, PageHead } from "../../console/page-parts.tsx";
import { testimonialType } from "../../content-types/testimonial.ts";
import { MAIN_ID } from "../../forms/live-region.tsx";
import { CONSENT_WAYS } from "../../pictures/consent-terms.ts";
import { can } from "../../staff/roles.ts";
import { requirePermission, staffRequest } from "../../staff/staff-request.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { cardContradiction, followingTimetable } from "../../timetable/console/card-contradiction.server.ts";
import { CardContradiction } from "../../timetable/console/card-contradiction.tsx";
import type { Route } from "./+types/entry.route";
import { changeEntry, entryFormResponse, goneResponse } from "./entry-actions.server.ts";
import { asksForConsent, type TypedConsent } from "./entry-consent.server.ts";
import { readEntryForm } from "./entry-form.server.ts";
import { EntryForm } from "./entry-form.tsx";
import { type EntryPage, newEntryPage, readEntryPage } from "./entry-page.server.ts";
import {
  EntryError,
  EntryLinks,
  EntrySide,
  ErrorSummary,
  ScheduleNotice,
  StatusWords,
  UndoButton,
  UndoForm,
} from "./entry-parts.tsx";
import { contentTypeAt } from "./entry-request.server.ts";
import { ownPage } from "./preview-pages.ts";

const EFFECTIVE_HELP = "Leave empty to publish at once. To publish later, enter a date, and a time if you like.";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context);
  const type = contentTypeAt(params.type);
  requirePermission(member, "edit", type.name);
  const query = url.searchParams;
  const page =
    params.slug === undefined
      ? await newEntryPage(services, type, query.get("from"), member)
      : await readEntryPage(services, type, params.slug, member);
  if (page === undefined) throw data(null, { status: 404 });
  if (page.isRemoved) throw redirect(`/staff/content/${type.name}/${page.slug}/history`);
  const saved = query.get("saved");
  return {
    page,
    type: {
      name: type.name,
      label: type.label,
      plural: type.plural,
      isList: type.entries.kind === "list",
      quotesSomebody: type.name === testimonialType.name,
    },
    mayPublish: can(member.role, "publish", type.name),
    today: dateInNairobi(services.now()),
    asksForConsent: await asksForConsent(services.db, type, page.slug),
    contradiction: page.slug === null ? undefined : await cardContradiction(services, type, page.slug),
    done: saved === null ? query.get("done") : "saved",
    // Whether the form equals the stored draft; then it keeps later typing.
    isAsSaved: saved !== null && saved === String(page.basis.revision),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { services, member } = staffRequest(context);
  const type = contentTypeAt(params.type);
  const sent = followingTimetable(await readEntryForm(request, type));
  const needed = sent.controls.do?.startsWith("publish") ? "publish" : "edit";
  // The role may have changed while the form was being filled in.
  if (!can(member.role, needed, type.name)) throw goneResponse(type, sent, 403);
  const outcome = await changeEntry(services, type, params.slug ?? null, member, sent);
  if (outcome.code === "returned") return entryFormResponse(outcome.form, sent);
  const { code, slug, revision, next } = outcome;
  const path = href("/staff/content/:type/:slug", { type: type.name, slug });
  const query = revision === undefined ? `done=${code}` : `saved=${revision}`;
  throw redirect(next === "entry" ? `${path}?${query}` : `${path}/${next}`, 303);
}

export default function ContentEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { page, type, mayPublish, done, isAsSaved, asksForConsent, contradiction, today } = loaderData;
  const { slug } = page;
  const mayRemove = type.isList && mayPublish && (page.isOnSite || page.hasDraft);
  const path = `/staff/content/${type.name}/${slug ?? "new"}`;
  const list = type.isList
    ? { to: href("/staff/content/:type", { type: type.name }), label: type.plural }
    : { to: href("/staff/content"), label: "Content" };
  return (
    <>
      <PageHead
        title={page.title}
        hasErrors={actionData?.summary !== undefined}
        back={list}
        meta={<StatusWords status={page.status} />}
        actions={
          slug !== null && (
            <EntryLinks
              path={path}
              page={page}
              copyPath={type.isList ? `/staff/content/${type.name}/new?from=${slug}` : undefined}
              quotesSomebody={type.quotesSomebody}
              sitePath={page.isOnSite ? ownPage(type.name, slug) : undefined}
              removePath={mayRemove ? `${path}/remove` : undefined}
            />
          )
        }
      />
      <DefaultButton form="entry" value="save" />
      {actionData?.summary && (
        <ErrorSummary
          key={actionData.renderId}
          {...actionData.summary}
          fields={[...(actionData.fields ?? []), ...effectiveProblemField(actionData.effective?.effectiveProblem)]}
        >
          {actionData.publishBoth && (
            <button type="submit" form="entry" name="do" value="publish-both" className="button">
              {`Publish ${actionData.publishBoth} too`}
            </button>
          )}
        </ErrorSummary>
      )}
      {slug !== null &&
        page.schedules.map((schedule) => (
          <ScheduleNotice key={schedule.action} schedule={schedule} path={`${path}/schedule`} />
        ))}
      {contradiction !== undefined && <CardContradiction sentence={contradiction} mayPublish={mayPublish} />}
      <EntryForm
        fields={actionData?.fields ?? page.fields}
        basis={actionData?.basis ?? page.basis}
        renderId={actionData?.renderId ?? page.renderId}
        isAsSaved={actionData === undefined && isAsSaved}
        changedRow={actionData?.changedRow}
        otherFields={
          <>
            {mayPublish && (
              <EffectiveFromField typed={actionData?.effective ?? {}} today={today} help={EFFECTIVE_HELP} hasTime />
            )}
            {asksForConsent && <EntryConsentFields typed={actionData?.consent} />}
          </>
        }
        back={list}
        outcome={actionData === undefined && done !== null && doneNotice(done, page, path, mayRemove)}
        undoForm={<UndoForm path={path} live={page.versionCount} />}
        status={
          <>
            {actionData === undefined && done === "saved" && <b>Saved. </b>}
            {page.draftNote}
          </>
        }
        mayPublish={mayPublish}
      >
        <EntrySide facts={page.facts} usedIn={page.usedIn} />
      </EntryForm>
    </>
  );
}

/** The notice after a redirect; null if the bar shows the status. */
function doneNotice(
  done: string,
  { title, versionCount, hasDraft, isForStaff }: EntryPage,
  path: string,
  mayRemove: boolean,
): ReactNode {
  switch (done) {
    case "published":
      return (
        <Notice
          action={
            versionCount > 1 ? <UndoButton /> : mayRemove && <ConsoleLink to={`${path}/remove`} label="Unpublish" />
          }
        >
          <b>{`${title} is published.`}</b> {isForStaff ? "It takes effect now." : "Every visitor sees it now."}
        </Notice>
      );
    case "scheduled":
      return (
        <Notice
          action={
            <a className="link" href={`#${MAIN_ID}`}>
              See it
            </a>
          }
        >
          <b>It is scheduled.</b> You can still change or cancel it at the top.
        </Notice>
      );
    case "undone":
      return <Notice>The change is undone. The site shows the earlier version again.</Notice>;
    case "unscheduled":
      return <Notice>{`The schedule is cancelled.${hasDraft ? " What was scheduled is now the draft." : ""}`}</Notice>;
    case "kept":
      return <Notice>The change is kept for later. The form shows what is on the site.</Notice>;
    case "discarded":
      return <Notice>The changes are discarded. The form shows what is on the site.</Notice>;
    case "put-back":
      return (
        <Notice>
          <b>{`${title} is back on the site,`}</b> in its previous place.
        </Notice>
      );
    default:
      return null;
  }
}

function EntryConsentFields({ typed }: { typed: TypedConsent | undefined }) {
  const errors: Record<string, string> = typed?.problem === undefined ? {} : { agreedOn: typed.problem };
  return (
    <fieldset className="field">
      <legend>Consent</legend>
      <p className="help">
        A person’s words and name are personal data: they may be shown only while the person agrees.
      </p>
      <div className="pair">
        <ConsoleTextField
          name="agreedOn"
          type="date"
          label="Agreed on"
          returned={typed && { errors, typed: { agreedOn: typed.agreedOn } }}
        />
        <ConsoleSelectField
          name="agreedHow"
          label="How it was given"
          options={optionsOf(CONSENT_WAYS)}
          chosen={typed?.agreedHow ?? "person"}
          returned={undefined}
        />
      </div>
    </fieldset>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EntryError error={error} />;
}
