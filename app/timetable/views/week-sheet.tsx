/** What only the printed week has: the gym's name for a wall, and since when the sheet is valid. */
import type { CSSProperties } from "react";
import type { Settings } from "../../content-types/settings.ts";
import type { WeekView } from "./timetable-view.ts";

export function SheetHead({ settings, week }: { settings: Pick<Settings, "name">; week: WeekView }) {
  return (
    <div className="sheet-head" data-size={week.size}>
      {/* As large as it fits on one line. */}
      <p className="sheet-name" style={{ "--letters": settings.name.length } as CSSProperties}>
        {settings.name}
      </p>
      <p className="sheet-week">
        Week of {week.range} {week.year}
      </p>
    </div>
  );
}

/** @param address where the current week is found */
export function SheetFoot({
  settings,
  week,
  address,
}: {
  settings: Pick<Settings, "footerHours">;
  week: WeekView;
  address: string;
}) {
  return (
    <div className="sheet-foot">
      <p>
        <b>Valid from {week.firstDay}.</b>
        <br />
        As it stood on {week.asOf}.
        <br />
        What changed since: {address.replace(/^https?:\/\//, "")}
      </p>
      <p>
        {settings.footerHours.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </p>
    </div>
  );
}
