import { href, useRouteLoaderData } from "react-router";
import { SignOutButton } from "./console-frame.tsx";
import type { loader as layoutLoader } from "./console-layout.route.tsx";
import { Board } from "./kit/list-page.tsx";
import { ConsoleLink, PageHead } from "./page-parts.tsx";

/** The whole navigation as a page, for phones, whose bottom bar has only part of it. */
export default function More() {
  const layout = useRouteLoaderData<typeof layoutLoader>("staff-console-layout");
  return (
    <>
      <PageHead title="More" meta={layout && `${layout.member.name}, ${layout.member.roleName}`} />
      <Board heading="h2" rows={layout?.items.map(({ to, label }) => ({ to, title: label })) ?? []} />
      {/* Stacked, so that no link moves under a finger when the font loads. */}
      <div className="actions flex-col items-start">
        <ConsoleLink to={href("/staff/second-step/factors")} label="Two-step verification" />
        <ConsoleLink to={href("/")} reloadDocument label="See the site" />
        <SignOutButton />
        {layout && <p className="help pt-row">Version {layout.version}</p>}
      </div>
    </>
  );
}
