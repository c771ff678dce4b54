import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, StatusMessage, useReturnedForm } from "../../forms/post-form.tsx";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { TextLink } from "../../ui/button.tsx";
import { CONFIRMATIONS_PER_HOUR, isAddressConfirmed, requestConfirmation } from "../address-confirmation.server.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-address-link.route";
import { AccountFrame } from "./account-frame.tsx";
import { EmailAddress, UnconfirmedAddress } from "./account-page.tsx";

export const meta = accountMeta("Your address", "Get a new link to confirm the email address of your account.");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { id, email, isTestAccount } = context.get(signedInVisitorContext);
  const pictures = await findPlacePictures(services, ["account"]);
  return {
    email,
    isTestAccount,
    isConfirmed: !isTestAccount && (await isAddressConfirmed(services, id)),
    isSent: url.searchParams.get("sent") === "1",
    emailsPerHour: CONFIRMATIONS_PER_HOUR,
    photo: pictures.account,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  return formAction({ context, request }, z.object({}), async ({ services, visit }) => {
    const outcome = await requestConfirmation(services, visitor, visit);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code);
    return redirect(`${href("/account/address/link")}?sent=1`, 303);
  });
}

/** Emails the confirmation link again. The message afterwards is the same whether an email was sent or not. */
export default function AccountAddressLink({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isTestAccount, isConfirmed, isSent, emailsPerHour, photo } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={photo} title="Your address">
      <FormAlert returned={returned} />
      {isTestAccount && returned === undefined && <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>}
      {isConfirmed && <StatusMessage>Your address is confirmed: {email}</StatusMessage>}
      {!isTestAccount && !isConfirmed && (
        <>
          {isSent && returned === undefined && (
            <StatusMessage>
              The link is on its way. Open it, and press the button there. We send it at most {emailsPerHour} times an
              hour.
            </StatusMessage>
          )}
          <EmailAddress email={email} className="mt-6 font-bold" />
          <UnconfirmedAddress />
        </>
      )}
      <p className="mt-4">
        <TextLink to={href("/account/details")} label="Your details" />
      </p>
    </AccountFrame>
  );
}
