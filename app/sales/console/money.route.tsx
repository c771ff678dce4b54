import { href, Link } from "react-router";
import { dayField } from "../../console/kit/actions.ts";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { ListPage } from "../../console/kit/list-page.tsx";
import { ConsoleButton, ConsoleLink } from "../../console/page-parts.tsx";
import type { Route } from "./+types/money.route";
import { readMoney } from "./money-view.server.ts";
import { salesRequest } from "./sales-request.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, actor } = await salesRequest(context, "see");
  return readMoney(services, actor, url.searchParams);
}

const PERIOD = [[dayField("from", "From"), dayField("to", "To")]] as const;

/** Sales of a day, debts, closed drawers, and a search by code or receipt. */
export default function Money({ loaderData }: Route.ComponentProps) {
  const { drawer, search, tabs, rows, areSentences, empty, pager, period } = loaderData;
  return (
    <ListPage
      title="Money"
      meta={drawer.status}
      actions={
        <>
          <Link className="button low" to={href("/staff/money/drawer")}>
            {drawer.isOpen ? "Cash drawer" : "Open the drawer"}
          </Link>
          <ConsoleLink className="button red" to={href("/staff/sell")} label="Sell" />
        </>
      }
      search={{
        action: href("/staff/money"),
        ...{ label: "M-Pesa code or receipt number", placeholder: "M-Pesa code or receipt", words: search },
      }}
      tabs={{ label: "Show", tabs }}
      rows={rows}
      areSentences={areSentences}
      empty={period ? <PaymentsSheet period={period} help={empty} /> : empty}
      pager={pager}
    />
  );
}

type PaymentsSheetProps = { period: Readonly<Record<string, string>>; help: string };

function PaymentsSheet({ period, help }: PaymentsSheetProps) {
  return (
    <form className="form" action={href("/staff/money/payments.csv")}>
      <p className="help">{help}</p>
      <FormParts parts={PERIOD} values={period} returned={undefined} />
      <p className="actions">
        <ConsoleButton label="Download" />
      </p>
    </form>
  );
}
