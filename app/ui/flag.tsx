import type { ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

export type FlagKind = "now" | "outlined" | "off" | "moved" | "here";

/** The text of a class's state; the block's shape shows it too (app/timetable/views/schedule.css), without colour. */
export function Flag({ kind, children }: { kind: FlagKind; children: ReactNode }) {
  return (
    <strong className={`flag flag-${kind}`}>
      {kind === "off" && <CloseIcon className="size-3 stroke-3" />}
      {children}
    </strong>
  );
}
