import type { CSSProperties, ReactNode } from "react";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Eyebrow } from "../../ui/section.tsx";

/** The frame of the pages about one session: the picture of its class, and beside it its name as large as it fits. */
export function BookingFrame({
  photo,
  eyebrow,
  title,
  children,
}: {
  photo: PhotoView;
  eyebrow: string;
  title: string;
  children: ReactNode;
}) {
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length));
  return (
    <div className="grid bg-ink lg:min-h-[900px] lg:grid-cols-2">
      <div className="relative h-75 overflow-hidden lg:h-auto">
        <Picture photo={photo} sizes="(width >= 64rem) 80vw, 100vw" priority decorative />
        <div
          aria-hidden="true"
          className="absolute inset-0 bg-[linear-gradient(0deg,#0b0b0c_0,#0b0b0c00_60%),linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_120px)] lg:bg-[linear-gradient(90deg,#0b0b0c00_60%,#0b0b0c),linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_140px),linear-gradient(0deg,#0b0b0c_0,#0b0b0c00_24%)]"
        />
      </div>
      <div className="relative -mt-18 w-full max-w-[760px] px-gutter pb-18 lg:mt-0 lg:max-w-[680px] lg:pt-34 lg:pb-20 lg:pl-16">
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1
          style={{ "--letters": longestWord } as CSSProperties}
          className="mt-4 text-[max(40px,min(18vw,104px,(100vw-var(--spacing-gutter)*2)/(var(--letters)*.6)))] leading-[.84] wrap-anywhere lg:text-[max(56px,min(9vw,132px,(50vw-64px-var(--spacing-gutter))/(var(--letters)*.6),536px/(var(--letters)*.6)))]"
        >
          {title}
        </h1>
        {children}
      </div>
    </div>
  );
}
