/** The pages before the console: links that let somebody in, and the second step. */
import { isRouteErrorResponse, Outlet } from "react-router";
import styles from "../../console/console.css?url";
import { ConsoleError } from "../../console/console-error.tsx";
import { findPlacePictures } from "../../content-types/place-pictures.server.ts";
import { servicesContext } from "../../request/request-context.ts";
import type { Route } from "./+types/sign-in-layout.route";
import { SignInFrame } from "./sign-in-frame.tsx";

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
