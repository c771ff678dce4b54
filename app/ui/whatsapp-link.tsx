import type { MouseEventHandler } from "react";
import { Stroked } from "./icons.tsx";

type WhatsAppLinkProps = {
  href: string;
  about?: string;
  /** `small` for a link below a small button. */
  size?: "small" | "normal";
  /** Shows only the icon; the text is for screen readers. */
  isIcon?: boolean;
  className?: string;
  children?: string;
  onClick?: MouseEventHandler;
};

const SIZES = { small: "gap-1.5 text-[13px]", normal: "gap-2 text-[15px]" };

export function WhatsAppLink(props: WhatsAppLinkProps) {
  const { href, about, size = "normal", isIcon = false, className = "", children = "Ask on WhatsApp", onClick } = props;
  return (
    <a
      href={href}
      rel="noopener"
      onClick={onClick}
      className={`inline-flex min-h-11 items-center font-text leading-tight font-bold underline-offset-4 hover:underline ${SIZES[size]} ${className}`}
    >
      <Stroked className={size === "small" ? "size-4 shrink-0" : "size-5 shrink-0"}>
        <path d="M3.2 20.8l1.3-4.6a9.2 9.2 0 1 1 3.4 3.3Z" />
        <path d="M8.6 8.2c.2 3.8 3.4 7 7.2 7.2l.7-2.1-2.3-1.1-1 1a6 6 0 0 1-2.4-2.4l1-1-1.1-2.3Z" strokeWidth="1.4" />
      </Stroked>
      <span className={isIcon ? "sr-only" : undefined}>
        {children}
        {about && <span className="sr-only">: {about}</span>}
      </span>
    </a>
  );
}
