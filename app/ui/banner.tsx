import { type PhotoView, Picture } from "./picture.tsx";
import { Eyebrow } from "./section.tsx";

type BannerProps = {
  eyebrow: string;
  title: string;
  /** Without a picture the banner is low, so that the content below is in view. */
  photo?: PhotoView | undefined;
};

/** An inner page's banner: picture, `h1` and shuka. The picture is decorative; gradients give the title contrast. */
export function Banner({ eyebrow, title, photo }: BannerProps) {
  const height = photo
    ? "min-h-[clamp(340px,38vw,540px)] pt-32 pb-14 md:pb-18"
    : "pt-24 pb-12 md:pt-28 md:pb-14 noticed:pt-8";
  return (
    <div className={`relative isolate grid items-end overflow-hidden bg-ink px-gutter text-white ${height}`}>
      {photo && (
        <>
          <div className="absolute inset-0 -z-20">
            <Picture photo={photo} sizes="(width < 48rem) 170vw, 100vw" priority decorative />
          </div>
          <div
            aria-hidden="true"
            className="absolute inset-0 -z-10 bg-[linear-gradient(0deg,#0b0b0ce6_6%,#0b0b0c99_40%,#0b0b0c00_75%),linear-gradient(180deg,#0b0b0ce6_0,#0b0b0c00_140px)] md:bg-[linear-gradient(0deg,#0b0b0ce6_4%,#0b0b0c73_38%,#0b0b0c00_70%),linear-gradient(180deg,#0b0b0ce6_0,#0b0b0c00_140px),linear-gradient(90deg,#0b0b0c99_0,#0b0b0c00_60%)]"
          />
        </>
      )}
      <div>
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1 className={photo ? "mt-4 title-banner" : "mt-3 text-[clamp(48px,7vw,104px)]"}>{title}</h1>
      </div>
      <div aria-hidden="true" className="shuka absolute inset-x-0 bottom-0 h-4.5" />
    </div>
  );
}
