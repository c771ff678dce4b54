import { href, Link } from "react-router";
import type { SessionRowView } from "./timetable-view.ts";

/** The name of a row's class, which leads to its page. */
export function ClassName({ row: { classSlug, className, hasPage } }: { row: SessionRowView }) {
  if (!hasPage) return className;
  return (
    <Link
      to={href("/classes/:slug", { slug: classSlug })}
      className="underline-offset-4 hover:underline [text-decoration-thickness:.06em]"
    >
      {className}
    </Link>
  );
}
