import { data } from "react-router";
import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { AccountFrame } from "../../accounts/views/account-frame.tsx";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { PostForm, StatusMessage, SubmitButton } from "../../forms/post-form.tsx";
import { switchOffByKey } from "../../people/mail-preferences.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import type { Route } from "./+types/membership-mails.route";

export function meta({ matches }: Route.MetaArgs) {
  return accountMeta(matches[0].loaderData, {
    title: "Emails about your pass",
    description: "Switch off the emails about the end of your pass.",
    path: "/membership/mails",
  });
}

const KEY = /^[\w-]{1,100}$/;

/** Opening the link changes nothing: mail programs open links to check them. */
export async function loader({ context }: Route.LoaderArgs) {
  return findPlacePictures(context.get(servicesContext), ["account"]);
}

/** Switches emails off by the key alone, signed in or not. It doesn't redirect (RFC 8058, section 3.1). */
export async function action({ context, url }: Route.ActionArgs) {
  const key = url.searchParams.get("key") ?? "";
  const isOff = KEY.test(key) && (await switchOffByKey(context.get(servicesContext), "mails", key));
  if (!isOff) logRefusedSecret(context, "mails-off-key", "key-unknown");
  return data({ isOff }, { status: isOff ? 200 : 404 });
}

export default function MembershipMails({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame photo={loaderData.account} eyebrow="Your pass" title="Emails about your pass">
      {actionData === undefined && (
        <>
          <p className="mb-7 text-lg text-ash">
            Stop emails a week before a pass ends, after it has ended, and when it is frozen? We still email you when a
            freeze cancels a booking.
          </p>
          <PostForm returned={undefined}>
            <SubmitButton>Switch them off</SubmitButton>
          </PostForm>
        </>
      )}
      {actionData?.isOff === true && <StatusMessage>No more emails about your passes.</StatusMessage>}
      {actionData?.isOff === false && (
        <StatusMessage>
          This link no longer works. If you have an account, you can also switch them off in My membership.
        </StatusMessage>
      )}
    </AccountFrame>
  );
}
