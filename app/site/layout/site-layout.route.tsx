/** The frame of every page for visitors. The console has another one, so neither the frame nor its styles are the root's. */
import { Outlet, useRouteLoaderData } from "react-router";
import { SignInSync } from "../../accounts/views/sign-in-sync.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import styles from "../../ui/styles.css?url";
import type { Route } from "./+types/site-layout.route";
import { ErrorPage, faultOf } from "./error-page.tsx";
import { SiteLayout } from "./site-layout.tsx";

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export default function SiteFrame({ matches }: Route.ComponentProps) {
  return (
    <SiteLayout {...matches[0].loaderData}>
      <Outlet />
      <SignInSync />
    </SiteLayout>
  );
}

/** The error page. The site's layout is shown if its data was loaded; loading it may be what failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof rootLoader>("root");
  const page = <ErrorPage fault={faultOf(error)} gym={data?.settings.name} />;
  return data ? <SiteLayout {...data}>{page}</SiteLayout> : <main>{page}</main>;
}
