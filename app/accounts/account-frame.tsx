import type { ReactNode } from "react";
import { Picture, type ShownPhoto } from "../ui/picture.tsx";
import { Eyebrow } from "../ui/section.tsx";

/**
 * The frame of the screens where an account is entered or changed: a tall picture, the form beside it. On phones the
 * picture is a strip above it, so that the first field is in the first view.
 */
export function AccountFrame({
  photo,
  eyebrow = "Your account",
  title,
  children,
}: {
  photo: ShownPhoto;
  eyebrow?: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="grid bg-ink lg:min-h-svh lg:grid-cols-[1.1fr_1fr]">
      <div className="relative h-60 md:h-80 lg:h-auto">
        {/* The picture stays in view while a long form scrolls past it. */}
        <div className="absolute inset-0 lg:sticky lg:top-0 lg:h-svh">
          <Picture photo={photo} sizes="(width >= 64rem) 53vw, 100vw" priority decorative />
          <div
            aria-hidden="true"
            className="absolute inset-0 bg-[linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_130px)] lg:bg-[linear-gradient(180deg,#0b0b0cb3_0,#0b0b0c00_150px),linear-gradient(90deg,#0b0b0c00_60%,#0b0b0c)]"
          />
        </div>
        <div aria-hidden="true" className="shuka absolute inset-x-0 bottom-0 h-4.5" />
      </div>
      <div className="w-full max-w-[600px] self-center px-gutter pt-10 pb-18 md:pt-14 lg:pt-34 lg:pb-20 lg:pl-[clamp(40px,4vw,64px)]">
        <Eyebrow>{eyebrow}</Eyebrow>
        <h1 className="mt-5 mb-8 text-[clamp(60px,8vw,120px)]">{title}</h1>
        {children}
      </div>
    </div>
  );
}
