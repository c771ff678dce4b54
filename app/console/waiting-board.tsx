import type { ReactNode } from "react";

/** Rows of pending items: state, subject and actions, in columns where there is room. */
export function WaitingBoard({ children, as: List = "ul" }: { children: ReactNode; as?: "ul" | "ol" }) {
  return <List className="board [--columns:128px_minmax(0,1fr)_auto]">{children}</List>;
}

type WaitingRowProps = { mark: string; state: string; children: ReactNode; ways: ReactNode };

/** A row of a `WaitingBoard`. @param mark the class of the square before its state */
export function WaitingRow({ mark, state, children, ways }: WaitingRowProps) {
  return (
    <li className="row">
      <span className={`state ${mark}`}>{state}</span>
      <p className="leading-snug">{children}</p>
      <div className="end grid justify-items-end gap-x-6 max-[359px]:flex max-[359px]:flex-wrap md:flex">{ways}</div>
    </li>
  );
}
