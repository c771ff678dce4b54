import type { ReactNode } from "react";
import { data, href, redirect } from "react-router";
import { ConsoleButton, Notice, PageHead, TitledSection } from "../../console/page-parts.tsx";
import { ShareLink } from "../../console/share-link.tsx";
import { fixedValue, textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { PostForm } from "../../forms/post-form.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { inviteToLink, unlinkAccount } from "../../people/link-account.server.ts";
import { addressOf } from "../../people/people.server.ts";
import { siteOrigin } from "../../platform/config.ts";
import { staffAction } from "../../staff/staff-request.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/link-account.route";
import { personHead, personPath, personRequest } from "./person-request.server.ts";

/** The link and the code are shown once, in the response to the form: only their hashes are stored. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, person } = await personRequest(context, ["edit", "members"], params.person);
  if (person.erased_at !== null) throw data(null, { status: 404 });
  return {
    ...personHead(person),
    phone: person.phone,
    account: person.user_id === null ? undefined : await addressOf(services.db, person),
    isLinked: person.joined_at !== null,
  };
}

const form = textFields("do").extend({ do: fixedValue(["invite", "unlink"]) });

export async function action({ context, params, request }: Route.ActionArgs) {
  const { person } = await personRequest(context, ["edit", "members"], params.person);
  return staffAction({ context, request }, ["edit", "members"], form, async ({ services, member, values, typed }) => {
    if (values.do === "invite") {
      const invitation = await inviteToLink(services, member, person.id);
      if (invitation === undefined) return problemResponse(MEMBER_PROBLEMS, "unknown", typed);
      const link = `${siteOrigin(services.config)}${href("/account/join")}?code=${invitation.token}`;
      return data({ errors: {}, typed, invitation: { link, code: invitation.code } });
    }
    const { code } = await unlinkAccount(services, member, person.id);
    if (code !== "done" && code !== "same") return problemResponse(MEMBER_PROBLEMS, code, typed);
    throw redirect(personPath(person.id, "unlinked"), 303);
  });
}

export default function LinkAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { about, back, phone, account, isLinked } = loaderData;
  const invitation = actionData !== undefined && "invitation" in actionData ? actionData.invitation : undefined;
  const problem = (actionData as ReturnedForm | undefined)?.errors.form;
  return (
    <>
      <PageHead title="Account" tab={`Account: ${about}`} back={back} />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      <div className="parts max-w-190">
        {isLinked && (
          <ConfirmForm action="unlink" title="Linked" submit="Unlink the account">
            <p className="wrap-anywhere">{account}</p>
            <p className="help">
              If you unlink it, classes booked with the account go with it, except those that a pass of this record pays
              for. Only the person can link it again, with a new code.
            </p>
          </ConfirmForm>
        )}
        {account !== undefined && !isLinked && (
          <p>{`This record was created by booking with the account ${account}.`}</p>
        )}
        {account === undefined && invitation === undefined && (
          <ConfirmForm action="invite" title="No account" submit="Create a link and a code">
            <p className="help">
              The same phone or email never links an account by itself: the person opens the link, or types the code, in
              their own account.
            </p>
          </ConfirmForm>
        )}
        {invitation !== undefined && (
          <section className="part" aria-label="Link and code" role="status">
            <h2>Link and code</h2>
            <p>
              {"Read out the code "}
              <b>{invitation.code}</b>
              {
                ", to enter under My membership in the account, or send the link. Both work once, within three days, and are not shown again."
              }
            </p>
            <ShareLink
              text={`With this link you connect your account to your membership: ${invitation.link}`}
              link={invitation.link}
              number={phone || undefined}
            />
          </section>
        )}
      </div>
    </>
  );
}

type ConfirmFormProps = { action: string; title: string; submit: string; children: ReactNode };

/** A form with one button. @param action the value of `do` */
function ConfirmForm({ action, title, submit, children }: ConfirmFormProps) {
  return (
    <TitledSection title={title}>
      <PostForm returned={undefined} className="form">
        <input type="hidden" name="do" value={action} />
        {children}
        <p className="actions">
          <ConsoleButton label={submit} />
        </p>
      </PostForm>
    </TitledSection>
  );
}
