import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { GymClass } from "../../content-types/class.ts";
import { joinPath } from "../../content-types/paths.ts";
import type { CardTimes } from "../../timetable/card-times.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

/** What a card shows of a class; its page has the rest. */
export type ClassOnCard = Pick<GymClass, "slug" | "title" | "summary" | "photo">;

/** A class as its card shows it: the trainer by name, or null when the trainer is gone. */
export type ClassView = ClassOnCard & CardTimes & { trainer: string | null };

/** One class: its picture, what happens, when and with whom. `save` is the control that saves it. */
export function ClassCard({ gymClass, save }: { gymClass: ClassView; save: ReactNode }) {
  const { slug, title, summary, days, time, photo, trainer } = gymClass;
  return (
    <article className="group/card relative isolate flex h-full flex-col overflow-hidden bg-coal">
      <div className="relative -z-10 aspect-9/8 overflow-hidden">
        <Picture
          photo={photo}
          sizes="(width >= 80rem) 23vw, (width >= 40rem) 45vw, 90vw"
          className="transition-transform duration-500 group-hover/card:scale-104"
        />
        <div
          aria-hidden="true"
          className="absolute inset-0 bg-[linear-gradient(0deg,#151517_2%,#151517d9_18%,#15151700_52%)]"
        />
      </div>
      <div className="-mt-12 flex flex-1 flex-col px-6 pb-6">
        <h2 className="text-[46px] text-white xl:max-2xl:text-[40px]">
          <Link to={href("/classes/:slug", { slug })} className="decoration-[3px] underline-offset-4 hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-3 mb-5 text-[16px] text-ash">{summary}</p>
        <p className="mt-auto grid gap-1 border-t border-white/14 pt-4">
          <span className="font-display text-[26px] leading-none font-black text-white uppercase">{days}</span>{" "}
          {time && (
            <span className="font-display text-[26px] leading-none font-black text-ember">
              {time.from}-
              <wbr />
              {time.to}
            </span>
          )}
        </p>
        <p className="mt-2 mb-6 min-h-6 text-[15px] text-ash">{trainer && `with ${trainer}`}</p>
        <LinkButton to={joinPath(slug)} size="small" className="w-full">
          <span>
            join now<span className="sr-only">: {title}</span>
          </span>
        </LinkButton>
      </div>
      <div className="absolute top-0 right-0">{save}</div>
    </article>
  );
}
