import { joinPath } from "../../content-types/paths.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { SessionRowView } from "./timetable-view.server.ts";
import { useNow } from "./use-now.ts";

/** The red button: book, join the waiting list, or contact. None for past or cancelled sessions. */
export function SessionButton({ row, className }: { row: SessionRowView; className?: string }) {
  const { id, classSlug, isOff, startsAt, endsAt, places, about } = row;
  const now = useNow();
  const isOver = now !== undefined && Date.parse(places ? startsAt : endsAt) <= now.getTime();
  if (isOff || isOver) return null;
  return (
    <div className={className}>
      <LinkButton
        to={places?.path ?? `${joinPath(classSlug)}&session=${id}`}
        size="small"
        className="w-full max-md:gap-2 max-md:px-3 md:whitespace-nowrap"
      >
        <span>
          {places === undefined ? "Join Now" : places.availability === "full" ? "Join the list" : "Book"}
          <span className="sr-only">: {about}</span>
        </span>
      </LinkButton>
      {places?.price && <p className="mt-2 text-[15px] font-bold text-ash print:hidden">{places.price}</p>}
    </div>
  );
}
