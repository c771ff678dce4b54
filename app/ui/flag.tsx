import type { ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";

export type FlagKind = "now" | "outlined" | "off" | "moved" | "here";

/** A class's state in words, in a block whose shape shows it too (app/timetable/views/schedule.css), independent of colour. */
export function Flag({ kind, children }: { kind: FlagKind; children: ReactNode }) {
  return (
    <strong className={`flag flag-${kind}`}>
      {kind === "off" && <CloseIcon className="size-3 stroke-3" />}
      {children}
    </strong>
  );
}
