import { Link } from "react-router";
import { formPath } from "../../content-types/paths.ts";

/** A draft, a change with a date or one that failed, or an entry whose picture visitors don't see any more. */
export type WaitingItem = {
  kind: "failed" | "picture-hidden" | "draft" | "scheduled";
  type: string;
  slug: string;
  title: string;
  /** What it is, and what happens to it when. */
  text: string;
  /** Who, and when: shown where there is room. */
  more: string;
};

const KINDS = {
  failed: { words: "Couldn’t go live", mark: "alert", link: "Look at it" },
  "picture-hidden": { words: "No picture", mark: "alert", link: "Look at it" },
  draft: { words: "Draft", mark: "waiting", link: "Go on" },
  scheduled: { words: "Scheduled", mark: "due", link: "Open" },
} as const;

/** What of the content waits for somebody, as rows of a list. */
export function WaitingItems({ items }: { items: readonly WaitingItem[] }) {
  return items.map(({ kind, type, slug, title, text, more }) => {
    const { words, mark, link } = KINDS[kind];
    return (
      <li key={`${kind} ${type} ${slug}`}>
        <span className={`state ${mark}`}>{words}</span>
        <p>
          <b>{title}</b>, {text}
          <span className="more">{more}</span>.
        </p>
        <Link className="link" to={formPath(type, slug)}>
          {link}
          <span className="sr-only">{`: ${title}`}</span>
        </Link>
      </li>
    );
  });
}
