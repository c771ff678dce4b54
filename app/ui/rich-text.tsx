import { Link } from "react-router";

/** A piece of a text: words, or words that link to a page of this site or to a telephone. */
export type TextPart = string | { text: string; to: string };

/** Words with links in them, which have the colour of the words around them unless `linkClass` says otherwise. */
export function RichText({
  parts,
  linkClass = "font-bold underline underline-offset-4",
}: {
  parts: readonly TextPart[];
  linkClass?: string;
}) {
  return parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // Link writes an address of another scheme as it is. The parts are never reordered on the page.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Link key={index} to={part.to} className={linkClass}>
        {part.text}
      </Link>
    ),
  );
}
