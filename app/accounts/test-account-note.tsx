import { useState } from "react";
import { useHydrated } from "../ui/use-hydrated.ts";

const CONFIRMED_FOR_MS = 2000;

/** The shared test account, to read and to copy (specification, section 2: "a visible hint"). */
export function TestAccountNote({ account }: { account: { email: string; password: string } }) {
  return (
    <section
      id="test-account"
      aria-labelledby="test-account-title"
      className="mt-6 border-t border-white/15 pt-6 text-[15px] text-ash"
    >
      <h2
        id="test-account-title"
        className="font-text text-base leading-normal font-bold tracking-normal text-white normal-case"
      >
        Test Account
      </h2>
      <p className="wrap-anywhere">
        {account.email} / {account.password}
      </p>
      <div className="mt-3 flex min-h-11 flex-wrap gap-3">
        <CopyButton what="email" text={account.email} />
        <CopyButton what="password" text={account.password} />
      </div>
    </section>
  );
}

/** Copies a text. Without script there is no button, and the text can be selected and copied as any other. */
function CopyButton({ what, text }: { what: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const isHydrated = useHydrated();

  if (!isHydrated) return null;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No permission, or a page without https: the text is right above the button.
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
  }

  return (
    <button
      type="button"
      onClick={copy}
      className="min-h-11 cursor-pointer rounded-edge border border-white/45 px-4 text-sm font-bold text-white hover:border-white"
    >
      <span aria-live="polite">{copied ? "Copied" : `Copy ${what}`}</span>
    </button>
  );
}
