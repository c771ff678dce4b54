/** The layout of pages before the console: invitations, owner links, and the second step. */

import type { ReactNode } from "react";
import { href, isRouteErrorResponse, Link, Outlet } from "react-router";
import { findSingleEntry } from "../../cms/entries.server.ts";
import styles from "../../console/console.css?url";
import { ConsoleError, DemoBanner } from "../../console/page-parts.tsx";
import { logoWordOf, settingsType } from "../../content-types/settings.ts";
import { findPlacePictures } from "../../content-types/site-texts.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import { Logo } from "../../ui/logo.tsx";
import { type PhotoView, Picture } from "../../ui/picture.tsx";
import type { Route } from "./+types/sign-in-layout.route";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [pictures, settings] = await Promise.all([
    findPlacePictures(services, ["sign-in"]),
    findSingleEntry(services, settingsType),
  ]);
  return {
    photo: pictures["sign-in"],
    gym: { name: settings.name, word: logoWordOf(settings) },
    isDemonstration: services.demonstration !== undefined,
  };
}

export default function StaffSignIn({ loaderData }: Route.ComponentProps) {
  return (
    <SignInFrame {...loaderData}>
      <Outlet />
    </SignInFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SignInFrame {...loaderData}>
      <ConsoleError status={isRouteErrorResponse(error) ? error.status : 500} />
    </SignInFrame>
  );
}

type LogoGym = { name: string; word: string };

type SignInFrameProps = {
  photo?: PhotoView | undefined;
  gym?: LogoGym;
  isDemonstration?: boolean;
  children: ReactNode;
};

/** The frame of the pages before the console: a bar on phones, a picture on the left of wide screens. */
function SignInFrame({ photo, gym, isDemonstration = false, children }: SignInFrameProps) {
  return (
    <>
      {isDemonstration && <DemoBanner />}
      <div className="sign-in-page">
        <header className="top-bar">
          <SiteLogo gym={gym} />
        </header>
        <header className="relative bg-ink only-wide after:absolute after:inset-x-0 after:top-0 after:h-48 after:bg-linear-to-b after:from-45% after:from-ink after:to-transparent [&_img]:absolute [&_img]:inset-0 [&_img]:size-full [&_img]:object-cover">
          <span className="absolute top-10 left-12 z-1">
            <SiteLogo gym={gym} />
          </span>
          {photo && <Picture photo={photo} sizes="(width >= 1000px) max(50vw, 130vh), 1px" decorative />}
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

function SiteLogo({ gym }: { gym: LogoGym | undefined }) {
  return (
    <Link to={href("/")} reloadDocument aria-label={gym ? `${gym.name}, the website` : "The website"} className="logo">
      <Logo word={gym?.word ?? ""} />
    </Link>
  );
}
