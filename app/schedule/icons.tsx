/** The icons of the schedule, which no other page has. */
import { type IconProps, Stroked } from "../ui/icons.tsx";

/** One in the place of another. */
export function ExchangeIcon({ className }: IconProps) {
  return (
    <Stroked {...(className && { className })}>
      <path d="M4 8h15M14.5 3.5 19 8l-4.5 4.5M20 16.5H5M9.5 12 5 16.5 9.5 21" />
    </Stroked>
  );
}

export function CalendarIcon({ className }: IconProps) {
  return (
    <Stroked {...(className && { className })}>
      <path d="M3 5.5h18V21H3zM3 10.5h18M8 2.5v5M16 2.5v5" />
    </Stroked>
  );
}

export function PrintIcon({ className }: IconProps) {
  return (
    <Stroked {...(className && { className })}>
      <path d="M6.5 8V3h11v5M6.5 17H3V8h18v9h-3.5M6.5 14h11v7h-11z" />
    </Stroked>
  );
}
