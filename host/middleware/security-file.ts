/** `security.txt` (RFC 9116): the contact for people who have found a vulnerability. */
import { DAY_MS } from "../../app/platform/durations.ts";
import type { Services } from "../../app/platform/services.ts";

const PATH = "/.well-known/security.txt";

/** Less than a year, as the RFC asks. */
const VALID_DAYS = 180;

/** The file, if `PUBLIC_URL` is set; without it, the address may be the example's. */
export function securityFile({ config, now }: Services): [path: string, make: () => Promise<Response>][] {
  const { publicUrl, staffEmail } = config;
  if (publicUrl === undefined) return [];
  const make = async () => {
    const expires = `${new Date(now().getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`;
    const lines = [
      `Contact: mailto:${staffEmail}?subject=Security`,
      `Expires: ${expires}`,
      "Preferred-Languages: en, sw",
      `Canonical: ${publicUrl}${PATH}`,
    ];
    return new Response(lines.map((line) => `${line}\n`).join(""), {
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  };
  return [[PATH, make]];
}
