import type { ReactNode } from "react";
import { capitalized } from "../../platform/text.ts";
import { dayName } from "../../time/days.ts";
import type { ClassPage } from "./class-view.ts";

type Facts = Pick<ClassPage, "length" | "weekly" | "isInTimetable"> & {
  level: string | undefined;
  trainer: string | undefined;
};

/** What one asks first: the level, the length, the trainer, and the times of every week. */
export function ClassFacts({ level, length, trainer, weekly, isInTimetable }: Facts) {
  return (
    <dl className="grid grid-cols-2 bg-coal px-gutter text-chalk lg:flex lg:flex-wrap">
      {level && (
        <Fact term="Level">
          <span className="uppercase">{capitalized(level)}</span>
        </Fact>
      )}
      {length && (
        <Fact term="Length">
          <span className="uppercase">{length}</span>
        </Fact>
      )}
      {trainer && (
        <Fact term="Trainer" isWide>
          <span className="uppercase">{trainer}</span>
        </Fact>
      )}
      {weekly.length > 0 && (
        <Fact term={isInTimetable ? "Every week" : "Usually"} isWide>
          {weekly.map(({ day, time }) => (
            <span key={`${day} ${time.from}`} className="block">
              {dayName(day)} {time.from}-<wbr />
              {`${time.to} `}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div
      className={`border-white/15 py-6 max-lg:border-b max-lg:last:border-b-0 lg:py-9 lg:pr-10 lg:not-first:border-l lg:not-first:pl-10 ${isWide ? "max-lg:col-span-2" : "max-lg:nth-2:border-l max-lg:nth-2:pl-5"}`}
    >
      <dt className="text-[15px] text-ash">{term}</dt>
      <dd className="mt-1.5 wrap-break-word font-display text-[30px] leading-[1.08] font-black text-white md:text-[36px]">
        {children}
      </dd>
    </div>
  );
}
