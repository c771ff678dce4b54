import { href, Link } from "react-router";
import { type LibraryPicture, thumbnailAddress } from "../library-picture.ts";
import { ConditionWord } from "./picture-condition.tsx";

/** A picture in the library. `madeAt` says when in words. */
export function PictureRow({ picture }: { picture: LibraryPicture }) {
  const { hash, name, alt, width, height, condition, madeBy, madeAt, uses } = picture;
  return (
    <li>
      <div className="shot">
        {condition !== "withdrawn" && (
          <img src={thumbnailAddress(hash)} alt="" width={width} height={height} loading="lazy" />
        )}
      </div>
      <div>
        <h2 className="name">
          <Link to={href("/staff/pictures/:hash", { hash })}>{name}</Link>
        </h2>
        {alt !== "" && <p className="words">{alt}</p>}
        <p className="help">
          {madeBy}, {madeAt}
        </p>
      </div>
      <ConditionWord condition={condition} places={uses.filter(({ isDraft }) => !isDraft).length} />
    </li>
  );
}
