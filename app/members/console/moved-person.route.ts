import { redirect } from "react-router";
import type { Route } from "./+types/moved-person.route";
import { personPath, personRequest } from "./person-request.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { person } = await personRequest(context, ["see", "bookings"], params.person);
  throw redirect(personPath(person.id), 303);
}
