import { Form, href, redirect } from "react-router";
import { findFeed } from "../../bookings/feed-tokens.server.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { deleteCopies, FormAlert, StatusMessage, useReturnedForm } from "../../forms/post-form.tsx";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { dateInNairobi, dayAndTime, relativeDay } from "../../time/dates.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { Button, TEXT_LINK, TextLink } from "../../ui/button.tsx";
import { SMALL_BUTTON } from "../../ui/copy-button.tsx";
import { redirectSignedOut } from "../account-response.server.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { endOwnSignIn, listSignIns, MAX_LISTED_SIGN_INS } from "../sign-in.server.ts";
import { clearingCookies } from "../sign-up-and-in.server.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/sign-ins.route";
import { AccountFrame } from "./account-frame.tsx";
import { AccountMark, BackToAccount } from "./account-page.tsx";

export const meta = accountMeta("Your sign-ins", "See where your account is signed in, and sign out there.");

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(signedInVisitorContext);
  const pictures = await findPlacePictures(services, ["account"]);
  const page = { photo: pictures.account, hasEnded: url.searchParams.get("ended") === "1" };
  // Everybody shares the test account, so its sign-ins are other people's.
  if (visitor.isTestAccount) return { ...page, isTestAccount: true, signIns: [], listLimit: 0, hasCalendar: false };
  const today = dateInNairobi(services.now());
  const { signIns, hasMore } = await listSignIns(services, visitor, request);
  return {
    ...page,
    isTestAccount: false,
    signIns: signIns.map(({ id, device, signedInAt, usedOn, isCurrent }) => ({
      id,
      isCurrent,
      device: device ?? "Unknown device",
      signedIn: withoutBreaks(dayAndTime(signedInAt)),
      used: usedOn === null ? undefined : relativeDay(usedOn, today),
    })),
    listLimit: hasMore ? MAX_LISTED_SIGN_INS : 0,
    hasCalendar: (await findFeed(services, visitor.id)) !== undefined,
  };
}

const endSignInForm = textFields("signIn");

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  return formAction({ context, request }, endSignInForm, async ({ services, values }) => {
    const outcome = await endOwnSignIn(services, visitor, values.signIn, request);
    if (outcome.code !== "done") return problemResponse(ACCOUNT_PROBLEMS, outcome.code);
    if (outcome.isCurrent) return redirectSignedOut(href("/"), await clearingCookies(services, request));
    return redirect(`${href("/account/sign-ins")}?ended=1`, 303);
  });
}

export default function SignIns({ loaderData, actionData }: Route.ComponentProps) {
  const { photo, isTestAccount, signIns, listLimit, hasEnded, hasCalendar } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={photo} title="Your sign-ins">
      {isTestAccount ? (
        <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>
      ) : (
        <>
          {hasEnded && returned === undefined && <StatusMessage>That browser is signed out.</StatusMessage>}
          <div className="mb-6 empty:hidden">
            <FormAlert returned={returned} />
          </div>
          <ul className="border-b border-white/15">
            {signIns.map((signIn) => (
              <SignInLine key={signIn.id} signIn={signIn} />
            ))}
          </ul>
          {listLimit > 0 && (
            <p className="mt-4 text-ash">
              These are the newest {listLimit}. “Sign out everywhere” ends the older ones too.
            </p>
          )}
          <p className="mt-6 text-lg text-ash">
            Don’t recognise one of these?{" "}
            <TextLink to={href("/account/password")} className={TEXT_LINK} label="Change your password" />: that signs
            out everybody who knew the old one, and they can’t get back in.
          </p>
          <Form
            method="post"
            action={href("/sign-out")}
            data-deletes-copies=""
            onSubmit={deleteCopies}
            className="mt-6"
          >
            <Button type="submit" name="where" value="everywhere" tone="ghost" className="w-full">
              Sign out everywhere
            </Button>
          </Form>
          {hasCalendar && <p className="mt-3 text-[15px] text-ash">This also switches off your calendar address.</p>}
        </>
      )}
      <BackToAccount />
    </AccountFrame>
  );
}

function SignInLine({ signIn }: { signIn: Route.ComponentProps["loaderData"]["signIns"][number] }) {
  const { id, device, isCurrent, signedIn, used } = signIn;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-t border-white/15 py-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
          {device} {isCurrent && <AccountMark>This device</AccountMark>}
        </p>
        <p className="text-[15px] text-ash">Signed in on {signedIn}</p>
        {used && <p className="text-[15px] text-ash">Last used {used}</p>}
      </div>
      <Form method="post" preventScrollReset data-deletes-copies={isCurrent ? "" : undefined} onSubmit={deleteCopies}>
        <input type="hidden" name="signIn" value={id} />
        <button type="submit" className={SMALL_BUTTON}>
          Sign out
          <span className="sr-only">
            : {device}, signed in on {signedIn}
          </span>
        </button>
      </Form>
    </li>
  );
}
