import { href, Link } from "react-router";
import { ArrowIcon } from "../../ui/icons.tsx";

/** The calendars there are, each a link to its page. `chosen` is the slug of the class whose page this is. */
export function ClassFeedList({
  classes,
  chosen,
}: {
  classes: readonly { slug: string; title: string }[];
  chosen: string | undefined;
}) {
  const page = href("/schedule/calendar");
  const ofClasses = classes.map(({ slug, title }) => ({ slug, title, to: `${page}?class=${slug}` }));
  const all = chosen === undefined ? [] : [{ slug: "", title: "The whole timetable", to: page }];
  return (
    <ul className="grid gap-x-10 border-t border-white/15 sm:grid-cols-2 lg:grid-cols-3">
      {[...all, ...ofClasses.filter(({ slug }) => slug !== chosen)].map(({ slug, title, to }) => (
        <li key={slug} className="border-b border-white/15">
          <Link
            to={to}
            className="group flex items-center justify-between gap-4 py-3.5 font-display text-[26px] leading-tight font-black uppercase hover:text-ember"
          >
            {title}
            <ArrowIcon className="h-3.5 w-5 shrink-0 transition-transform group-hover:translate-x-1" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
