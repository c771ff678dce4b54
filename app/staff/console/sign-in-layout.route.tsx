/** The pages before the console: links that let somebody in, and the second step. */

import type { ReactNode } from "react";
import { href, isRouteErrorResponse, Link, Outlet } from "react-router";
import styles from "../../console/console.css?url";
import { ConsoleError } from "../../console/console-error.tsx";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Logo } from "../../ui/logo.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import type { Route } from "./+types/sign-in-layout.route";

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const pictures = await findPlacePictures(context.get(servicesContext), ["sign-in"]);
  return { photo: pictures["sign-in"] };
}

export default function StaffSignIn({ loaderData: { photo } }: Route.ComponentProps) {
  return (
    <SignInFrame photo={photo}>
      <Outlet />
    </SignInFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SignInFrame photo={loaderData?.photo}>
      <ConsoleError status={isRouteErrorResponse(error) ? error.status : 500} />
    </SignInFrame>
  );
}

/** The frame of the pages before the console: a bar on phones, a picture at the left of wide screens. */
function SignInFrame({ photo, children }: { photo: PhotoView | undefined; children: ReactNode }) {
  return (
    <div className="sign-in-page">
      <header className="top-bar">
        <SiteLogo />
      </header>
      <header className="side-pic">
        <SiteLogo />
        {photo && <Picture photo={photo} sizes="(width >= 1000px) 50vw, 1px" decorative />}
      </header>
      <main id="main" tabIndex={-1} className="in">
        {children}
      </main>
    </div>
  );
}

function SiteLogo() {
  return (
    <Link to={href("/")} reloadDocument aria-label="Nguvu, the website" className="logo">
      <Logo />
    </Link>
  );
}
