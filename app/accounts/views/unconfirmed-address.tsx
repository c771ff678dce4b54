import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { LINK } from "../../ui/link-styles.ts";

/** Marks an unconfirmed address, and offers to send the link again or to change the address. */
export function UnconfirmedAddress() {
  return (
    <div className="mt-3">
      <p>
        <AccountMark>Not confirmed yet</AccountMark>
      </p>
      <p className="mt-3 text-[15px] text-ash">
        Please open the link we sent to this address. No email? Check your spam folder, and the address for typos.
      </p>
      <Form method="post" action={href("/account/address/link")} className="mt-4">
        <Button type="submit" tone="ghost" size="small">
          Send the link again
        </Button>
      </Form>
      <p>
        <Link to={href("/account/address")} className={LINK}>
          Change address
        </Link>
      </p>
    </div>
  );
}

/** A label that marks an item of a list or its state: “This device”, “Not confirmed yet”. */
export function AccountMark({ children }: { children: ReactNode }) {
  return (
    <strong className="inline-block border-2 border-chalk px-2 text-[13px]/5.5 font-bold tracking-[.08em] uppercase">
      {children}
    </strong>
  );
}
