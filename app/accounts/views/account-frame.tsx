import type { ReactNode } from "react";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import { Eyebrow } from "../../ui/section.tsx";

type AccountFrameProps = { photo: PhotoView; eyebrow?: string; title: string; children: ReactNode };

/** The frame of account forms: a picture next to the form, or above it as a strip on phones. */
export function AccountFrame({ photo, eyebrow = "Your account", title, children }: AccountFrameProps) {
  return (
    <div className="grid bg-ink lg:min-h-svh lg:grid-cols-2">
      <div className="relative h-76 md:h-100 lg:sticky lg:top-0 lg:h-svh">
        {/* The picture starts below the bar, which would cover the face. */}
        <div className="absolute inset-0 top-18 noticed:top-0">
          <Picture photo={photo} sizes="(width >= 64rem) 80vw, 100vw" priority decorative />
          <div
            aria-hidden="true"
            className="absolute inset-0 bg-[linear-gradient(180deg,#0b0b0c_0,#0b0b0c00_40px)] lg:bg-[linear-gradient(180deg,#0b0b0c_0,#0b0b0c00_110px),linear-gradient(90deg,#0b0b0c00_78%,#0b0b0c)]"
          />
        </div>
        <div aria-hidden="true" className="shuka absolute inset-x-0 bottom-0 h-4.5 lg:hidden" />
      </div>
      <div className="w-full max-w-3xl self-center lg:max-w-[720px] px-gutter pt-10 pb-18 md:pt-14 lg:pt-34 lg:noticed:pt-14 lg:pb-20 lg:pl-16">
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1 className="mt-5 mb-8 text-[clamp(min(56px,18vw-14px),6.2vw,80px)]">{title}</h1>
        {children}
      </div>
    </div>
  );
}
