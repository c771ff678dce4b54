import { href, Link } from "react-router";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { FormNotice } from "./code-form.tsx";

export type StaffRow = {
  id: string;
  name: string;
  email: string;
  roleName: string;
  lastSeen: string;
  hasSecondStep: boolean;
  /** A trainer of whom nobody has said who they are on the site. */
  lacksTrainer: boolean;
  /** False on one's own row: one's own page has that. */
  mayRemove: boolean;
};

export type InvitationRow = {
  id: string;
  email: string;
  roleName: string;
  invitedBy: string;
  isExpired: boolean;
  expires: string;
};

/** Four columns from 1000 px: who, the second step, when they were last seen, and how they are removed. */
const COLUMNS =
  "grid gap-x-8 gap-y-1.5 py-4 min-[1200px]:grid-cols-[minmax(0,1fr)_220px_200px_80px] min-[1200px]:items-center";

/** Everybody who works here. */
export function PeopleRows({ people }: { people: readonly StaffRow[] }) {
  return (
    <ul className="board">
      {people.map(({ id, name, email, roleName, lastSeen, hasSecondStep, lacksTrainer, mayRemove }) => (
        <li key={id} className={COLUMNS}>
          <div className="grid min-w-0 gap-1">
            <h2 className="name">
              <Link to={href("/staff/people/:person", { person: id })}>{name}</Link>
            </h2>
            <p className="break-words">
              <b>{roleName}</b> · {email}
            </p>
            {lacksTrainer && (
              <p className="state alert">Sees no classes yet: open the name and choose the trainer on the site</p>
            )}
          </div>
          <p className={hasSecondStep ? "state on" : "state off"}>
            {hasSecondStep ? "Second step on" : "No second step yet"}
          </p>
          <p className="text-graphite text-sm">{lastSeen}</p>
          {mayRemove && (
            // Above the link of the row.
            <p className="relative z-1 justify-self-start min-[1200px]:justify-self-end">
              <Link className="link" to={`${href("/staff/people/:person", { person: id })}?remove=1#remove`}>
                Remove<span className="sr-only">{` ${name}`}</span>
              </Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Who was invited and has not come yet. */
export function InvitationRows({
  invitations,
  returnedForm,
}: {
  invitations: readonly InvitationRow[];
  returnedForm: ReturnedForm | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  return (
    <section aria-labelledby="invited" className="mt-10">
      <h2 id="invited" className="mb-3">
        Invited
      </h2>
      <FormNotice returned={returned} />
      <ul className="board">
        {invitations.map(({ id, email, roleName, invitedBy, isExpired, expires }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3">
            <div className="grid min-w-0 gap-1">
              <p className="font-bold break-words">{email}</p>
              <p className={isExpired ? "state alert" : "state due"}>
                {isExpired
                  ? `${roleName}: the link expired ${expires}`
                  : `${roleName}: the link works until ${expires}`}
              </p>
              <p className="text-graphite text-sm">Invited by {invitedBy}</p>
            </div>
            <div className="actions">
              <InvitationButton change="resend" id={id} label="Send again" email={email} />
              <InvitationButton change="revoke" id={id} label="Withdraw" email={email} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function InvitationButton({ change, id, label, email }: Record<"change" | "id" | "label" | "email", string>) {
  return (
    <PostForm returned={undefined}>
      <input type="hidden" name="do" value={change} />
      <input type="hidden" name="invitation" value={id} />
      <button type="submit" className="link">
        {label}
        <span className="sr-only">: {email}</span>
      </button>
    </PostForm>
  );
}
