/** Consent of a quoted person, recorded in the form of the quote. */
import { testimonialType } from "../../content-types/testimonial.ts";
import { insertConsent, listConsents, type NewConsent } from "../../pictures/consents.server.ts";
import { readConsent } from "../../pictures/picture-actions.server.ts";
import type { PictureProblem } from "../../pictures/problems.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Db } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import type { ContentType } from "../content-type.ts";
import type { Values } from "../editing/stored-body.ts";
import type { EntryControls } from "./entry-form.server.ts";

export type TypedConsent = { agreedOn: string; agreedHow: string; problem: string | undefined };

export function quotesPerson({ name }: ContentType): boolean {
  return name === testimonialType.name;
}

export function quotedBy(slug: string) {
  return { kind: "testimonial", key: slug } as const;
}

/** Whether an entry's form asks for consent: it quotes somebody, and the register has no consent. */
export async function asksForConsent(db: Db, type: ContentType, slug: string | null): Promise<boolean> {
  if (!quotesPerson(type)) return false;
  const consents = slug === null ? [] : await listConsents(db, quotedBy(slug));
  return !consents.some(({ given_on, withdrawn_at }) => given_on !== null && withdrawn_at === null);
}

/** Reads the consent of a form; undefined without a date. */
export function readEntryConsent(
  type: ContentType,
  { agreedOn = "", agreedHow = "" }: EntryControls,
  values: Values,
  now: Date,
): { code: "read"; consent: NewConsent | undefined } | { code: PictureProblem } {
  if (!quotesPerson(type) || agreedOn === "") return { code: "read", consent: undefined };
  const name = String(values.name ?? "");
  const site = { purpose: "site", child: "", guardian: "" };
  return readConsent({ name, given_on: agreedOn, how: agreedHow, ...site }, now);
}

export function recordAlongside(actor: Actor, consent: NewConsent | undefined) {
  if (consent === undefined) return undefined;
  return async ({ transaction, at, siteChanged }: Change, slug: string) => {
    await insertConsent(transaction, at, actor, quotedBy(slug), consent, consent.name);
    // Published quotes become visible with the consent.
    siteChanged();
  };
}
