import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { FormNotice } from "./code-form.tsx";

export type PasskeyView = { id: string; name: string; addedAt: string; lastUsedAt: string | undefined };

/** The ways a member of staff has past the second step, and what can be changed about each. */
export function Factors({
  hasApp,
  passkeys,
  recoveryCodes,
  returnedForm,
}: {
  hasApp: boolean;
  passkeys: readonly PasskeyView[];
  recoveryCodes: number;
  returnedForm: ReturnedForm | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  const hasFactor = hasApp || passkeys.length > 0;
  return (
    <>
      <FormNotice returned={returned} />
      <ul className="board mt-4 max-w-[860px]">
        <Row
          name="Authenticator app"
          state={hasApp ? "On" : "Not set up"}
          isOn={hasApp}
          change={
            <>
              <Link to={href("/staff/second-step/set-up")} className="link">
                {hasApp ? "Use another app" : "Set up"}
              </Link>
              {hasApp && <ChangeButton change="remove-app" label="Switch off" about="the authenticator app" />}
            </>
          }
        />
        {passkeys.map(({ id, name, addedAt, lastUsedAt }) => (
          <Row
            key={id}
            name={`Passkey: ${name}`}
            state={lastUsedAt === undefined ? `Added ${addedAt}` : `Last used ${lastUsedAt}`}
            isOn
            change={
              <ChangeButton change="remove-passkey" passkeyId={id} label="Remove" about={`the passkey: ${name}`} />
            }
          />
        ))}
        <Row
          name="Passkeys"
          state={passkeys.length === 0 ? "None yet" : `${passkeys.length} of 10`}
          isOn={passkeys.length > 0}
          change={
            <Link to={href("/staff/second-step/set-up")} className="link">
              Add a passkey
            </Link>
          }
        />
        {hasFactor && (
          <Row
            name="Recovery codes"
            state={`${recoveryCodes} of 10 left`}
            isOn={recoveryCodes > 0}
            change={<ChangeButton change="new-codes" label="Make new ones" about="recovery codes" />}
          />
        )}
      </ul>
      <h2 className="mt-8">Still signed in somewhere?</h2>
      <p className="mt-1">
        If a phone or a laptop is lost, sign out everywhere, here too. The address of your calendar ends with it.
      </p>
      <form method="post" action={href("/sign-out")} className="mt-3">
        <button type="submit" name="where" value="everywhere" className="button">
          Sign out everywhere
        </button>
      </form>
    </>
  );
}

function Row({ name, state, isOn, change }: { name: string; state: string; isOn: boolean; change: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3">
      <div className="grid gap-1.5">
        <h2 className="name">{name}</h2>
        <p className={isOn ? "state on" : "state off"}>{state}</p>
      </div>
      <div className="actions">{change}</div>
    </li>
  );
}

function ChangeButton({
  change,
  passkeyId,
  label,
  about,
}: {
  change: string;
  passkeyId?: string;
  label: string;
  /** What it is about, for those who hear the button alone. */
  about: string;
}) {
  return (
    <PostForm returned={undefined}>
      <input type="hidden" name="do" value={change} />
      {passkeyId !== undefined && <input type="hidden" name="passkeyId" value={passkeyId} />}
      <button type="submit" className="link">
        {label}
        <span className="sr-only"> {about}</span>
      </button>
    </PostForm>
  );
}
