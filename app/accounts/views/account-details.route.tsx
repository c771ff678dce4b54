import { href, redirect } from "react-router";
import { BOOKING_PROBLEMS } from "../../bookings/problems.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { textFields } from "../../forms/field-schemas.ts";
import { TextField } from "../../forms/fields.tsx";
import { problemResponse } from "../../forms/form-response.server.ts";
import { localPhone } from "../../forms/phone.ts";
import { FormAlert, PostForm, StatusMessage, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import { ensurePersonOfAccount, personOfAccount } from "../../people/people.server.ts";
import { transact } from "../../platform/transact.server.ts";
import { formAction } from "../../request/form-action.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { TextLink } from "../../ui/button.tsx";
import { isAddressConfirmed } from "../address-confirmation.server.ts";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";
import { ACCOUNT_PROBLEMS } from "../problems.ts";
import { signedInVisitorContext } from "../visitor-context.ts";
import type { Route } from "./+types/account-details.route";
import { AccountFrame } from "./account-frame.tsx";
import { BackToAccount, EmailAddress, UnconfirmedAddress } from "./account-page.tsx";

export const meta = accountMeta("Your details", "Your name, phone number and email address.");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { id, email, isTestAccount } = context.get(signedInVisitorContext);
  const [person, isConfirmed, pictures] = await Promise.all([
    personOfAccount(services.db, id),
    isAddressConfirmed(services, id),
    findPlacePictures(services, ["account"]),
  ]);
  return {
    email,
    isTestAccount,
    isConfirmed,
    name: person?.name ?? "",
    phone: localPhone(person?.phone ?? ""),
    isSaved: url.searchParams.get("saved") === "1",
    photo: pictures.account,
  };
}

/** Both fields are checked by `ensurePersonOfAccount`. */
const detailsForm = textFields("name", "phone");

export async function action({ context, request }: Route.ActionArgs) {
  const visitor = context.get(signedInVisitorContext);
  return formAction({ context, request }, detailsForm, async ({ services, values, typed }) => {
    if (visitor.isTestAccount) return problemResponse(ACCOUNT_PROBLEMS, "test-account");
    const saved = await transact(services, (change) => ensurePersonOfAccount(change, visitor.id, values), {
      lock: "people",
    });
    if ("code" in saved) return problemResponse(BOOKING_PROBLEMS, saved.code, typed);
    return redirect(`${href("/account/details")}?saved=1`, 303);
  });
}

export default function AccountDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isTestAccount, isConfirmed, name, phone, isSaved, photo } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <AccountFrame photo={photo} title="Your details">
      {isTestAccount ? (
        <p className="text-lg text-ash">{NOT_FOR_TEST_ACCOUNT}</p>
      ) : (
        <>
          {isSaved && returned === undefined && <StatusMessage>Your details are saved.</StatusMessage>}
          <PostForm returned={returned}>
            <FormAlert returned={returned} />
            <TextField
              name="name"
              label="Name"
              hint="The desk uses it to check you in."
              autoComplete="name"
              initial={name}
              starred
              returned={returned}
            />
            <TextField
              name="phone"
              label="Phone"
              hint="In case a class changes at short notice. Optional."
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              initial={phone}
              returned={returned}
            />
            <SubmitButton>Save</SubmitButton>
          </PostForm>
          <div className="mt-10 border-t border-white/15 pt-6">
            <h2 className="text-[36px]">Email</h2>
            <EmailAddress email={email} className="mt-2 text-ash" />
            {isConfirmed ? (
              <p>
                <TextLink to={href("/account/address")} label="Change address" />
              </p>
            ) : (
              <UnconfirmedAddress />
            )}
          </div>
        </>
      )}
      <BackToAccount />
    </AccountFrame>
  );
}
