import { data, Form, href, Link, redirect } from "react-router";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { PassOn } from "../../console/pass-on.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { sentenceOfCode } from "../../forms/messages.ts";
import { PostForm } from "../../forms/post-form.tsx";
import { siteOrigin } from "../../platform/config.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { eraseMember, keepRecord } from "../erasure.server.ts";
import { inviteMember, leaveAccount } from "../join.server.ts";
import { MARKETING_CONSENT_WAYS } from "../member.ts";
import { addMemberNote, findMember, recordMarketingConsent, renewDoorNumber } from "../members.server.ts";
import { takeApart } from "../merge.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/member.route";
import { type MemberPage, readMemberPage } from "./member-page.server.ts";
import { actorOf, memberRequest, membersAction } from "./members-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.page.name ?? "Member");
}

const DONE: Readonly<Record<string, string>> = {
  made: "The record is made.",
  given: "The pass is given.",
  changed: "Corrected.",
  frozen: "Frozen, as it stands below.",
  ended: "Done. It stands below.",
  note: "The note is written.",
  consent: "Written down.",
  door: "This is the new number. The one before opens nothing any more.",
  booked: "The class is booked. It stands under Booked.",
  kept: "The record stays.",
  left: "The account is no longer joined with this record.",
  merged: "They are one record now.",
  one: "The record that this led to is one with this one by now. If something was just pressed on its page, please look whether it is done.",
  apart: "They are two records again, each with what it had.",
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await memberRequest(context, "see", params.member);
  const otherId = url.searchParams.get("other");
  const other = otherId === null ? undefined : await findMember(services.db, otherId);
  return {
    // Of two that were taken apart the one that is not shown.
    other: other?.erased_at === null ? { id: other.id, name: other.name } : undefined,
    page: await readMemberPage(services, person, actorOf(member)),
    done: sentenceOfCode(DONE, url.searchParams.get("done")),
    isRemovalAsked: url.searchParams.has("remove"),
  };
}

const memberForm = textFields("do", "note", "noteId", "isGiven", "how", "door", "second", "seen");

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", memberForm, async ({ services, member, values, typed }) => {
    const id = params.member;
    const back = (done: string) => redirect(`${href("/staff/members/:member", { member: id })}?done=${done}`, 303);
    switch (values.do) {
      case "note": {
        const { code } = await addMemberNote(services, member, id, { formId: values.noteId, text: values.note });
        return code === "done" || code === "same" ? back("note") : problemResponse(MEMBER_PROBLEMS, code, typed);
      }
      case "consent": {
        const how = MARKETING_CONSENT_WAYS.find((way) => way === values.how) ?? MARKETING_CONSENT_WAYS[0];
        const { code } = await recordMarketingConsent(services, member, id, { isGiven: values.isGiven === "yes", how });
        return code === "unknown" ? problemResponse(MEMBER_PROBLEMS, code, typed) : back("consent");
      }
      case "door": {
        const { code } = await renewDoorNumber(services, member, id, values.door);
        return code === "unknown" ? problemResponse(MEMBER_PROBLEMS, code) : back("door");
      }
      case "invite": {
        const invitation = await inviteMember(services, member, id);
        if (invitation === undefined) return problemResponse(MEMBER_PROBLEMS, "unknown");
        const link = `${siteOrigin(services.config)}${href("/account/join")}?code=${invitation.token}`;
        // Shown once: only hashes of them are stored.
        return data({ errors: {}, typed, invitation: { link, code: invitation.code } });
      }
      case "leave": {
        const { code } = await leaveAccount(services, member, id);
        return code === "unknown" ? problemResponse(MEMBER_PROBLEMS, code) : back("left");
      }
      case "keep": {
        requirePermission(member, "publish", "members");
        const { code } = await keepRecord(services, member, id);
        return code === "unknown" ? problemResponse(MEMBER_PROBLEMS, code) : back("kept");
      }
      case "apart": {
        requirePermission(member, "publish", "members");
        const form = { secondId: values.second, version: Number(values.seen) };
        const { code } = await takeApart(services, member, id, form);
        if (code !== "done" && code !== "same") return problemResponse(MEMBER_PROBLEMS, code, typed);
        const query = new URLSearchParams({ done: "apart", other: values.second });
        return redirect(`${href("/staff/members/:member", { member: id })}?${query}`, 303);
      }
      case "remove": {
        requirePermission(member, "publish", "members");
        const { code } = await eraseMember(services, member, id);
        return code === "done" || code === "same"
          ? redirect(`${href("/staff/members")}?removed=1`, 303)
          : problemResponse(MEMBER_PROBLEMS, code, typed);
      }
      default:
        throw data(null, { status: 400 });
    }
  });
}

export default function MemberRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page, done, other, isRemovalAsked } = loaderData;
  const { id, name, isErased, state, what, since, ways, renewal, passes } = page;
  const invitation = actionData !== undefined && "invitation" in actionData ? actionData.invitation : undefined;
  const problem: string | undefined = (actionData as ReturnedForm | undefined)?.errors.form;
  return (
    <div className="desk-person">
      <PageHead
        title={name}
        back={{ to: href("/staff/members"), label: "Members" }}
        meta={`Here since ${since}${page.isChild ? ", a child" : ""}`}
        actions={
          !isErased && (
            <>
              {ways.phone && <a className="button low" href={ways.phone.call}>{`Call ${ways.phone.text}`}</a>}
              {ways.whatsApp && (
                <a className="button low" href={ways.whatsApp}>
                  WhatsApp
                </a>
              )}
              <Link className="button red" to={href("/staff/members/:member/give", { member: id })}>
                {passes.some(({ isVoid }) => !isVoid) ? "Renew" : "Give a pass"}
              </Link>
            </>
          )
        }
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {actionData === undefined && done !== undefined && (
        <Notice
          action={
            other && (
              <Link className="link" to={href("/staff/members/:member", { member: other.id })}>
                {`The other record: ${other.name}`}
              </Link>
            )
          }
        >
          {done}
        </Notice>
      )}
      <div className="two">
        <div>
          <section aria-labelledby="passes">
            <h2 id="passes" className="h3">
              Passes
            </h2>
            <p className="now">
              <span className={`state ${state.mark}`}>{state.word}</span> {what}
              {renewal !== undefined && <span className="help"> {renewal}</span>}
            </p>
            {passes.length === 0 ? (
              <p className="empty">No pass was ever given.</p>
            ) : (
              <ul className="board">
                {passes.map((pass) => (
                  <PassRow key={pass.id} memberId={id} pass={pass} isErased={isErased} />
                ))}
              </ul>
            )}
          </section>
          <Bookings title="Booked" bookings={page.coming} none="Nothing booked." />
          {!isErased && (
            <p className="actions mt-3">
              <Link className="button low" to={href("/staff/members/:member/book", { member: id })}>
                Book a class
              </Link>
            </p>
          )}
          {page.past.length > 0 && <Bookings title="Over or cancelled" bookings={page.past} none="" />}
        </div>
        <div className="side">
          {page.waiting !== undefined && <Waiting page={page} text={page.waiting} returned={actionData} />}
          {!isErased && <Facts page={page} />}
          {!isErased && <Account page={page} invitation={invitation} returned={actionData} />}
          {!isErased && <Consent page={page} returned={actionData} />}
          <Notes page={page} returned={actionData} />
          {page.isOwner && !isErased && <Merged page={page} returned={actionData} />}
          {page.isOwner && !isErased && <Removal page={page} isAsked={isRemovalAsked} returned={actionData} />}
        </div>
      </div>
    </div>
  );
}

type Returned = { returned: ReturnedForm | undefined };

function PassRow({
  memberId,
  pass,
  isErased,
}: {
  memberId: string;
  pass: MemberPage["passes"][number];
  isErased: boolean;
}) {
  const { id, what, from, state, paid, given, happened, mayFreeze, mayEnd, mayTakeBack } = pass;
  const of = <span className="sr-only">{`: ${what}`}</span>;
  return (
    <li className="hit">
      <div>
        <p className="name sentence">{what}</p>
        <p className="about">{`${from}${state}. ${paid}. ${given}.`}</p>
        {happened.map((sentence) => (
          <p key={sentence} className="about wrap-anywhere">
            {sentence}
          </p>
        ))}
      </div>
      {!isErased && (mayFreeze || mayEnd || mayTakeBack) && (
        <p className="actions">
          {mayFreeze && (
            <Link
              className="button low"
              to={`${href("/staff/members/:member/freeze", { member: memberId })}?pass=${id}`}
            >
              Freeze{of}
            </Link>
          )}
          {(mayEnd || mayTakeBack) && (
            <Link className="button low" to={`${href("/staff/members/:member/end", { member: memberId })}?pass=${id}`}>
              {mayEnd && mayTakeBack ? "End or take back" : mayEnd ? "End" : "Take back"}
              {of}
            </Link>
          )}
        </p>
      )}
    </li>
  );
}

function Bookings({ title, bookings, none }: { title: string; bookings: MemberPage["coming"]; none: string }) {
  return (
    <section aria-label={title}>
      <h2 className="h3">{title}</h2>
      {bookings.length === 0 ? (
        <p className="empty">{none}</p>
      ) : (
        <ul className="board">
          {bookings.map(({ id, text, state, page }) => (
            <li key={id} className="offer">
              <p className="name sentence">
                <Link to={page}>{text}</Link>
              </p>
              <p className="quiet">{state}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Facts({ page }: { page: MemberPage }) {
  const { id, ways, door, also, guardian, children, heardOf, enquiryId } = page;
  const toMember = (other: { id: string; name: string }) => (
    <Link to={href("/staff/members/:member", { member: other.id })}>{other.name}</Link>
  );
  const facts: [label: string, value: React.ReactNode][] = [
    ["Door", door?.text],
    ["Mail", ways.email],
    ["Also", also.length > 0 && also.map((text) => <p key={text}>{text}</p>)],
    ["Guardian", guardian && toMember(guardian)],
    ["Guards", children.length > 0 && children.map((child) => <p key={child.id}>{toMember(child)}</p>)],
    ["Heard of us", heardOf],
    ["Came by", enquiryId && <Link to={href("/staff/enquiries/:id", { id: enquiryId })}>An enquiry</Link>],
  ];
  return (
    <section aria-label="Details">
      <dl className="facts">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Form method="post" className="actions mt-3">
        <Link className="button low" to={href("/staff/members/:member/edit", { member: id })}>
          Correct
        </Link>
        <input type="hidden" name="door" value={door?.number ?? ""} />
        <button type="submit" name="do" value="door" className="button low">
          New door number
        </button>
        <Link className="button low" to={href("/staff/members/:member/merge", { member: id })}>
          The same person twice?
        </Link>
      </Form>
    </section>
  );
}

/** The owner decides whether the record of a deleted account stays. */
function Waiting({ page: { isOwner }, text, returned }: { page: MemberPage; text: string } & Returned) {
  const help = <p className="help">{`Its owner has deleted the account that was joined with this record. ${text}`}</p>;
  if (!isOwner) {
    return (
      <section className="act" aria-labelledby="deleted-account">
        <h2 id="deleted-account" className="h3">
          Account deleted
        </h2>
        {help}
      </section>
    );
  }
  return (
    <ConfirmForm action="keep" title="Account deleted" submit="Keep the record" returned={returned}>
      {() => help}
    </ConfirmForm>
  );
}

function Account({
  page: { hasAccount, ways },
  invitation,
  returned,
}: { page: MemberPage; invitation: { link: string; code: string } | undefined } & Returned) {
  if (hasAccount) {
    return (
      <ConfirmForm action="leave" title="Account" submit="Take the account off" returned={returned}>
        {() => <p className="help">Joined with an account: what they book there stands here.</p>}
      </ConfirmForm>
    );
  }
  if (invitation !== undefined) {
    return (
      <section className="act" aria-label="Account" role="status">
        <h2 className="h3">Account</h2>
        <p>
          {"Tell them the code "}
          <b>{invitation.code}</b>
          {
            ", which they type under My membership in their account, or send the link. Both serve once, for three days, and are not shown again."
          }
        </p>
        <PassOn
          text={`With this link you join your account with your membership: ${invitation.link}`}
          link={invitation.link}
          number={ways.phone?.call.replace("tel:", "")}
        />
      </section>
    );
  }
  return (
    <ConfirmForm action="invite" title="Account" submit="Make a link and a code" returned={returned}>
      {() => <p className="help">Not joined with an account. Nobody is joined by an equal phone or mail.</p>}
    </ConfirmForm>
  );
}

function Consent({ page: { consent }, returned }: { page: MemberPage } & Returned) {
  return (
    <section className="act" aria-labelledby="offers">
      <h2 id="offers" className="h3">
        Offers by WhatsApp or mail
      </h2>
      <PostForm returned={returned} className="form">
        <input type="hidden" name="do" value="consent" />
        <p className="help">{consent?.words ?? "Not asked. Nobody gets an offer without a yes."}</p>
        <label className="field">
          <span className="legend">How they said so</span>
          <select name="how">
            {MARKETING_CONSENT_WAYS.map((way) => (
              <option key={way}>{way}</option>
            ))}
          </select>
        </label>
        <p className="actions">
          {consent?.isGiven !== true && (
            <button type="submit" name="isGiven" value="yes" className="button">
              They say yes
            </button>
          )}
          {consent?.isGiven !== false && (
            <button type="submit" name="isGiven" value="no" className="button">
              They say no
            </button>
          )}
        </p>
      </PostForm>
    </section>
  );
}

function Notes({ page: { notes, noteId, isErased }, returned }: { page: MemberPage } & Returned) {
  return (
    <div>
      {!isErased && (
        <ConfirmForm action="note" title="Notes" submit="Add note" returned={returned}>
          {(form) => (
            <>
              <input type="hidden" name="noteId" value={form?.typed.noteId ?? noteId} />
              <ConsoleTextField
                name="note"
                label="New note"
                help="Nothing about health."
                autoComplete="off"
                returned={form}
              />
            </>
          )}
        </ConfirmForm>
      )}
      <ul>
        {notes.map(({ id, text, about }) => (
          <li key={id} className="mt-3">
            <p className="wrap-anywhere">{text}</p>
            <p className="help">{about}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of a record that another one was made one with: who did it, and the way back. */
function Merged({ page: { version, merge }, returned }: { page: MemberPage } & Returned) {
  if (merge === undefined) return null;
  const { secondId, about, mayTakeApart } = merge;
  if (!mayTakeApart) {
    return (
      <section className="act" aria-labelledby="merged">
        <h2 id="merged" className="h3">
          Two records in one
        </h2>
        <p className="help">{`${about} Something was added or changed since, so they stay one.`}</p>
      </section>
    );
  }
  return (
    <ConfirmForm action="apart" title="Two records in one" submit="Take them apart" seen={version} returned={returned}>
      {() => (
        <>
          <input type="hidden" name="second" value={secondId} />
          <p className="help">{`${about} Nothing was added since: each can have again what it had.`}</p>
        </>
      )}
    </ConfirmForm>
  );
}

function Removal({ page: { name, children }, isAsked, returned }: { page: MemberPage; isAsked: boolean } & Returned) {
  if (!isAsked) {
    return (
      <p className="actions">
        <Link className="link" to="?remove=1#remove" preventScrollReset>
          Delete this record
        </Link>
      </p>
    );
  }
  return (
    <section className="summary calm" id="remove" tabIndex={-1}>
      {children.length > 0 ? (
        <p>A child here has this person as guardian. Give the child another one first.</p>
      ) : (
        <ConfirmForm action="remove" title={`Delete ${name}?`} submit="Delete" returned={returned}>
          {() => (
            <p>
              Name, phone, mail, notes and consents are gone at once. The passes stay without a name for five years, as
              the books must.
            </p>
          )}
        </ConfirmForm>
      )}
    </section>
  );
}
