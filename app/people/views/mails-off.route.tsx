import { data, href } from "react-router";
import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { AccountFrame } from "../../accounts/views/account-frame.tsx";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { PostForm, StatusMessage, SubmitButton } from "../../forms/post-form.tsx";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { TextLink } from "../../ui/button.tsx";
import { switchOffByKey } from "../mail-preferences.server.ts";
import type { Route } from "./+types/mails-off.route";

/** The pages that links in emails open. Each switches one kind of email off. */
const PAGES = {
  reminders: {
    tab: "Reminders",
    description: "Switch off the reminders of your bookings.",
    eyebrow: "Your bookings",
    title: "Reminder emails",
    question:
      "Stop reminder emails before your classes? You will still get emails about bookings, cancellations and changes.",
    submit: "Switch reminders off",
    done: "Reminders are off.",
    unknown: "This link no longer works. You can also switch reminders off in My bookings.",
  },
  mails: {
    tab: "Emails about your pass",
    description: "Switch off the emails about the end of your pass.",
    eyebrow: "Your pass",
    title: "Emails about your pass",
    question:
      "Stop emails a week before a pass ends, after it has ended, and when it is frozen? We still email you when a freeze cancels a booking.",
    submit: "Switch them off",
    done: "No more emails about your passes.",
    unknown: "This link no longer works. If you have an account, you can also switch them off in My membership.",
  },
} as const;

function preferenceAt({ pathname }: URL): keyof typeof PAGES {
  return pathname === href("/reminders/off") ? "reminders" : "mails";
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return [];
  const { tab, description } = PAGES[args.loaderData.preference];
  return accountMeta(tab, description)(args);
}

const KEY = /^[\w-]{1,100}$/;

/** Opening the link changes nothing: email scanners open links to check them. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { account } = await findPlacePictures(context.get(servicesContext), ["account"]);
  return { preference: preferenceAt(url), photo: account };
}

/** Switches emails off by the key alone, signed in or not. It doesn't redirect, as RFC 8058 forbids it (section 3.1). */
export async function action({ context, url }: Route.ActionArgs) {
  const key = url.searchParams.get("key") ?? "";
  const isOff = KEY.test(key) && (await switchOffByKey(context.get(servicesContext), preferenceAt(url), key));
  if (!isOff) logRefusedSecret(context, "mails-off-key", "key-unknown");
  return data({ isOff }, { status: isOff ? 200 : 404 });
}

export default function MailsOff({ loaderData: { preference, photo }, actionData }: Route.ComponentProps) {
  const { eyebrow, title, question, submit, done, unknown } = PAGES[preference];
  return (
    <AccountFrame photo={photo} eyebrow={eyebrow} title={title}>
      {actionData === undefined ? (
        <>
          <p className="mb-7 text-lg text-ash">{question}</p>
          <PostForm returned={undefined}>
            <SubmitButton>{submit}</SubmitButton>
          </PostForm>
        </>
      ) : (
        <StatusMessage>{actionData.isOff ? done : unknown}</StatusMessage>
      )}
      {preference === "reminders" && (
        <p className="mt-4">
          <TextLink to={href("/account/bookings")} label="My bookings" />
        </p>
      )}
    </AccountFrame>
  );
}
