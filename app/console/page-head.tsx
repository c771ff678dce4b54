import type { ReactNode } from "react";
import { Link, type MetaDescriptor } from "react-router";

type PageHeadProps = {
  title: string;
  tab?: string;
  hasErrors?: boolean;
  back?: { to: string; label: string };
  meta?: ReactNode;
  actions?: ReactNode;
};

/**
 * The head of a console page: a way back, its h1, a line, and actions on the whole page.
 * @param tab a longer title for the tab @param back the page above
 */
export function PageHead({ title, tab = title, hasErrors, back, meta, actions }: PageHeadProps) {
  return (
    <div className="head">
      <title>{consoleTitle(tab, hasErrors)}</title>
      <div>
        {back && (
          <Link to={back.to} className="back">
            {back.label}
          </Link>
        )}
        <h1>{title}</h1>
        {meta && <p className="meta">{meta}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

export const NOINDEX: MetaDescriptor = { name: "robots", content: "noindex" };

export function consoleTitle(title: string, hasErrors = false): string {
  return `${hasErrors ? "Error: " : ""}${title} · Console`;
}

/** The title of a console page, which search engines must not index. */
export function consoleMeta(title: string): MetaDescriptor[] {
  return [{ title: consoleTitle(title) }, NOINDEX];
}
