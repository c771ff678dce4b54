import { data, href, redirect } from "react-router";
import { isAddressConfirmed } from "../../accounts/address-confirmation.server.ts";
import { logRefusedSecret } from "../../accounts/refused-secret.server.ts";
import { AccountFrame } from "../../accounts/views/account-frame.tsx";
import { BackToAccount, EmailAddress, UnconfirmedAddress } from "../../accounts/views/account-page.tsx";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { TextField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { peopleOfAccount } from "../../people/desk-records.server.ts";
import { isLinkToken, linkAccount } from "../../people/link-account.server.ts";
import type { Services } from "../../platform/services.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { areMembersOn } from "../coverage.server.ts";
import { JOIN_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/join.route";

export const meta = accountMeta("My membership", "Connect your account to your membership at the gym.");

/** Opening the desk's link changes nothing: chat apps load links to preview them. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (!(await areMembersOn(services))) throw data(null, { status: 404 });
  const { id, email, isTestAccount } = context.get(signedInVisitorContext);
  if (await hasMembership(services, id)) throw redirect(href("/account/membership"));
  return {
    code: url.searchParams.get("code") ?? "",
    unconfirmed: isTestAccount || (await isAddressConfirmed(services, id)) ? undefined : email,
    photo: (await findPlacePictures(services, ["account"])).account,
  };
}

async function hasMembership({ db, now }: Services, userId: string): Promise<boolean> {
  return (await peopleOfAccount(db, userId, dateInNairobi(now()))).length > 0;
}

const joinForm = textFields("code");

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  if (!(await areMembersOn(context.get(servicesContext)))) throw data(null, { status: 404 });
  return formAction({ context, request }, joinForm, async ({ services, visit, values, typed }) => {
    const person = { id: visitor.id, clientAddress: visit.clientAddress };
    const { code } = await linkAccount(services, person, values.code);
    const membership = href("/account/membership");
    // Accounts with a record (`same`) are logged too: they may be guessing other people's codes.
    if (code !== "joined") logRefusedSecret(context, isLinkToken(values.code) ? "join-link" : "join-code", code);
    if (code === "joined" || code === "same") return redirect(`${membership}?done=joined`, 303);
    // Accounts with a record are redirected from this page, so the next page shows the message.
    const isJoined = await hasMembership(services, visitor.id);
    return isJoined ? redirect(`${membership}?problem=${code}`, 303) : problemResponse(JOIN_PROBLEMS, code, typed);
  });
}

/** Links an account to the desk's record of its owner. Shown in place of the membership page until then. */
export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const { code, unconfirmed, photo } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={photo} title="My membership">
      {unconfirmed !== undefined && (
        <div className="mb-7">
          <p className="text-lg">
            Confirm your account’s address first, so that nobody else can connect it in your name:
          </p>
          <p className="mt-3 text-lg font-bold">
            <EmailAddress email={unconfirmed} />
          </p>
          <UnconfirmedAddress />
        </div>
      )}
      {unconfirmed === undefined && (
        <PostForm returned={returned}>
          <FormAlert returned={returned} />
          {code === "" ? (
            <TextField
              name="code"
              label="Code"
              hint="Ten letters and digits, from the desk."
              autoCapitalize="characters"
              autoComplete="one-time-code"
              spellCheck={false}
              required
              returned={returned}
            />
          ) : (
            <>
              <p className="mb-6 text-lg">
                The desk has sent you this link. Connect your account to your membership, and your pass covers the
                classes you book.
              </p>
              <input type="hidden" name="code" value={code} />
              {returned?.errors.code && <p className="mb-6 font-bold">{returned.errors.code}</p>}
            </>
          )}
          <SubmitButton>Connect</SubmitButton>
        </PostForm>
      )}
      <BackToAccount />
    </AccountFrame>
  );
}
