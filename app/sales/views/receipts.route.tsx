import { data, href } from "react-router";
import { BackToAccount } from "../../accounts/views/account-page.tsx";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { areSalesOn } from "../../members/coverage.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { TextLink } from "../../ui/button.tsx";
import { readOwnReceipts } from "../receipts.server.ts";
import type { Route } from "./+types/receipts.route";

export const meta = accountMeta("My receipts", "What you have paid at our desk, and what you owe.");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (!(await areSalesOn(services))) throw data(null, { status: 404 });
  return {
    ...(await readOwnReceipts(services, context.get(signedInVisitorContext).id)),
    photo: (await findPlacePictures(services, ["account"])).account,
  };
}

export default function Receipts({ loaderData: { owed, receipts, photo } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Karibu tena" title="My receipts" photo={photo} isLow />
      <div className="bg-ink px-gutter pt-10 pb-section md:pt-14">
        <p className="text-xl font-bold">{owed ?? "You owe nothing."}</p>
        {receipts.length === 0 ? (
          <p className="mt-6">You have no receipts yet. You get one for each payment at our desk.</p>
        ) : (
          <ul className="mt-6 border-b border-chalk/25 lg:max-w-[680px]">
            {receipts.map(({ id, text, state }) => (
              <li key={id} className="border-t border-chalk/25 pt-1.5 pb-4">
                <TextLink to={href("/account/receipts/:receipt", { receipt: id })} label={id} />
                <p>{text}</p>
                <p>{state}</p>
              </li>
            ))}
          </ul>
        )}
        <BackToAccount />
      </div>
    </>
  );
}
