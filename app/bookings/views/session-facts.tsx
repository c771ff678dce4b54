import type { ReactNode } from "react";
import { Flag } from "../../ui/flag.tsx";
import { TrainerName } from "../../ui/trainer-name.tsx";
import type { OfferView } from "./booking-view.ts";
import type { Said } from "./messages.ts";

/** The facts of a session, as on a ticket. */
export function SessionFacts({ offer: { session, places, price } }: { offer: Omit<OfferView, "state"> }) {
  const { dateText, timeText, change } = session;
  return (
    <dl className="mt-7 border-t-4 border-chalk">
      <Fact label="Date">{dateText}</Fact>
      <Fact label="Time">{timeText}</Fact>
      {change && (
        <div className={LINE}>
          <dt className={LABEL}>Changed</dt>
          <dd className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[15px]">
            <Flag kind="here">{change.flag}</Flag> {change.words}
          </dd>
        </div>
      )}
      {session.insteadOf === null ? (
        <Fact label="Trainer">{session.trainer}</Fact>
      ) : (
        <div className={LINE}>
          <dt className={LABEL}>Trainer</dt>
          <dd className="text-ash">
            <TrainerName row={session} />
          </dd>
        </div>
      )}
      {places && <Fact label="Places">{places}</Fact>}
      {price && (
        <Fact label="Price">
          {price} <span className="font-text text-[15px] font-normal">paid at the desk</span>
        </Fact>
      )}
    </dl>
  );
}

const LINE =
  "grid grid-cols-[92px_minmax(0,1fr)] items-baseline gap-3 border-b border-white/15 py-3 lg:grid-cols-[130px_minmax(0,1fr)]";
const LABEL = "text-[15px] font-bold text-ash";

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={LINE}>
      <dt className={LABEL}>{label}</dt>
      <dd className="font-display text-[28px] leading-[1.05] font-black lg:text-[34px]">{children}</dd>
    </div>
  );
}

/** What is promised, or why something can't be done: the first sentence is what counts. */
export function Statement({ said: { strong, rest } }: { said: Said }) {
  return (
    <p className="mt-6.5 mb-6 border-l-[12px] border-red pl-5 text-lg leading-normal">
      <b className="block">{strong}</b> {rest}
    </p>
  );
}

/** A place in line, as large as a number at a counter. */
export function PlaceInLine({ before, line }: { before: string; line: string }) {
  return (
    <p className="mt-6.5 mb-9 grid grid-cols-[auto_1fr] items-end gap-x-3.5 gap-y-3 font-display font-black text-white">
      <span className="col-span-2 font-text text-lg leading-tight font-bold">{before}</span>{" "}
      <b className="text-[clamp(104px,11vw,150px)] leading-[.76] font-black">{line}</b>{" "}
      <span className="text-[clamp(44px,4.4vw,62px)] leading-[.76] uppercase">in line</span>
    </p>
  );
}
