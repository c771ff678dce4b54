import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { servicesContext } from "../../request/request-context.ts";
import { findShownCodes } from "../recovery-codes.server.ts";
import { consoleSignInContext, requireConsoleAccess } from "../staff-guard.server.ts";
import type { Route } from "./+types/recovery-codes-text.route";

export async function loader({ context, url }: Route.LoaderArgs) {
  requireConsoleAccess(context, url);
  const { member, signInId } = context.get(consoleSignInContext);
  const services = context.get(servicesContext);
  const codes = await findShownCodes(services, signInId);
  if (codes === undefined) return new Response("These codes are no longer shown.\n", { status: 404 });
  const { name } = await findSingleEntry(services, settingsType);
  const text = `Recovery codes of ${name} for ${member.email}. Each opens the console once.\n\n${codes.join("\n")}\n`;
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="recovery-codes.txt"',
    },
  });
}
