import { href } from "react-router";
import { Board } from "../../console/kit/list-page.tsx";
import { ConsoleLink, TitledSection } from "../../console/page-parts.tsx";
import type { SalesOfPersonView } from "./money-view.server.ts";

export function SalesOfPerson({ id, sales }: { id: string; sales: SalesOfPersonView }) {
  return (
    <TitledSection title="Sales">
      {sales.owed !== undefined && <p className="state alert">{sales.owed}</p>}
      {sales.rows.length === 0 ? <p className="empty">No sales yet.</p> : <Board rows={sales.rows} heading="h3" />}
      {sales.mayGive && (
        <p className="actions">
          <ConsoleLink
            to={href("/staff/members/:person/give", { person: id })}
            className="button"
            label="Give a free pass"
          />
        </p>
      )}
    </TitledSection>
  );
}
