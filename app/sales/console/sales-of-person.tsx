import { href, Link } from "react-router";
import { Board } from "../../console/kit/list-page.tsx";
import { TitledSection } from "../../console/page-parts.tsx";
import type { SalesOfPersonView } from "./money-view.server.ts";

export function SalesOfPerson({ id, sales }: { id: string; sales: SalesOfPersonView }) {
  return (
    <TitledSection title="Sales">
      {sales.owed !== undefined && <p className="state alert">{sales.owed}</p>}
      {sales.rows.length === 0 ? <p className="quiet">No sales yet.</p> : <Board rows={sales.rows} heading="h3" />}
      {sales.mayGive && (
        <p className="actions">
          <Link className="link" to={href("/staff/members/:person/give", { person: id })}>
            Give a free pass
          </Link>
        </p>
      )}
    </TitledSection>
  );
}
