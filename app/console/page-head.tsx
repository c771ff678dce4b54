import type { ReactNode } from "react";
import { Link } from "react-router";

type PageHeadProps = { title: string; back?: { to: string; label: string }; meta?: ReactNode; actions?: ReactNode };

/**
 * The head of a console page: a way back, its one h1, a line below it, and what can be done with the whole page.
 * @param back the page above this one
 */
export function PageHead({ title, back, meta, actions }: PageHeadProps) {
  return (
    <div className="head">
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
