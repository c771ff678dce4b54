import { joinPath } from "../../content-types/paths.ts";
import { questionAddress } from "../../forms/whatsapp.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Flag } from "../../ui/flag.tsx";
import { TrainerName } from "../../ui/trainer-name.tsx";
import { WhatsAppLink } from "../../ui/whatsapp-link.tsx";
import { ClassName } from "./class-name.tsx";
import { RowChange } from "./row-change.tsx";
import { CELL, ROW, ROW_HEAD } from "./table-roles.ts";
import type { SessionRowView } from "./timetable-view.ts";

/** The columns of the timetable, the same for its head and its rows. */
export const COLUMNS =
  "md:grid md:grid-cols-[11rem_1fr_22%_9rem] md:gap-x-0 lg:grid-cols-[14rem_1fr_22%_9rem] print:grid-cols-[20%_1fr_30%]";

/** What stands at the left edge of a row. On a closed day one barrier stands along all of them. */
function edgeOf({ change }: SessionRowView, isOn: boolean, isDayClosed: boolean): string | undefined {
  if (isOn) return "shuka";
  if (change?.kind === "cancelled") return isDayClosed ? undefined : "barrier";
  return change?.kind === "moved" ? "hollow-edge" : undefined;
}

/**
 * A class of a day. On a phone the name, the trainer and what has changed stand below each other; on wider screens what
 * has changed stands under the name. One that does not take place keeps its place and its way to join the gym.
 */
export function ClassSessionRow({
  row,
  isOn,
  isNext,
  isDayClosed,
  whatsApp,
  dayText,
}: {
  row: SessionRowView;
  isOn: boolean;
  isNext: boolean;
  isDayClosed: boolean;
  /** The gym's number, if it has one. */
  whatsApp: string | undefined;
  /** "Monday 23 November 2026" */
  dayText: string;
}) {
  const { time, classSlug, className, isOff } = row;
  const edge = edgeOf(row, isOn, isDayClosed);
  return (
    <tr
      {...ROW}
      className={`relative border-b border-white/15 py-6 max-md:grid max-md:grid-cols-[1fr_auto] items-center max-md:gap-x-4 md:py-6.5 ${COLUMNS}`}
    >
      <td {...CELL} className="max-md:col-span-2 max-md:mb-2">
        {edge && <span aria-hidden="true" className={`${edge} absolute inset-y-0 -left-gutter w-2 md:w-2.5`} />}
        <span
          className={`font-display text-[26px] leading-none font-black md:text-[34px] ${isOff ? "text-ash line-through decoration-2" : ""}`}
        >
          {time.from}
        </span>
        <span className="text-[15px] text-ash max-md:ml-1.5 md:mt-1 md:block">
          <span className="max-md:mr-1.5 md:mr-1">-</span>
          {time.to}
          {(isOn || isNext) && (
            <span className="ml-3 inline-block print:hidden">
              <Flag kind={isOn ? "now" : "outlined"}>{isOn ? "On now" : "Next"}</Flag>
            </span>
          )}
        </span>
      </td>
      <th {...ROW_HEAD} className="contents">
        <span
          className={`font-display text-[clamp(28px,8.6vw,40px)] leading-[.9] font-black min-[24rem]:wrap-break-word uppercase md:pr-6 md:text-[clamp(40px,4vw,54px)] ${isOff ? "text-steel" : ""}`}
        >
          <ClassName row={row} />
        </span>{" "}
        <RowChange row={row} className="change max-md:mt-3 max-md:col-span-2 md:col-[2/4] md:row-start-2 md:mt-2" />
      </th>
      <td
        {...CELL}
        className="text-ash max-md:col-start-1 max-md:row-start-3 max-md:mt-1.5 md:col-start-3 md:row-start-1 md:pr-4"
      >
        <TrainerName row={row} />
      </td>
      <td
        {...CELL}
        className="flex flex-col items-start max-md:col-start-2 max-md:row-span-2 max-md:row-start-2 md:col-start-4 md:row-start-1"
      >
        <LinkButton to={joinPath(classSlug)} size="small" tone={isOff ? "ghost" : "red"} className="whitespace-nowrap">
          <span>
            Join Now<span className="sr-only">: {className}</span>
          </span>
        </LinkButton>
        {whatsApp && (
          <WhatsAppLink
            href={questionAddress(whatsApp, `${className} on ${dayText}, ${time.from}`)}
            about={className}
            size="small"
            className="print:hidden"
          />
        )}
      </td>
    </tr>
  );
}
