import type { ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

export type FlagKind = "now" | "outlined" | "off" | "moved" | "here";

/** A word about a class in a block whose shape says the same (app/timetable/views/schedule.css), so that neither needs colour. */
export function Flag({ kind, children }: { kind: FlagKind; children: ReactNode }) {
  return (
    <strong className={`flag flag-${kind}`}>
      {kind === "off" && <CloseIcon className="size-3 stroke-3" />}
      {children}
    </strong>
  );
}
