import { joinPath } from "../content/join-path.ts";
import { type Day, dayName } from "../content/nairobi-time.ts";
import { isOnAt } from "../content/slot-time.ts";
import { LinkButton } from "../ui/button.tsx";
import type { ScheduleRow } from "./schedule-row.ts";
import { useNow } from "./use-now.ts";

/*
 * On phones the rows are laid out as a grid, and some browsers drop the table semantics when `display` is changed. So the
 * roles are stated explicitly.
 */
const TABLE = { role: "table" } as const;
const GROUP = { role: "rowgroup" } as const;
const ROW = { role: "row" } as const;
const HEAD = { role: "columnheader", scope: "col" } as const;
const ROW_HEAD = { role: "rowheader", scope: "row" } as const;
const CELL = { role: "cell" } as const;

/** The classes of a day. The class that is on now is marked by a band of shuka and by text. */
export function Timetable({ day, rows }: { day: Day; rows: readonly ScheduleRow[] }) {
  const now = useNow();
  if (rows.length === 0) {
    return <p className="border-t-4 border-chalk py-10 text-lg">There are no classes on {dayName(day)}.</p>;
  }
  return (
    <table {...TABLE} className="w-full border-t-4 border-chalk text-left max-md:block md:table-fixed">
      <caption className="sr-only">Classes on {dayName(day)}</caption>
      <thead {...GROUP} className="max-md:sr-only">
        <tr {...ROW} className="border-b border-white/15 text-[15px] text-steel [&>th]:py-3.5 [&>th]:font-bold">
          <th {...HEAD} className="w-44 lg:w-56">
            Time
          </th>
          <th {...HEAD}>Class Name</th>
          <th {...HEAD} className="w-[22%]">
            Trainer
          </th>
          <th {...HEAD} className="w-36">
            Join Now
          </th>
        </tr>
      </thead>
      <tbody {...GROUP} className="max-md:block">
        {rows.map((row) => (
          <TimetableRow key={row.slug} row={row} isOn={now !== undefined && isOnAt(day, row.time, now)} />
        ))}
      </tbody>
    </table>
  );
}

function TimetableRow({ row, isOn }: { row: ScheduleRow; isOn: boolean }) {
  return (
    <tr
      {...ROW}
      className="border-b border-white/15 max-md:relative max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-center max-md:gap-x-4 max-md:py-6 md:[&>*]:py-6.5"
    >
      <td {...CELL} className="max-md:col-span-2 max-md:mb-2 md:relative">
        {isOn && <span aria-hidden="true" className="shuka absolute inset-y-0 -left-gutter w-2 md:w-2.5" />}
        <span className="font-display text-[26px] leading-none font-black md:text-[34px]">{row.time.from}</span>
        <span className="text-[15px] text-ash max-md:ml-1.5 md:mt-1 md:block">
          <span className="max-md:mr-1.5 md:mr-1">-</span>
          {row.time.to}
          {isOn && (
            <strong className="ml-3 inline-block bg-red px-2 text-[13px] leading-[22px] tracking-[.08em] text-white uppercase">
              On now
            </strong>
          )}
        </span>
      </td>
      <th
        {...ROW_HEAD}
        className="font-display text-[clamp(32px,10.2vw,40px)] md:text-[clamp(40px,4vw,54px)] leading-[.9] font-black uppercase md:pr-6"
      >
        {row.className}
      </th>
      <td {...CELL} className="text-ash max-md:col-start-1 max-md:mt-1.5 md:pr-4">
        {row.trainer}
      </td>
      <td {...CELL} className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-2">
        <LinkButton to={joinPath(row.classSlug)} size="small" className="whitespace-nowrap">
          <span>
            Join Now<span className="sr-only">: {row.className}</span>
          </span>
        </LinkButton>
      </td>
    </tr>
  );
}
