import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { ArrowIcon } from "./icons.tsx";

const TONES = {
  red: "bg-red text-white hover:bg-blood",
  ink: "bg-ink text-white hover:bg-iron",
  ghost: "shadow-[inset_0_0_0_2px_currentColor] hover:bg-white/10",
};

const SIZES = {
  large: "min-h-15 px-6.5 text-[15px]",
  small: "min-h-12 px-4.5 text-[13px]",
};

type Look = { tone?: keyof typeof TONES; size?: keyof typeof SIZES; className?: string; children: ReactNode };

function shape(tone: Look["tone"] = "red", size: Look["size"] = "large", className = ""): string {
  const base =
    "group inline-flex cursor-pointer items-center justify-between gap-4.5 rounded-edge text-left font-bold tracking-[.04em] uppercase transition-colors";
  return [base, TONES[tone], SIZES[size], className].join(" ");
}

function Arrow() {
  return <ArrowIcon className="h-3.5 w-5 shrink-0 transition-transform group-hover:translate-x-1" />;
}

export function LinkButton({ tone, size, className, children, ...link }: Omit<LinkProps, keyof Look> & Look) {
  return (
    <Link {...link} className={shape(tone, size, className)}>
      {children}
      <Arrow />
    </Link>
  );
}

/** A button that does something on this page; inside a form it submits. */
export function Button({
  tone,
  size,
  className,
  children,
  ...button
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look> & Look) {
  return (
    <button {...button} className={shape(tone, size, className)}>
      {children}
      <Arrow />
    </button>
  );
}

/** A link within a sentence on a dark background. */
export const TEXT_LINK = "font-bold text-ember underline underline-offset-4 hover:text-white";

export const LINK = `inline-block py-2.5 ${TEXT_LINK}`;

/** A link of words. */
export function TextLink({ label, ...link }: LinkProps & { label: string }) {
  return (
    <Link className={LINK} {...link}>
      {label}
    </Link>
  );
}
