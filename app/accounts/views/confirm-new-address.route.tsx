import { href, redirect } from "react-router";
import { z } from "zod";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, StatusMessage, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { messageFor } from "../../forms/problems.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { TextLink } from "../../ui/button.tsx";
import { confirmNewAddress, findNewAddress } from "../new-address.server.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { logRefusedSecret } from "../refused-secret.server.ts";
import { tokenInUrl } from "../sign-in.server.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/confirm-new-address.route";
import { AccountFrame } from "./account-frame.tsx";

export function meta(args: Route.MetaArgs) {
  return [
    ...accountMeta("Confirm Address", "Confirm the new email address of your account.")(args),
    // The URL contains the token. `no-referrer` would send the form with `Origin: null`.
    { name: "referrer", content: "same-origin" },
  ];
}

/** Opening the link changes nothing, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(signedInVisitorContext);
  const isDone = url.searchParams.get("done") === "1";
  const result = await findNewAddress(services, visitor, tokenInUrl(url));
  if (result.code !== "done" && !isDone) logRefusedSecret(context, "new-address-link", result.code);
  const pictures = await findPlacePictures(services, ["account"]);
  return {
    isDone,
    email: result.code === "done" ? result.email : visitor.email,
    linkMessage: result.code === "done" || isDone ? undefined : messageFor(result, ACCOUNT_PROBLEMS),
    photo: pictures.account,
  };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  return formAction({ context, request }, z.object({}), async ({ services }) => {
    const outcome = await confirmNewAddress(services, visitor, tokenInUrl(url));
    if (outcome.code !== "done") {
      logRefusedSecret(context, "new-address-link", outcome.code);
      return problemResponse(ACCOUNT_PROBLEMS, outcome.code);
    }
    return redirect(`${href("/account/address/confirm")}?done=1`, 303);
  });
}

export default function ConfirmNewAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { isDone, email, linkMessage, photo } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={photo} title="Confirm Address">
      {isDone && (
        <StatusMessage>Your account now uses your new email address. Sign in with it from now on.</StatusMessage>
      )}
      {linkMessage !== undefined && returned?.errors.form === undefined && (
        <p className="mb-7 text-lg text-ash">{linkMessage}</p>
      )}
      <FormAlert returned={returned} />
      {!isDone && linkMessage === undefined && (
        <>
          <p className="mb-7 text-lg wrap-anywhere text-ash">
            Do you want to use <strong className="text-white">{email}</strong> for your account? You will sign in with
            it, and our emails go there.
          </p>
          <PostForm returned={undefined}>
            <SubmitButton>Yes, change it</SubmitButton>
          </PostForm>
        </>
      )}
      <p className="mt-4">
        <TextLink to={href("/account/details")} label="Your details" />
      </p>
    </AccountFrame>
  );
}
