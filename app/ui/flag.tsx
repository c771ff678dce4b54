import type { ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

export type FlagKind = "now" | "outlined" | "off" | "moved" | "here";

/** A label with a class's state. Its shape differs too, not only its colour (app/timetable/views/schedule.css). */
export function Flag({ kind, children }: { kind: FlagKind; children: ReactNode }) {
  return (
    <strong className={`flag flag-${kind}`}>
      {kind === "off" && <CloseIcon className="size-3 stroke-3" />}
      {children}
    </strong>
  );
}
