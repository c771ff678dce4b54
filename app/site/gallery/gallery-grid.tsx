import { type MouseEvent, useRef, useState } from "react";
import { href } from "react-router";
import type { GalleryPicture } from "../../content-types/pictures.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Picture, pictureUrl } from "../../ui/picture.tsx";
import { RichText, type TextPart } from "../../ui/rich-text.tsx";
import { filledRows } from "./filled-rows.ts";
import { Lightbox } from "./lightbox.tsx";

/** The width of the file that a picture links to where no script opens it large. */
const LINKED_WIDTH_PX = 1600;

/**
 * A page's pictures in three columns, two at medium widths, one on a phone (specification, section 2, "Gallery"). Each
 * is a link to its picture file; with script it opens large in a dialog instead.
 * @param note what the invitation says
 */
export function GalleryGrid({ pictures, note }: { pictures: readonly GalleryPicture[]; note: readonly TextPart[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const { isFirstWide, hasInvitation } = filledRows(pictures.length);

  const open = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    // A click for a new tab or window opens the file there.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    opener.current = event.currentTarget;
    setShown(index);
  };
  const close = () => {
    setShown(null);
    opener.current?.focus();
  };

  if (pictures.length === 0) return <p className="text-lg text-ash">There are no pictures yet.</p>;
  return (
    <>
      <ul data-gallery="" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 lg:gap-4">
        {pictures.map((picture, index) => (
          <li key={picture.slug} className={isFirstWide && index === 0 ? "lg:col-span-2" : undefined}>
            <a
              href={pictureUrl(picture.photo, LINKED_WIDTH_PX)}
              onClick={(event) => open(event, index)}
              className={`group relative block aspect-4/3 overflow-hidden bg-coal ${isFirstWide && index === 0 ? "lg:aspect-auto lg:h-full" : ""}`}
            >
              <span className="absolute inset-0">
                <Picture
                  photo={picture.photo}
                  sizes={`(width >= 64rem) ${isFirstWide && index === 0 ? 60 : 30}vw, (width >= 40rem) 45vw, 90vw`}
                  className="transition-transform duration-500 group-hover:scale-104 group-focus-visible:scale-104"
                />
              </span>
              <span
                aria-hidden="true"
                className="shuka absolute inset-x-0 bottom-0 h-2.5 origin-left scale-x-0 transition-transform duration-300 group-hover:scale-x-100 group-focus-visible:scale-x-100"
              />
            </a>
          </li>
        ))}
        {hasInvitation && (
          <li className={pictures.length % 2 === 0 ? "sm:col-span-2 lg:col-span-1" : undefined}>
            <Invitation note={note} />
          </li>
        )}
      </ul>
      <Lightbox all={pictures} shown={shown} onShow={setShown} onClose={close} />
    </>
  );
}

/** Takes the last cell of the grid where the pictures leave it free. */
function Invitation({ note }: { note: readonly TextPart[] }) {
  return (
    <div className="relative flex h-full flex-col items-start justify-between gap-10 bg-coal px-7 pt-9 pb-12 lg:px-9">
      <p className="font-display text-[clamp(40px,3.6vw,58px)] leading-[.9] font-black text-balance uppercase">
        <RichText parts={note} linkClass="underline" />
      </p>
      <LinkButton to={href("/contact")}>Come and see it</LinkButton>
      <span aria-hidden="true" className="shuka absolute inset-x-0 bottom-0 h-4.5" />
    </div>
  );
}
