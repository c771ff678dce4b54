import { href, redirect } from "react-router";
import { z } from "zod";
import { listOwnBookings } from "../../bookings/own-bookings.server.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { PasswordField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { hasDeskRecord, RECORD_RETENTION_DAYS } from "../../people/erase-person.server.ts";
import { personOfAccount } from "../../people/people.server.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { isSecondStepDue, secondStepPathFor } from "../../staff/staff-guard.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { sessionLabel } from "../../timetable/session-record.server.ts";
import { TextLink } from "../../ui/button.tsx";
import { redirectSignedOut } from "../account-response.server.ts";
import { deleteAccount } from "../account-settings.server.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-delete.route";
import { AccountFrame } from "./account-frame.tsx";

export const meta = accountMeta("Delete Account", "Delete your account and everything in it.");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const visitor = context.get(signedInVisitorContext);
  // Deleting a staff account also deletes its second factors and its role, so the password alone is not enough.
  if (await isSecondStepDue({ context, request })) throw redirect(secondStepPathFor("second-step", url));
  const services = context.get(servicesContext);
  const now = services.now().toISOString();
  const { current } = await listOwnBookings(services, visitor.id);
  const person = await personOfAccount(services.db, visitor.id);
  const cancelled = current.filter(({ session }) => session.startsAt > now);
  return {
    email: visitor.email,
    isTestAccount: visitor.isTestAccount,
    recordDays: person && (await hasDeskRecord(services.db, person)) ? RECORD_RETENTION_DAYS : undefined,
    bookings: cancelled.map(({ id, session, guest }) => ({
      id,
      label: `${withoutBreaks(sessionLabel(session))}${guest === null ? "" : `, with ${guest.name}`}`,
    })),
    pictures: await findPlacePictures(services, ["account"]),
  };
}

const deletionForm = z.object({ currentPassword: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  return formAction({ context, request }, deletionForm, async ({ services, visit, values }) => {
    if (await isSecondStepDue({ context, request })) return problemResponse(ACCOUNT_PROBLEMS, "second-step-due");
    const outcome = await deleteAccount(services, visitor, values.currentPassword, visit);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code);
    return redirectSignedOut(href("/"), outcome.setCookie);
  });
}

export default function AccountDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isTestAccount, recordDays, bookings, pictures } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={pictures.account} title="Delete Account">
      {isTestAccount ? (
        <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>
      ) : (
        <>
          <p className="mb-7 text-lg text-ash">
            Your account and your saved classes are deleted immediately and can’t be restored, and you are signed out
            everywhere. Enquiries you sent from the contact form are not part of the account.
          </p>
          {recordDays !== undefined && (
            <p className="mb-7 text-lg text-ash">
              Our desk’s record of you, with your passes, is not part of the account. It is deleted {recordDays} days
              later, but not while you have a current pass. If you want to stay a member, tell our desk before then.
            </p>
          )}
          {bookings.length > 0 && (
            <div className="mb-7 text-lg">
              <p>These bookings will be cancelled too:</p>
              <ul className="mt-2 list-disc pl-6 text-white">
                {bookings.map(({ id, label }) => (
                  <li key={id}>{label}</li>
                ))}
              </ul>
            </div>
          )}
          <PostForm returned={returned} deletesCopies>
            <FormAlert returned={returned} />
            {/* Tells a password manager which account the form is for. Hidden, and not sent. */}
            <input type="email" defaultValue={email} autoComplete="username" readOnly hidden aria-label="Email" />
            <PasswordField
              name="currentPassword"
              label="Password"
              hint="So that nobody else can do this in your name."
              purpose="current-password"
              retry
              returned={returned}
            />
            <SubmitButton tone="ghost" className="text-ember">
              Delete my account
            </SubmitButton>
          </PostForm>
        </>
      )}
      <p className="mt-4">
        <TextLink to={href("/account")} label={isTestAccount ? "Back to your account" : "Keep my account"} />
      </p>
    </AccountFrame>
  );
}
