import { CopyButton } from "../../ui/copy-button.tsx";

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
        <CopyButton text={account.email}>Copy email</CopyButton>{" "}
        <CopyButton text={account.password}>Copy password</CopyButton>
      </div>
    </section>
  );
}
