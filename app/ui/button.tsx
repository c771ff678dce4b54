import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { ArrowIcon } from "./icons.tsx";

type Tone = "red" | "ink" | "ghost";
type Size = "large" | "small";

const TONES: Record<Tone, string> = {
  red: "bg-red text-white hover:bg-blood",
  ink: "bg-ink text-white hover:bg-iron",
  ghost: "shadow-[inset_0_0_0_2px_currentColor] hover:bg-white/10",
};

const SIZES: Record<Size, string> = {
  large: "min-h-15 px-6.5 text-[15px]",
  small: "min-h-12 px-4.5 text-[13px]",
};

function shape(tone: Tone, size: Size, extra: string | undefined): string {
  const base =
    "group inline-flex cursor-pointer items-center justify-between gap-4.5 rounded-edge font-bold tracking-[.04em] uppercase transition-colors";
  return [base, TONES[tone], SIZES[size], extra ?? ""].join(" ");
}

function Arrow() {
  return <ArrowIcon className="h-3.5 w-5 shrink-0 transition-transform group-hover:translate-x-1" />;
}

/** A link that looks like a button. It scrolls to the top of the new page, as every link of the site does. */
export function LinkButton({
  tone = "red",
  size = "large",
  className,
  children,
  ...link
}: Omit<LinkProps, "className"> & { tone?: Tone; size?: Size; className?: string; children: ReactNode }) {
  return (
    <Link {...link} className={shape(tone, size, className)}>
      {children}
      <Arrow />
    </Link>
  );
}

/** A button that does something on this page; inside a form it submits. */
export function Button({
  tone = "red",
  size = "large",
  className,
  children,
  ...button
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
  tone?: Tone;
  size?: Size;
  className?: string;
  children: ReactNode;
}) {
  return (
    <button {...button} className={shape(tone, size, className)}>
      {children}
      <Arrow />
    </button>
  );
}
