import { calendarDay, dayName, dayNumber } from "../../time/days.ts";
import { GROUP, HEAD, ROW, TABLE } from "./table-roles.ts";
import { ClassSessionRow, COLUMNS } from "./timetable-row.tsx";
import type { DayView } from "./timetable-view.ts";
import { marksAt } from "./timetable-view.ts";
import { useNow } from "./use-now.ts";

/** The classes of a date. Those that are on now and next are marked by shape and by text, once the browser knows the time. */
export function Timetable({ shown, whatsApp }: { shown: DayView; whatsApp: string | undefined }) {
  const { date, dateText, day, closure, rows } = shown;
  const now = useNow();
  const marks = now !== undefined && calendarDay(now) === dayNumber(date) ? marksAt(rows, now) : undefined;
  if (rows.length === 0) {
    return (
      <>
        {closure && <Closed sentence={closure} />}
        <p className="border-t-4 border-chalk py-10 text-lg">There are no classes on {dayName(day)}.</p>
      </>
    );
  }
  return (
    <div className="relative">
      {closure && (
        <>
          <span aria-hidden="true" className="barrier absolute inset-y-0 -left-gutter w-2 md:w-2.5" />
          <Closed sentence={closure} />
        </>
      )}
      <table {...TABLE} className="block w-full border-t-4 border-chalk text-left">
        <caption className="sr-only">
          Classes on {dayName(day)}, {dateText}
        </caption>
        <thead {...GROUP} className="block max-md:sr-only">
          <tr {...ROW} className={`border-b border-white/15 py-3.5 text-[15px] font-bold text-steel ${COLUMNS}`}>
            <th {...HEAD}>Time</th>
            <th {...HEAD}>Class Name</th>
            <th {...HEAD}>Trainer</th>
            <th {...HEAD}>Join Now</th>
          </tr>
        </thead>
        <tbody {...GROUP} className="block">
          {rows.map((row) => (
            <ClassSessionRow
              key={row.key}
              row={row}
              isDayClosed={closure !== undefined}
              isOn={marks?.on.has(row.key) ?? false}
              isNext={marks?.next.has(row.key) ?? false}
              whatsApp={whatsApp}
              dayText={`${dayName(day)} ${dateText}`}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The line above the rows of a day on which the gym is closed. */
function Closed({ sentence }: { sentence: string }) {
  return (
    <div className="grid gap-2.5 border-t-4 border-chalk py-6.5 md:grid-cols-[11rem_1fr] md:items-center md:gap-0 md:py-8.5 lg:grid-cols-[14rem_1fr]">
      <strong className="font-display text-[clamp(44px,4.6vw,66px)] leading-[.88] font-black text-white uppercase">
        Closed
      </strong>
      <p className="max-w-[60ch]">{sentence}</p>
    </div>
  );
}
