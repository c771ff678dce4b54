import { data, href } from "react-router";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { PostForm, StatusMessage, SubmitButton } from "../../forms/post-form.tsx";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { TextLink } from "../../ui/button.tsx";
import { confirmAddress } from "../address-confirmation.server.ts";
import { logRefusedSecret } from "../refused-secret.server.ts";
import type { Route } from "./+types/confirm-address.route";
import { AccountFrame } from "./account-frame.tsx";

export const meta = accountMeta("Confirm your address", "Confirm the email address of your account.");

/** Opening the link changes nothing, because mail scanners open links too. */
export async function loader({ context }: Route.LoaderArgs) {
  return findPlacePictures(context.get(servicesContext), ["account"]);
}

/** Confirms by the key alone, for any visitor: the email may be read on another device. */
export async function action({ context, url }: Route.ActionArgs) {
  const isConfirmed = await confirmAddress(context.get(servicesContext), url.searchParams.get("key") ?? "");
  if (!isConfirmed) logRefusedSecret(context, "confirm-link", "link-unknown");
  return data({ isConfirmed }, { status: isConfirmed ? 200 : 404 });
}

/** Confirms an address, by the link in the first emails to it. They may reach a stranger: people mistype addresses. */
export default function ConfirmAddress({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame photo={loaderData.account} title="Confirm your address">
      {actionData === undefined && (
        <>
          <p className="mb-7 text-lg text-ash">
            Somebody, most likely you, signed up here with the address this link was sent to. If it is yours, press the
            button: you can then have more bookings at a time, and we email you about each one. Didn’t sign up? Just
            close this page.
          </p>
          <PostForm returned={undefined}>
            <SubmitButton>Yes, it is mine</SubmitButton>
          </PostForm>
        </>
      )}
      {actionData?.isConfirmed === true && (
        <StatusMessage>Your address is confirmed. From now on we email you about every booking.</StatusMessage>
      )}
      {actionData?.isConfirmed === false && (
        <StatusMessage>
          This link doesn’t work. Please open it from the email again, or copy all of it: the end may be missing.
        </StatusMessage>
      )}
      <p className="mt-4">
        <TextLink to={href("/account")} label="Your account" />
      </p>
    </AccountFrame>
  );
}
