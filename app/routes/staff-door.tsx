/** The pages before the console: links that let somebody in, and the second step. */
import { isRouteErrorResponse, Outlet } from "react-router";
import styles from "../console/console.css?url";
import { ConsoleError } from "../console/console-error.tsx";
import { DoorFrame } from "../console/door/door-frame.tsx";
import { findPlacePictures } from "../content/place-pictures.server.ts";
import { servicesContext } from "../request-context.ts";
import type { Route } from "./+types/staff-door";

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const pictures = await findPlacePictures(context.get(servicesContext), ["sign-in"]);
  return { photo: pictures["sign-in"] };
}

export default function Door({ loaderData: { photo } }: Route.ComponentProps) {
  return (
    <DoorFrame photo={photo}>
      <Outlet />
    </DoorFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <DoorFrame photo={loaderData?.photo}>
      <ConsoleError status={isRouteErrorResponse(error) ? error.status : 500} />
    </DoorFrame>
  );
}
