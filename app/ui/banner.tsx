import { type PhotoView, Picture } from "./picture.tsx";
import { Eyebrow } from "./section.tsx";

type BannerProps = {
  eyebrow: string;
  title: string;
  photo: PhotoView;
  /** Lower than usual, so that the content below is in view. */
  isLow?: boolean;
};

/** An inner page's banner: picture, `h1` and shuka. The picture is decorative; gradients give the title contrast. */
export function Banner({ eyebrow, title, photo, isLow = false }: BannerProps) {
  const height = isLow
    ? "pt-24 pb-8 md:pt-28 md:pb-10 noticed:pt-10"
    : "min-h-[clamp(340px,38vw,540px)] pt-32 pb-14 md:pb-18";
  return (
    <div className={`relative isolate grid items-end overflow-hidden bg-ink px-gutter text-white ${height}`}>
      <div className="absolute inset-0 -z-20">
        <Picture photo={photo} sizes={`(width < 48rem) ${isLow ? 145 : 170}vw, 100vw`} priority decorative />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0ce6_6%,#0b0b0c99_40%,#0b0b0c00_75%),linear-gradient(180deg,#0b0b0ce6_0,#0b0b0c00_140px)] md:bg-[linear-gradient(0deg,#0b0b0ce6_4%,#0b0b0c73_38%,#0b0b0c00_70%),linear-gradient(180deg,#0b0b0ce6_0,#0b0b0c00_140px),linear-gradient(90deg,#0b0b0c99_0,#0b0b0c00_60%)]"
      />
      <div>
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1 className={isLow ? "mt-2 text-[clamp(44px,5vw,72px)] leading-[.9]" : "mt-4 title-banner"}>{title}</h1>
      </div>
      <div aria-hidden="true" className="shuka absolute inset-x-0 bottom-0 h-4.5" />
    </div>
  );
}
