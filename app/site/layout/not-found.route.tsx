import { data } from "react-router";
import type { PublicPageHandle } from "../../request/public-page.ts";
import type { Route } from "./+types/not-found.route";
import { ErrorPage } from "./error-page.tsx";

export const handle = { publicPage: { isUnlisted: true } } satisfies PublicPageHandle;

export function loader() {
  return data(null, { status: 404 });
}

/** The not-found page of unknown addresses. The same for all of them, so that it is rendered only once. */
export default function NotFound({ matches }: Route.ComponentProps) {
  return <ErrorPage fault="not-found" gym={matches[0].loaderData.settings} />;
}
