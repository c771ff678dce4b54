import { data } from "react-router";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { PageHead } from "../../console/page-parts.tsx";
import { membershipType } from "../../content-types/membership.ts";
import { settingsType } from "../../content-types/settings.ts";
import { ReceiptFacts } from "../receipt-facts.tsx";
import { readReceipt } from "../receipts.server.ts";
import type { Route } from "./+types/receipt.route";
import { salePath } from "./sale-forms.ts";
import { salesRequest } from "./sales-request.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services } = await salesRequest(context, "see");
  const receipt = await readReceipt(services.db, params.receipt);
  if (receipt === undefined) throw data(null, { status: 404 });
  const { name, street, city, phone } = await findSingleEntry(services, settingsType);
  const { sellerPin = "" } = await findSingleEntry(services, membershipType);
  return { receipt: receipt.view, sale: receipt.sale.row.id, gym: { name, street, city, phone, pin: sellerPin } };
}

/** A receipt, laid out for printing on A4. */
export default function Receipt({ loaderData: { receipt, sale, gym } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={`${receipt.title} ${receipt.id}`}
        tab={`Receipt ${receipt.id}`}
        back={{ to: salePath(sale), label: "The sale" }}
        meta={`${gym.name}, ${gym.street}, ${gym.city}, ${gym.phone}`}
      />
      <div className="parts max-w-190 print:max-w-none">
        <ReceiptFacts receipt={receipt} gymPin={gym.pin} />
      </div>
      <p className="help no-print">To print it, choose Print in your browser’s menu.</p>
    </>
  );
}
