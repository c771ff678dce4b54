import { href, Link } from "react-router";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { LibraryPicture } from "../library.server.ts";
import { type PictureCondition, thumbnailAddress } from "../library-picture.ts";

export function PictureRow({ picture }: { picture: LibraryPicture }) {
  const { hash, name, alt, width, height, condition, madeBy, madeAt, uses } = picture;
  return (
    <li className="grid grid-cols-[96px_minmax(0,1fr)] items-center gap-x-4 gap-y-1 py-row md:grid-cols-[128px_minmax(0,1fr)_300px] md:gap-x-6">
      <div
        className={`row-span-2 aspect-4/3 self-start md:row-span-1 ${condition === "withdrawn" ? "grid bg-sand" : "bg-ink"}`}
      >
        {condition === "withdrawn" ? (
          <p className="quiet place-self-center">Deleted</p>
        ) : (
          <img
            className="size-full object-cover"
            src={thumbnailAddress(hash)}
            alt=""
            width={width}
            height={height}
            loading="lazy"
          />
        )}
      </div>
      <div>
        <h2 className="name">
          <Link to={href("/staff/pictures/:hash", { hash })}>{name}</Link>
        </h2>
        {alt !== "" && <p>{alt}</p>}
        <p className="help">
          {madeBy}, {withoutBreaks(madeAt)}
        </p>
      </div>
      <ConditionLabel condition={condition} places={uses.filter(({ isDraft }) => !isDraft).length} />
    </li>
  );
}

const INCOMPLETE: Readonly<Record<Exclude<PictureCondition, "complete">, { label: string; look: string }>> = {
  making: { label: "Processing", look: "waiting" },
  failed: { label: "Processing failed", look: "alert" },
  withdrawn: { label: "Consent withdrawn, files deleted", look: "off" },
  "subjects-missing": { label: "Incomplete: who is in the picture?", look: "waiting" },
  "consent-missing": { label: "Waiting for consent", look: "waiting" },
  "description-missing": { label: "Incomplete: no description", look: "waiting" },
};

/** The condition of a picture or, if complete, whether it is on the site. */
export function ConditionLabel({ condition, places }: { condition: PictureCondition; places: number }) {
  if (condition !== "complete") {
    const { label, look } = INCOMPLETE[condition];
    return <span className={`state ${look}`}>{label}</span>;
  }
  if (places === 0) return <span className="state off">Ready, not on the site</span>;
  return <span className="state on">{places === 1 ? "On the site" : `On the site, in ${places} places`}</span>;
}
