import type { ReactNode } from "react";

type NoticeProps = { isBad?: boolean; children: ReactNode; action?: ReactNode };

/** A sentence about an outcome or a problem, with a link. */
export function Notice({ isBad = false, children, action }: NoticeProps) {
  return (
    <div className={isBad ? "notice bad" : "notice"} {...(isBad && { role: "alert" })}>
      <p {...(!isBad && { "data-outcome": "" })}>{children}</p>
      {action}
    </div>
  );
}

/** Marks every page of the console as a demonstration. */
export function DemoBanner() {
  return <p className="demonstration">Demo. These people are not real.</p>;
}
