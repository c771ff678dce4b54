/** The site's own icons, in a viewBox of 24 by 24 and coloured like the text around them. */
import type { ReactNode } from "react";

export type IconProps = { className?: string | undefined };

const SIZE = "size-5";

function filledIcon(shapes: ReactNode) {
  return ({ className = SIZE }: IconProps) => (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className={className}>
      {shapes}
    </svg>
  );
}

/** For an icon of one feature, declared there: the icons of this file are in every script. */
export function Stroked({ className = SIZE, children }: IconProps & { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2" className={className}>
      {children}
    </svg>
  );
}

export function strokedIcon(shapes: ReactNode) {
  return ({ className }: IconProps) => <Stroked className={className}>{shapes}</Stroked>;
}

export const FacebookIcon = filledIcon(
  <path d="M13.6 22v-8.6h2.9l.5-3.6h-3.4V7.6c0-1 .4-1.7 1.9-1.7H17V2.7c-.6-.1-1.4-.2-2.4-.2-2.8 0-4.7 1.6-4.7 4.6v2.7H7v3.6h2.9V22z" />,
);

/** X, called twitter in the specification. */
export const TwitterIcon = filledIcon(
  <path d="M3 3.5h5.6l4.1 5.6 4.8-5.6h2.3l-6 7.1 6.7 9.9h-5.6l-4.5-6.2-5.3 6.2H2.8l6.5-7.7zm3.4 1.7 9.3 13.6h1.5L7.9 5.2z" />,
);

export const InstagramIcon = strokedIcon(
  <>
    <rect x="3" y="3" width="18" height="18" rx="5" />
    <circle cx="12" cy="12" r="4.2" />
    <path d="M17.1 6.9h.01" strokeWidth="2.6" strokeLinecap="round" />
  </>,
);

export const EmailIcon = strokedIcon(<path d="M2.5 5h19v14h-19zM3 6l9 7 9-7" />);

export const PhoneIcon = strokedIcon(
  <path d="M4 3h4.4l1.8 5-2.5 1.8a13 13 0 0 0 6.5 6.5L16 13.8l5 1.8V20c0 .6-.4 1-1 1C11 21 3 13 3 4c0-.6.4-1 1-1Z" />,
);

export const PlaceIcon = strokedIcon(
  <>
    <path d="M12 21.5c-4.7-5-7-8.6-7-11.8a7 7 0 0 1 14 0c0 3.2-2.3 6.8-7 11.8Z" />
    <circle cx="12" cy="9.7" r="2.5" />
  </>,
);

export const UserIcon = strokedIcon(
  <>
    <circle cx="12" cy="8" r="4.2" />
    <path d="M3.5 21c.8-4.3 4.2-6.5 8.5-6.5s7.7 2.2 8.5 6.5" />
  </>,
);

export const UserKnownIcon = filledIcon(
  <>
    <circle cx="12" cy="8" r="5" />
    <path d="M2.5 22c.8-5.2 4.6-7.5 9.5-7.5s8.7 2.3 9.5 7.5z" />
  </>,
);

/** Three columns of a chart: the icon that opens the info panel. */
export const StatsIcon = filledIcon(<path d="M3 12h4v9H3zM10 3h4v18h-4zM17 8h4v13h-4z" />);

export const MenuIcon = strokedIcon(<path d="M2 6h20M2 12h20M9 18h13" />);

export const CloseIcon = strokedIcon(<path d="M4 4l16 16M20 4 4 20" />);

export const CheckIcon = strokedIcon(<path d="m4 12.5 5.5 5.5L20 6.5" />);

/** An arrow to the right; turn it with a class for the other ways. It is wider than high: set both width and height. */
export function ArrowIcon({ className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      className={className}
    >
      <path d="M0 8h22M15 1l7 7-7 7" />
    </svg>
  );
}
