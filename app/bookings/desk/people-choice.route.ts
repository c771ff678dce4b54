import { staffRequest } from "../../staff/staff-request.server.ts";
import { findPeopleToBook } from "../person-view.server.ts";
import type { Route } from "./+types/people-choice.route";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["edit", "bookings"]);
  return Response.json(await findPeopleToBook(services, member, (url.searchParams.get("who") ?? "").slice(0, 200)));
}
