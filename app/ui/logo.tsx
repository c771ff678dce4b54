/**
 * The mark: a hide shield with two cuts that form an N, and bands of the shuka at its edges. The same
 * outline as `photos/brand/mark.svg`, in a viewBox of 48 by 64.
 */
const MARK =
  "M16 58.1C9.5 52.5 5.1 46.4 3.2 39.8H11.5V37.6H2.6C2.4 36.6 2.2 35.6 2.1 34.6H11.5V29.4H2.1C2.2 28.4 2.4 27.4 2.6 26.4H11.5V24.2H3.2C5.3 16.9 10.6 10 18.4 3.9L32 37V5.9C38.5 11.5 42.9 17.6 44.8 24.2H36.5V26.4H45.4C45.6 27.4 45.8 28.4 45.9 29.4H36.5V34.6H45.9C45.8 35.6 45.6 36.6 45.4 37.6H36.5V39.8H44.8C42.7 47.1 37.4 54 29.6 60.1L16 27Z";

const ROOM = 8;

/** The logo: mark and name, in the font's size and colour. Links add the accessible name. */
export function Logo({ word, className }: { word: string; className?: string }) {
  return (
    <span
      className={`inline-flex items-center gap-[.26em] font-display leading-none font-black tracking-[.012em] whitespace-nowrap ${className ?? ""}`}
    >
      <svg
        viewBox="0 0 48 64"
        width="48"
        height="64"
        aria-hidden="true"
        className="h-[1.14em] w-auto shrink-0 fill-red"
      >
        <path d={MARK} />
      </svg>
      <span style={{ fontSize: word.length > ROOM ? `${ROOM / word.length}em` : undefined }}>{word}</span>
    </span>
  );
}
