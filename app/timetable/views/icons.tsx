/** The icon of the schedule that no other page has. */
import { type IconProps, Stroked } from "../../ui/icons.tsx";

export function PrintIcon({ className }: IconProps) {
  return (
    <Stroked {...(className && { className })}>
      <path d="M6.5 8V3h11v5M6.5 17H3V8h18v9h-3.5M6.5 14h11v7h-11z" />
    </Stroked>
  );
}
