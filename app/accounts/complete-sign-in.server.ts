import { redirect } from "react-router";
import type { Services } from "../platform/services.ts";
import { findVisitor } from "./accounts.server.ts";
import { landing, readArrival } from "./return-to.ts";
import { saveClass } from "./saved-classes.server.ts";

/**
 * Sends a visitor on who has just signed in, with the class saved that she came for.
 * @param setCookie the cookies that sign her in
 * @param isClass whether a slug is a class's; one that isn't is not saved
 */
export async function arrive(
  services: Services,
  request: Request,
  setCookie: readonly string[],
  isClass: (slug: string) => Promise<boolean>,
): Promise<Response> {
  const arrival = readArrival(request.url);
  if (arrival.save !== undefined && (await isClass(arrival.save))) {
    const cookie = setCookie.map((line) => line.split(";")[0]).join("; ");
    const visitor = await findVisitor(services, new Request(request.url, { headers: { cookie } }));
    if (visitor !== null) await saveClass(services, visitor.id, arrival.save);
  }
  return redirect(landing(arrival), {
    status: 303,
    headers: setCookie.map((line): [string, string] => ["Set-Cookie", line]),
  });
}
