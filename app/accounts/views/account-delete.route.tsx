import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { clientAddressContext, servicesContext } from "../../request/request-context.ts";
import { pageMeta } from "../../site/seo/page-meta.ts";
import { leaveStaff } from "../../staff/people.server.ts";
import { isSecondStepDue, secondStepFirst } from "../../staff/staff-guard.server.ts";
import { LINK } from "../../ui/link-styles.ts";
import { accountFormResponse, redirectSignedOut } from "../account-response.server.ts";
import { deleteAccount } from "../account-settings.server.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-delete.route";
import { AccountFrame } from "./account-frame.tsx";
import { DeleteAccountForm } from "./delete-account-form.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches[0].loaderData, {
    title: "Delete Account",
    description: "Delete your account and everything in it.",
    path: "/account/delete",
    share: "account",
    shareAlt: "A man swings a kettlebell to shoulder height between red light tubes.",
  });
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const visitor = context.get(signedInVisitorContext);
  // A member's deletion takes their factors and their place among the staff along: the password alone is too little.
  if (await isSecondStepDue(context.get(servicesContext), request)) throw redirect(secondStepFirst("second-step", url));
  return {
    email: visitor.email,
    isTestAccount: visitor.isTestAccount,
    pictures: await findPlacePictures(context.get(servicesContext), ["account"]),
  };
}

const deletionForm = z.object({ currentPassword: z.string() });

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  const services = context.get(servicesContext);
  const form = await readForm(request, deletionForm);
  if (!form.ok) return formResponse(form);
  if (await isSecondStepDue(services, request)) return accountFormResponse("second-step-due");
  return withFormReturnedOnError(services.log, {}, async () => {
    const clientAddress = context.get(clientAddressContext);
    const visit = { request, clientAddress };
    const outcome = await deleteAccount(services, visitor, form.values.currentPassword, visit, (transaction) =>
      leaveStaff(services, transaction, visitor.id),
    );
    if (!outcome.ok) return accountFormResponse(outcome.code);
    return redirectSignedOut(href("/"), outcome.setCookie);
  });
}

export default function AccountDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isTestAccount, pictures } = loaderData;
  return (
    <AccountFrame photo={pictures.account} title="Delete Account">
      {isTestAccount ? (
        <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>
      ) : (
        <>
          <p className="mb-7 text-lg text-ash">
            Your account, the classes you saved and every sign-in go at once, and nobody can bring them back. Enquiries
            you sent from the contact form are not part of the account.
          </p>
          <DeleteAccountForm returnedForm={actionData} email={email} />
        </>
      )}
      <p className="mt-4">
        <Link to={href("/account")} className={LINK}>
          {isTestAccount ? "Back to your account" : "Keep my account"}
        </Link>
      </p>
    </AccountFrame>
  );
}
