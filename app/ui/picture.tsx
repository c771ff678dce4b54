import type { CSSProperties } from "react";
import { preload } from "react-dom";
import {
  jpegWidthOf,
  PICTURES_PATH,
  type PictureFormat,
  type PictureSize,
  pictures,
  variantName,
  widthsOf,
} from "./picture-files.ts";

export type PhotoView = { file: string; alt: string; focus: readonly [x: number, y: number]; size?: PictureSize };

/** The condition for a phone's own crop; the same as Tailwind's `max-md`, which moves the focal point. */
const PORTRAIT_MEDIA = "(width < 48rem)";
const LANDSCAPE_MEDIA = "(width >= 48rem)";

const MISSING_GROUND =
  "bg-ink bg-[radial-gradient(80%_70%_at_70%_20%,#e8112d80,#0000_75%),linear-gradient(160deg,#2c2c30,#0b0b0c_75%)]";

/** Width divided by height, as a number or as `4/5`. */
type Aspect = number | `${number}/${number}`;

type PictureProps = {
  photo: PhotoView;
  /** The box's width, as in `sizes`. `aspect` adds the hidden crop. */
  sizes: string;
  /** Width divided by height. Without it the picture fills its parent, which then needs a height. */
  aspect?: Aspect;
  /** Visible without scrolling: fetched at once and preloaded from the head. */
  priority?: boolean;
  /** Hidden from screen readers, whatever the photo's alt text is. */
  decorative?: boolean;
  className?: string;
  /** Another crop, shown below 768 px. Its alt text is not read: both show the same scene. */
  portrait?: PhotoView;
};

/** The size of a photo's picture; undefined when there is no such picture. */
export function sizeOf({ file, size }: Pick<PhotoView, "file" | "size">): PictureSize | undefined {
  return size ?? pictures.get(file);
}

function addressOf(picture: PictureSize, width: number, format: PictureFormat): string {
  return `${PICTURES_PATH}/${variantName(picture, width, format)}`;
}

function widestOf(picture: PictureSize): number {
  return Math.max(...widthsOf(picture.width));
}

function srcSetOf(picture: PictureSize, format: PictureFormat): string {
  return widthsOf(picture.width)
    .map((width) => `${addressOf(picture, width, format)} ${width}w`)
    .join(", ");
}

/** Address of a picture as WebP, the narrowest file at least `width` pixels wide, else the widest. Undefined for an unknown file. */
export function pictureUrl(photo: Pick<PhotoView, "file" | "size">, width: number): string | undefined {
  const picture = sizeOf(photo);
  if (!picture) return undefined;
  const widths = widthsOf(picture.width);
  return addressOf(picture, widths.find((candidate) => candidate >= width) ?? widestOf(picture), "webp");
}

/** The `sizes` for a picture that is cropped to `aspect`. */
function sizesOf(picture: PictureSize, sizes: string, aspect: Aspect | undefined): string {
  return aspect === undefined ? sizes : scaleSizes(sizes, widening(picture, aspect));
}

/** Preloads of a first-view picture; `Picture` with `priority` emits them. */
export function picturePreloads(photo: PhotoView, sizes: string, portrait?: PhotoView, aspect?: Aspect) {
  const wanted = portrait
    ? [
        { shown: portrait, media: PORTRAIT_MEDIA },
        { shown: photo, media: LANDSCAPE_MEDIA },
      ]
    : [{ shown: photo, media: undefined }];
  return wanted.flatMap(({ shown, media }) => {
    const picture = sizeOf(shown);
    if (!picture) return [];
    return {
      as: "image" as const,
      href: addressOf(picture, widestOf(picture), "avif"),
      imageSrcSet: srcSetOf(picture, "avif"),
      imageSizes: sizesOf(picture, sizes, aspect),
      type: "image/avif",
      fetchPriority: "high" as const,
      ...(media && { media }),
    };
  });
}

function point([x, y]: PhotoView["focus"]): string {
  return `${x}% ${y}%`;
}

function Sources({ picture, sizes, media }: { picture: PictureSize; sizes: string; media?: string }) {
  return (["avif", "webp"] as const).map((format) => (
    <source
      key={format}
      type={`image/${format}`}
      srcSet={srcSetOf(picture, format)}
      sizes={sizes}
      media={media}
      width={picture.width}
      height={picture.height}
    />
  ));
}

/** The placeholder for a missing picture, in the tone of the pictures, so that the layout doesn't change. */
function Placeholder({ alt, className, style }: { alt: string; className: string; style: CSSProperties }) {
  const named = alt ? ({ role: "img", "aria-label": alt } as const) : ({ "aria-hidden": true } as const);
  return <span {...named} data-missing-picture="" className={`${MISSING_GROUND} ${className}`} style={style} />;
}

/** A picture in the best format and width, cropped around its focus; its average colour until loaded. */
export function Picture({ photo, sizes, aspect, priority, decorative, className, portrait }: PictureProps) {
  const alt = decorative ? "" : photo.alt;
  const shape = aspect === undefined ? "size-full" : "w-full";
  const ratio = aspect === undefined ? {} : { aspectRatio: String(aspect) };
  const picture = sizeOf(photo);
  if (!picture) {
    return <Placeholder alt={alt} className={`block ${shape} ${className ?? ""}`} style={ratio} />;
  }
  const narrow = portrait && sizeOf(portrait);
  if (priority) {
    for (const { href, ...options } of picturePreloads(photo, sizes, narrow && portrait, aspect))
      preload(href, options);
  }
  // Focal points as custom properties, since only a style sheet can choose between the crops.
  const focal: Record<`--${string}`, string> = { "--focal": point(photo.focus) };
  if (portrait) focal["--focal-portrait"] = point(portrait.focus);
  return (
    <picture
      className={`block overflow-hidden ${shape} ${className ?? ""}`}
      style={{ backgroundColor: picture.colour }}
    >
      {narrow && <Sources picture={narrow} sizes={sizesOf(narrow, sizes, aspect)} media={PORTRAIT_MEDIA} />}
      <Sources picture={picture} sizes={sizesOf(picture, sizes, aspect)} />
      <img
        src={addressOf(picture, jpegWidthOf(picture.width), "jpg")}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={priority ? "eager" : "lazy"}
        decoding={priority ? "sync" : "async"}
        fetchPriority={priority ? "high" : undefined}
        className={`object-cover object-(--focal) ${portrait ? "max-md:object-(--focal-portrait)" : ""} ${shape}`}
        style={{ ...ratio, ...focal }}
      />
    </picture>
  );
}

/** Width divided by height, from a number or from `4/5`. */
function ratioOf(aspect: number | string): number {
  const [width = 1, height = 1] = String(aspect).split("/").map(Number);
  return width / height;
}

/** How much wider than its box a cropped file must be to fill the box's pixels. */
export function widening(picture: { width: number; height: number }, aspect: number | string): number {
  const drawn = picture.width / picture.height / ratioOf(aspect);
  return Math.sqrt(Math.max(1, drawn));
}

/** Leading media conditions of one entry of `sizes`, then its length. */
const ENTRY = /^((?:(?:not|and|or)?\s*\([^()]*\)\s*)*)(.+)$/s;

/** Multiplies every length of a `sizes` list. */
export function scaleSizes(sizes: string, factor: number): string {
  if (factor < 1.05) return sizes;
  return sizes
    .split(/,(?![^(]*\))/)
    .map((entry) => {
      const [, condition = "", length = ""] = entry.trim().match(ENTRY) ?? [];
      const plain = length.match(/^([\d.]+)(vw|px|rem)$/);
      if (plain) return `${condition}${Math.round(Number(plain[1]) * factor * 10) / 10}${plain[2]}`;
      return `${condition}calc(${length} * ${factor.toFixed(2)})`;
    })
    .join(", ");
}
