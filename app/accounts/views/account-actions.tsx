import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { ArrowIcon } from "../../ui/icons.tsx";
import { NOT_FOR_TEST_ACCOUNT } from "../messages.ts";

const LINE =
  "flex min-h-15 w-full items-center justify-between gap-4 text-left font-bold hover:text-ember cursor-pointer";

type AccountActionsProps = {
  email: string;
  isTestAccount: boolean;
  /** Whether a calendar may follow the bookings, by an address of the account's own. */
  hasCalendar: boolean;
  /** Where the download leads first, if it has to wait for a second step. */
  beforeDownload: string | undefined;
};

/** Who is signed in, signing out, and what else a visitor can do with the account. */
export function AccountActions({ email, isTestAccount, hasCalendar, beforeDownload }: AccountActionsProps) {
  const at = email.lastIndexOf("@");
  return (
    <>
      <p className="text-[15px] text-ash">Signed in as</p>
      <p className="text-lg font-bold wrap-anywhere">
        {email.slice(0, at)}
        {/* Where an address too long for one line is best broken. */}
        <wbr />
        {email.slice(at)}
      </p>
      <Form method="post" action={href("/sign-out")} className="mt-7">
        <Button type="submit" tone="ghost" className="w-full">
          Sign out
        </Button>
      </Form>
      {isTestAccount ? (
        <p className="mt-8 border-t border-white/15 pt-6 text-[15px] text-ash">{NOT_FOR_TEST_ACCOUNT}</p>
      ) : (
        <ul className="mt-8 border-b border-white/15">
          <Line>
            <Link to={href("/account/bookings")} className={LINE}>
              My bookings <Arrow />
            </Link>
          </Line>
          <Line>
            <Link to={href("/account/password")} className={LINE}>
              Change password <Arrow />
            </Link>
          </Line>
          <Line>
            <a href={beforeDownload ?? href("/account/data")} download={beforeDownload === undefined} className={LINE}>
              Download my data <Arrow />
            </a>
          </Line>
          <Line>
            <Form method="post" action={href("/sign-out")}>
              <button type="submit" name="where" value="everywhere" className={LINE}>
                Sign out everywhere <Arrow />
              </button>
            </Form>
            {hasCalendar && <p className="pb-4 text-[15px] text-ash">This also ends the address of your calendar.</p>}
          </Line>
          <Line>
            <Link to={href("/account/delete")} className={LINE}>
              Delete my account <Arrow />
            </Link>
          </Line>
        </ul>
      )}
    </>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <li className="border-t border-white/15">{children}</li>;
}

function Arrow() {
  return <ArrowIcon className="h-4 w-6 shrink-0 transition-transform group-hover:translate-x-1" />;
}
