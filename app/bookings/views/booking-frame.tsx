import type { CSSProperties, ReactNode } from "react";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { Flag, OFF, TrainerName } from "../../ui/class-parts.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Eyebrow } from "../../ui/section.tsx";
import type { Message } from "./messages.ts";
import type { OfferView } from "./offer-view.server.ts";

type BookingFrameProps = {
  photo: PhotoView;
  eyebrow: ReactNode;
  title: string;
  /** Whether the class does not take place. */
  isOff?: boolean;
  children: ReactNode;
};

export function BookingFrame({ photo, eyebrow, title, isOff = false, children }: BookingFrameProps) {
  const longestWord = Math.max(...title.split(/\s+/).map((part) => part.length));
  return (
    <div className="grid bg-ink lg:min-h-[900px] lg:grid-cols-2">
      <div className="relative h-75 overflow-hidden md:max-lg:h-105 lg:sticky lg:top-0 lg:h-dvh lg:max-h-[900px]">
        <Picture photo={photo} sizes="(width >= 64rem) 80vw, 100vw" priority decorative />
        <div
          aria-hidden="true"
          className="absolute inset-0 bg-[linear-gradient(0deg,#0b0b0c_0,#0b0b0c00_60%),linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_120px)] lg:bg-[linear-gradient(90deg,#0b0b0c00_78%,#0b0b0c),linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_140px),linear-gradient(0deg,#0b0b0c_0,#0b0b0c00_24%)]"
        />
      </div>
      <div className="relative -mt-18 w-full max-w-3xl px-gutter pb-18 lg:mt-0 lg:max-w-[720px] lg:pt-34 lg:noticed:pt-14 lg:pb-20 lg:pl-16">
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1
          style={{ "--letters": longestWord } as CSSProperties}
          className={`mt-4 text-[max(40px,min(18vw,104px,(100vw-var(--spacing-gutter)*2)/(var(--letters)*.6)))] leading-[.84] wrap-anywhere lg:text-[max(56px,min(9vw,132px,(50vw-64px-var(--spacing-gutter))/(var(--letters)*.6),576px/(var(--letters)*.6)))] ${isOff ? OFF : ""}`}
        >
          {title}
        </h1>
        {children}
      </div>
    </div>
  );
}

type SessionFactsProps = {
  offer: Omit<OfferView, "state" | "cover"> & Partial<Pick<OfferView, "cover">>;
  guest?: string | undefined;
};

/** @param guest the guest's name */
export function SessionFacts({ offer: { session, places, price, cover }, guest }: SessionFactsProps) {
  const { dateText, timeText, change, isOff } = session;
  return (
    <dl className={`mt-7 border-t-4 border-chalk ${isOff ? "text-steel" : ""}`}>
      <Fact label="Date">{dateText}</Fact>
      <Fact label="Time">
        <span className={isOff ? OFF : ""}>{timeText}</span>
      </Fact>
      {change && (
        <Fact label="Changed" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[15px]">
          <Flag kind="here">{change.flag}</Flag> {change.text}
        </Fact>
      )}
      {session.insteadOf === null ? (
        <Fact label="Trainer">{session.trainer}</Fact>
      ) : (
        <Fact label="Trainer" className="text-ash">
          <TrainerName row={session} />
        </Fact>
      )}
      {guest && <Fact label="Guest">{guest}</Fact>}
      {places && <Fact label="Places">{places}</Fact>}
      {cover && (
        <Fact label="Your pass" className="py-1 text-[17px] font-bold">
          {withoutBreaks(cover)}
        </Fact>
      )}
      {price && (
        <Fact label="Price">
          {price} <span className="inline-block font-text text-[15px] font-normal">payable at the desk</span>
        </Fact>
      )}
    </dl>
  );
}

type FactProps = { label: string; className?: string; children: ReactNode };

function Fact({
  label,
  className = "font-display text-[28px] leading-[1.05] font-black xl:text-[34px]",
  children,
}: FactProps) {
  return (
    <div className="grid grid-cols-[92px_minmax(0,1fr)] items-baseline gap-3 border-b border-white/15 py-3 max-[359px]:grid-cols-1 max-[359px]:gap-1 xl:grid-cols-[130px_minmax(0,1fr)]">
      <dt className="text-[15px] font-bold text-ash">{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

/** "Book, KES 800 at the desk". The sum stays together where the line breaks. */
export function WithSum({ what, sum }: { what: string; sum: string | undefined }) {
  if (!sum) return what;
  return (
    <span>
      {what}, <span className="inline-block">{sum} at the desk</span>
    </span>
  );
}

export function Statement({ message: { strong, rest } }: { message: Message }) {
  return (
    <p className="mt-6.5 mb-6 border-l-[12px] border-red pl-5 text-lg leading-normal">
      <b className="block">{strong}</b> {rest}
    </p>
  );
}

/** A position on the waiting list, in large type. */
export function WaitingPosition({ before, position }: { before: string; position: string }) {
  return (
    <p className="mt-6.5 mb-9 grid grid-cols-[auto_1fr] items-end gap-x-3.5 gap-y-3 font-display font-black text-white">
      <span className="col-span-2 font-text text-lg leading-tight font-bold">{before}</span>{" "}
      <b className="text-[clamp(104px,11vw,150px)] leading-[.76] font-black">{position}</b>{" "}
      <span className="text-[clamp(44px,4.4vw,62px)] leading-[.76] uppercase">in line</span>
    </p>
  );
}
