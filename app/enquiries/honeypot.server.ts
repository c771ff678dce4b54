/** Marks forms sent by programs; nothing is dropped. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { acceptedSecrets } from "../platform/config.ts";
import type { Services } from "../platform/services.ts";

const FASTEST_VISITOR_MS = 1500;

/** Honeypot fields: all but the hidden `subject` are filled in by the page. */
export const honeypotSchema = z.object({ subject: z.string(), stamp: z.string(), elapsed: z.string() });

export type HoneypotValues = z.output<typeof honeypotSchema>;

/**
 * The signed time at which the page was rendered. It is the same for all who get the page from the cache, so it proves
 * only "not before", and it never expires.
 */
export function pageStamp(services: Pick<Services, "config" | "now">): string {
  const { config, now } = services;
  if (config.secret === undefined) throw new Error("Forms need a secret: complete the settings first");
  const moment = now().getTime().toString(36);
  return `${moment}.${signature(config.secret, moment)}`;
}

/**
 * Whether a program filled in the form: a hidden field, no page fetched, or too fast. Without JavaScript the time is
 * empty, which is fine.
 */
export function isSuspect(services: Pick<Services, "config" | "now">, values: HoneypotValues): boolean {
  const madeAt = stampMoment(services, values.stamp);
  if (values.subject !== "" || madeAt === undefined) return true;
  if (services.now().getTime() - madeAt < FASTEST_VISITOR_MS) return true;
  // Not filled in without JavaScript; a number of milliseconds with it.
  return values.elapsed !== "" && !(Number(values.elapsed) >= FASTEST_VISITOR_MS);
}

/** The moment in milliseconds; undefined when this site didn't make the stamp. */
function stampMoment(services: Pick<Services, "config">, stamp: string): number | undefined {
  const [moment = "", signed = ""] = stamp.split(".");
  const given = Buffer.from(signed);
  const isOurs = acceptedSecrets(services.config).some((secret) => {
    const expected = Buffer.from(signature(secret, moment));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? Number.parseInt(moment, 36) : undefined;
}

function signature(secret: string, moment: string): string {
  return createHmac("sha256", secret).update(`contact-form ${moment}`).digest("base64url");
}
