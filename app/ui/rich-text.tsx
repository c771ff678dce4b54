import { Link } from "react-router";

/** A piece of a text: plain, or a link to a page of this site or a phone number. */
export type TextPart = string | { text: string; to: string };

type RichTextProps = { parts: readonly TextPart[]; linkClass?: string };

/** Text with links, which have the colour of the text around them unless `linkClass` is set. */
export function RichText({ parts, linkClass = "font-bold underline underline-offset-4" }: RichTextProps) {
  return parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // Link leaves addresses with another scheme unchanged. The parts are never reordered.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Link key={index} to={part.to} className={linkClass}>
        {part.text}
      </Link>
    ),
  );
}
