import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { joinPath } from "../../content-types/join-path.ts";
import type { CardTimes } from "../../timetable/card-times.ts";
import { LinkButton } from "../../ui/button.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";

/** A saved class as the account page shows it. */
export type SavedClass = CardTimes & {
  slug: string;
  title: string;
  photo: PhotoView;
};

/** The visitor's saved classes, each with its day, its time and a button to remove it. */
export function SavedClassList({ classes }: { classes: readonly SavedClass[] }) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(classes.length);
  useEffect(() => {
    // The button that removed a class is removed with it, and the focus would be lost.
    if (classes.length < shown.current) list.current?.focus({ preventScroll: true });
    shown.current = classes.length;
  }, [classes.length]);
  return (
    <div ref={list} tabIndex={-1} className="mt-10">
      {classes.length === 0 ? <NothingSaved /> : <Lines classes={classes} />}
    </div>
  );
}

function Lines({ classes }: { classes: readonly SavedClass[] }) {
  return (
    <ul className="border-b border-white/15">
      {classes.map((saved) => (
        <li
          key={saved.slug}
          className="group grid grid-cols-[96px_1fr] items-center gap-x-5 gap-y-3 border-t border-white/15 py-5 sm:grid-cols-[150px_1fr_auto] sm:gap-x-8"
        >
          <div className="row-span-2 overflow-hidden self-start sm:row-span-1">
            <Picture photo={saved.photo} sizes="(width >= 40rem) 150px, 96px" aspect="4/3" decorative />
          </div>
          <div>
            <h3 className="text-[clamp(30px,3.6vw,46px)]">{saved.title}</h3>
            <p className="mt-2 flex flex-wrap gap-x-3 font-display text-[22px] leading-tight font-black text-ash">
              <span className="text-white">{saved.days}</span>
              {saved.time && (
                <span>
                  {saved.time.from}-{saved.time.to}
                </span>
              )}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-5">
            <Link
              to={joinPath(saved.slug)}
              className="inline-flex min-h-11 items-center font-bold text-ember underline underline-offset-4 hover:text-white"
            >
              Join now<span className="sr-only">: {saved.title}</span>
            </Link>
            <Form method="post" action={href("/saved-classes")} preventScrollReset>
              <input type="hidden" name="class" value={saved.slug} />
              <input type="hidden" name="do" value="remove" />
              <input type="hidden" name="back" value={href("/account")} />
              <button
                type="submit"
                className="min-h-11 cursor-pointer rounded-edge border border-white/45 px-4 text-[15px] font-bold hover:border-white"
              >
                Remove<span className="sr-only"> {saved.title}</span>
              </button>
            </Form>
          </div>
        </li>
      ))}
    </ul>
  );
}

function NothingSaved() {
  return (
    <div className="border-y border-white/15 py-10">
      <p className="max-w-[46ch] text-lg text-ash">
        Nothing saved yet. Save a class on its card, and it waits for you here with its day and time.
      </p>
      <LinkButton to={href("/classes")} className="mt-7">
        our classes
      </LinkButton>
    </div>
  );
}
