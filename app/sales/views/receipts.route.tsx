import { data, href, Link } from "react-router";
import { BackToAccount } from "../../accounts/views/account-page.tsx";
import { signedInVisitorContext } from "../../accounts/visitor-context.ts";
import { areSalesOn } from "../../members/coverage.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { accountMeta } from "../../site/seo/account-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { LARGE_LINK } from "../../ui/class-parts.tsx";
import { readOwnReceipts } from "../receipts.server.ts";
import type { Route } from "./+types/receipts.route";

export const meta = accountMeta("My receipts", "What you have paid at our desk, and what you owe.");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (!(await areSalesOn(services))) throw data(null, { status: 404 });
  return await readOwnReceipts(services, context.get(signedInVisitorContext).id);
}

export default function Receipts({ loaderData: { owed, receipts } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="Karibu tena" title="My receipts" />
      <div className="bg-ink px-gutter pt-10 pb-section md:pt-14">
        <p className="text-xl font-bold">{owed ?? "You owe nothing."}</p>
        {receipts.length === 0 ? (
          <p className="mt-6">You have no receipts yet. You get one for each payment at our desk.</p>
        ) : (
          <ul className="mt-6 border-t-4 border-chalk">
            {receipts.map(({ id, text, state }) => (
              <li
                key={id}
                className="grid items-baseline gap-x-10 border-b border-white/15 py-4 md:grid-cols-[auto_minmax(0,1fr)_auto]"
              >
                <Link
                  to={href("/account/receipts/:receipt", { receipt: id })}
                  className={`justify-self-start py-1 font-display text-[30px] leading-tight font-black ${LARGE_LINK}`}
                >
                  {id}
                </Link>
                <p>{text}</p>
                <p className="text-[15px] font-bold">{state}</p>
              </li>
            ))}
          </ul>
        )}
        <BackToAccount />
      </div>
    </>
  );
}
