import { BRAND } from "../../platform/brand.ts";
import { consoleSessionContext, servicesContext } from "../../request-context.ts";
import { findShownCodes } from "../../staff/recovery-codes.server.ts";
import { requireConsoleAccess } from "../../staff-guard.server.ts";
import type { Route } from "./+types/recovery-codes-text";

/** The recovery codes as a file, while they are shown. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireConsoleAccess(context, url);
  const { member, sessionId } = context.get(consoleSessionContext);
  const codes = await findShownCodes(context.get(servicesContext), sessionId);
  if (codes === undefined) return new Response("These codes are no longer shown.\n", { status: 404 });
  const text = `Recovery codes of ${BRAND} for ${member.email}. Each opens the console once.\n\n${codes.join("\n")}\n`;
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": 'attachment; filename="nguvu-recovery-codes.txt"',
    },
  });
}
