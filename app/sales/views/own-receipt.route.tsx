import { data, href } from "react-router";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { membershipType } from "../../content-types/membership.ts";
import { areSalesOn } from "../../members/coverage.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { TextLink } from "../../ui/button.tsx";
import { ReceiptFacts } from "../receipt-facts.tsx";
import { readOwnReceipt } from "../receipts.server.ts";
import type { Route } from "./+types/own-receipt.route";

export function meta(args: Route.MetaArgs) {
  return accountMeta(`Receipt ${args.params.receipt}`, "A receipt from our desk.")(args);
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (!(await areSalesOn(services))) throw data(null, { status: 404 });
  const receipt = await readOwnReceipt(services, context.get(signedInVisitorContext).id, params.receipt);
  if (receipt === undefined) throw data(null, { status: 404 });
  const { sellerPin = "" } = await findSingleEntry(services, membershipType);
  return { receipt, gymPin: sellerPin };
}

export default function OwnReceipt({ loaderData: { receipt, gymPin } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="My receipts" title={`${receipt.title} ${receipt.id}`} />
      <div data-receipt="" className="bg-ink px-gutter pt-10 pb-section md:pt-14">
        <div className="space-y-4 lg:max-w-[680px] [&_dl>div]:grid [&_dl>div]:grid-cols-[8rem_1fr] [&_dl>div]:gap-x-4 [&_dl>div]:border-t [&_dl>div]:border-chalk/25 [&_dl>div]:py-2 [&_dl:last-of-type]:border-b [&_dl]:border-chalk/25 [&_dt]:text-ash">
          <ReceiptFacts receipt={receipt} gymPin={gymPin} />
          <p className="print:hidden">
            <TextLink to={href("/account/receipts")} label="My receipts" />
          </p>
        </div>
      </div>
    </>
  );
}
