import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import type { GalleryPicture } from "../../content-types/pictures.ts";
import { ArrowIcon, CloseIcon } from "../../ui/icons.tsx";
import { Picture, sizeOf } from "../../ui/picture.tsx";

/** A longer horizontal movement is a swipe, a shorter one a tap. */
const SWIPE_PX = 40;

/** The aspect ratio of the gallery's sources, for pictures of unknown size. */
const USUAL_RATIO = 4 / 3;

function SquareButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-14 shrink-0 cursor-pointer place-items-center bg-coal text-white transition-colors hover:bg-red focus-visible:-outline-offset-4 low:size-11"
    >
      {children}
    </button>
  );
}

type LightboxProps = {
  all: readonly GalleryPicture[];
  shown: number | null;
  onShow: (index: number) => void;
  onClose: () => void;
};

/**
 * A picture in a modal dialog with keys, buttons and swipes. On low screens the picture fills the view. @param shown
 * index; null while closed
 */
export function Lightbox({ all, shown, onShow, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const swipeFrom = useRef<number>(undefined);
  const isOpen = shown !== null;

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const turn = (by: 1 | -1) => {
    if (shown !== null) onShow((shown + by + all.length) % all.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") turn(1);
    if (event.key === "ArrowLeft") turn(-1);
  };
  const onPointerUp = (event: PointerEvent) => {
    const moved = swipeFrom.current === undefined ? 0 : event.clientX - swipeFrom.current;
    swipeFrom.current = undefined;
    if (Math.abs(moved) > SWIPE_PX) turn(moved < 0 ? 1 : -1);
  };
  const picture = shown === null ? undefined : all[shown];

  return (
    <dialog
      ref={dialog}
      aria-label="Picture, large"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.hasAttribute("data-beside")) onClose();
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none overscroll-contain bg-ink text-chalk"
    >
      {picture && shown !== null && (
        <div data-beside="" className="grid h-full grid-rows-[auto_1fr_auto] low:block">
          <div
            data-beside=""
            className="flex items-center justify-between px-gutter py-3 low:sticky low:top-0 low:z-10 low:h-0 low:items-start low:p-0"
          >
            <p
              aria-live="polite"
              className="font-display text-[28px] leading-none font-black low:bg-coal low:px-2 low:py-1 low:text-[20px]"
            >
              {shown + 1} of {all.length}
            </p>
            <SquareButton label="Close" onClick={onClose}>
              <CloseIcon />
            </SquareButton>
          </div>
          <figure data-beside="" className="contents">
            <div
              data-beside=""
              className="grid min-h-0 touch-pan-y touch-pinch-zoom place-items-center md:px-gutter low:h-dvh low:px-0"
              onPointerDown={(event) => {
                if (event.isPrimary && event.pointerType !== "mouse") swipeFrom.current = event.clientX;
              }}
              onPointerUp={onPointerUp}
              onPointerCancel={() => {
                swipeFrom.current = undefined;
              }}
            >
              <LargePicture key={picture.slug} picture={picture} />
            </div>
            <figcaption
              data-beside=""
              className="flex min-h-28 items-center justify-between gap-5 px-gutter py-4 text-[16px] text-ash low:min-h-0"
            >
              <span className="max-w-[60ch]">{picture.photo.alt}</span>
              <span className="flex gap-2 low:absolute low:inset-x-0 low:top-[calc(100dvh-44px)] low:justify-between">
                <SquareButton label="Previous picture" onClick={() => turn(-1)}>
                  <ArrowIcon className="h-4 w-6 rotate-180" />
                </SquareButton>
                <SquareButton label="Next picture" onClick={() => turn(1)}>
                  <ArrowIcon className="h-4 w-6" />
                </SquareButton>
              </span>
            </figcaption>
          </figure>
        </div>
      )}
    </dialog>
  );
}

function LargePicture({ picture }: { picture: GalleryPicture }) {
  const size = sizeOf(picture.photo);
  const ratio = size ? size.width / size.height : USUAL_RATIO;
  return (
    <div
      className="[--bars:12rem] low:[--bars:0rem]"
      style={{ width: `min(100%, calc((100dvh - var(--bars)) * ${ratio}))` }}
    >
      <Picture photo={picture.photo} sizes={`min(100vw, ${Math.round(ratio * 100)}vh)`} aspect={ratio} decorative />
    </div>
  );
}
