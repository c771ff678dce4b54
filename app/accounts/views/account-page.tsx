import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { Button, TextLink } from "../../ui/button.tsx";

export function BackToAccount() {
  return (
    <p className="mt-4 print:hidden">
      <TextLink to={href("/account")} label="Back to your account" />
    </p>
  );
}

/** An email address within a sentence. A long one breaks before its @. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <span className="inline-block max-w-full wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

export function SideBox({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="bg-coal px-6 py-7.5 text-ash not-first:mt-3 lg:p-9 forced-colors:border">
      <h2 id={id} className="mb-3.5 text-[36px] text-chalk">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A switch in a form. A press sends the opposite state as `do`. */
export function Switch({ isOn, on, off, children }: { isOn: boolean; on: string; off: string; children: ReactNode }) {
  return (
    <button
      type="submit"
      name="do"
      value={isOn ? off : on}
      role="switch"
      aria-checked={isOn}
      className="group -my-2 flex min-h-12 cursor-pointer items-center gap-4 text-left font-bold text-chalk hover:text-white"
    >
      <span
        aria-hidden="true"
        className={`flex h-8 w-16 shrink-0 items-center justify-between p-1 text-[13px] text-white transition-colors ${isOn ? "bg-red pl-2 group-hover:bg-blood" : "flex-row-reverse pr-2 shadow-[inset_0_0_0_2px_rgb(255_255_255/.6)] group-hover:bg-white/10"}`}
      >
        {isOn ? "ON" : "OFF"}
        <span className="h-full w-5.5 bg-white forced-colors:bg-[CanvasText]" />
      </span>{" "}
      {children}
    </button>
  );
}

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
        <TextLink to={href("/account/address")} label="Change address" />
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
