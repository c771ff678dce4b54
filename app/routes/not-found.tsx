import { data } from "react-router";
import type { PublicPageHandle } from "../public-page.ts";
import { servicesContext } from "../request-context.ts";
import { Signposts } from "../site/not-found-links.tsx";
import { findPlacePictures } from "../site/settings.server.ts";
import { Banner } from "../ui/banner.tsx";
import type { Route } from "./+types/not-found";

export const handle = { publicPage: { isUnlisted: true } } satisfies PublicPageHandle;

/** No canonical address and nothing to share: there is no page here. */
export function meta(_: Route.MetaArgs) {
  return [
    { title: "Page not found | Nguvu Fitness" },
    { name: "description", content: "There is nothing at this address." },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { banner } = await findPlacePictures(context.get(servicesContext), ["banner"]);
  return data({ banner }, { status: 404 });
}

export default function NotFound({ loaderData: { banner } }: Route.ComponentProps) {
  return (
    <>
      <Banner eyebrow="404" title="Page not found" photo={banner} />
      <Signposts />
    </>
  );
}
