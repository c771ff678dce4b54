import { siteOrigin } from "../../app/platform/config.ts";
import type { Demonstration } from "../../app/platform/demonstration.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { longDate } from "../../app/time/date-texts.server.ts";
import { dateInNairobi } from "../../app/time/dates.server.ts";

/** The sign-ins of a demo, and how to renew an old demo, printed at startup. */
export function demonstrationNotice(
  { config, now }: Pick<Services, "config" | "now">,
  { madeAt, signIns }: Demonstration,
): string {
  const longest = (key: "who" | "email") => Math.max(...signIns.map((signIn) => signIn[key].length));
  const rows = signIns.map(
    ({ who, email, password }) => `  ${who.padEnd(longest("who"))}  ${email.padEnd(longest("email"))}  ${password}`,
  );
  const date = dateInNairobi(new Date(madeAt));
  const isFromToday = date === dateInNairobi(now());
  return [
    "A demonstration: a gym in its eighth week. Its people are invented, and its mail stays in its folder.",
    `Sign in at ${siteOrigin(config)}/login as one of these:`,
    ...rows,
    ...(isFromToday ? [] : [`It was made on ${longDate(date)}: npm run demo -- --new makes a new one.`]),
  ].join("\n");
}
