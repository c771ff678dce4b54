import { data, href, Link } from "react-router";
import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { AccountFrame } from "../../accounts/views/account-frame.tsx";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { PostForm, StatusMessage, SubmitButton } from "../../forms/post-form.tsx";
import { switchOffByKey } from "../../people/mail-preferences.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { LINK } from "../../ui/link-styles.ts";
import type { Route } from "./+types/reminders-off.route";

export function meta({ matches }: Route.MetaArgs) {
  return accountMeta(matches[0].loaderData, {
    title: "Reminders",
    description: "Switch off the reminders of your bookings.",
    path: href("/reminders/off"),
  });
}

const KEY = /^[\w-]{1,100}$/;

/** Opening the link changes nothing: email scanners open links to check them. */
export async function loader({ context }: Route.LoaderArgs) {
  return findPlacePictures(context.get(servicesContext), ["account"]);
}

/** Switches reminders off by the secret alone. It doesn't redirect, as RFC 8058 forbids it (section 3.1). */
export async function action({ context, url }: Route.ActionArgs) {
  const key = url.searchParams.get("key") ?? "";
  const isOff = KEY.test(key) && (await switchOffByKey(context.get(servicesContext), "reminders", key));
  if (!isOff) logRefusedSecret(context, "mails-off-key", "key-unknown");
  return data({ isOff }, { status: isOff ? 200 : 404 });
}

export default function RemindersOff({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame photo={loaderData.account} eyebrow="Your bookings" title="Reminder emails">
      {actionData === undefined && (
        <>
          <p className="mb-7 text-lg text-ash">
            Stop reminder emails before your classes? You will still get emails about bookings, cancellations and
            changes.
          </p>
          <PostForm returned={undefined}>
            <SubmitButton>Switch reminders off</SubmitButton>
          </PostForm>
        </>
      )}
      {actionData?.isOff === true && <StatusMessage>Reminders are off.</StatusMessage>}
      {actionData?.isOff === false && (
        <StatusMessage>This link no longer works. You can also switch reminders off in My bookings.</StatusMessage>
      )}
      <p className="mt-4">
        <Link to={href("/account/bookings")} className={LINK}>
          My bookings
        </Link>
      </p>
    </AccountFrame>
  );
}
