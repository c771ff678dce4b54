import { data } from "react-router";
import { findPlacePictures, findSiteFacts } from "../../content-types/site-texts.server.ts";
import { capitalized } from "../../platform/text.ts";
import type { PublicPageHandle } from "../../request/public-page.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { pageTitle } from "../seo/page-meta.ts";
import type { Route } from "./+types/not-found.route";
import { NotFoundLinks } from "./not-found-links.tsx";

export const handle = { publicPage: { isUnlisted: true } } satisfies PublicPageHandle;

/** No canonical address and nothing to share: there is no page here. */
export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: pageTitle("Page not found", matches[0].loaderData) },
    { name: "description", content: "There is nothing at this address." },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [{ banner }, facts] = await Promise.all([findPlacePictures(services, ["banner"]), findSiteFacts(services)]);
  const { classes, plans, "lowest price": lowestPrice } = facts;
  const linkDescriptions = {
    classes: classes ? `All ${classes}, with coach, day and time.` : "With coach, day and time.",
    pricing: plans ? `${capitalized(plans)} plans, from ${lowestPrice} a month.` : "What a month costs.",
  };
  return data({ banner, linkDescriptions }, { status: 404 });
}

export default function NotFound({ loaderData: { banner, linkDescriptions } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="404" title="Page not found" photo={banner} />
      <NotFoundLinks descriptions={linkDescriptions} />
    </>
  );
}
