import { siteOrigin } from "../../app/platform/config.ts";
import type { Demonstration } from "../../app/platform/demonstration.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { longDate } from "../../app/time/date-texts.server.ts";
import { dateInNairobi } from "../../app/time/dates.server.ts";

/** Sign-ins of a demo, printed below the address, and how to renew an old one. */
export function demonstrationNotice(
  { config, now }: Pick<Services, "config" | "now">,
  { madeAt, signIns }: Demonstration,
): string {
  const longest = (key: "who" | "email") => Math.max(...signIns.map((signIn) => signIn[key].length));
  const rows = signIns.map(
    ({ who, email, password }) => `  ${who.padEnd(longest("who"))}  ${email.padEnd(longest("email"))}  ${password}`,
  );
  const date = dateInNairobi(new Date(madeAt));
  const isOfToday = date === dateInNairobi(now());
  return [
    "A demonstration: a gym in its eighth week. Nobody in it exists, and its mail stays in its folder.",
    `Sign in at ${siteOrigin(config)}/login as one of these:`,
    ...rows,
    ...(isOfToday
      ? []
      : [`It was made on ${longDate(date)} and is as it was left: npm run demo -- --new begins anew.`]),
  ].join("\n");
}
