import { Stroked } from "./icons.tsx";

/** A class's trainer: "Amina Yusuf, for Wanjiru Kamau" with a substitute. */
export function TrainerName({ row: { trainer, insteadOf } }: { row: { trainer: string; insteadOf: string | null } }) {
  if (insteadOf === null) return trainer;
  return (
    <span className="inline-grid grid-cols-[16px_minmax(0,auto)] items-start gap-x-2.5 print:inline">
      <Stroked className="mt-[.3em] size-4 text-chalk">
        <path d="M4 8h15M14.5 3.5 19 8l-4.5 4.5M20 16.5H5M9.5 12 5 16.5 9.5 21" />
      </Stroked>
      <span>
        <b className="inline-block text-chalk wrap-anywhere">{trainer},</b>{" "}
        <span className="inline-block wrap-anywhere">for {insteadOf}</span>
      </span>
    </span>
  );
}
