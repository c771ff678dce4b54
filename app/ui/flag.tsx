import type { ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

export type FlagKind = "now" | "outlined" | "off" | "moved" | "here";

/** A badge with a class's state, which the block's shape also shows, without colour (app/timetable/views/schedule.css). */
export function Flag({ kind, children }: { kind: FlagKind; children: ReactNode }) {
  return (
    <strong className={`flag flag-${kind}`}>
      {kind === "off" && <CloseIcon className="size-3 shrink-0 stroke-3" />}
      {children}
    </strong>
  );
}
