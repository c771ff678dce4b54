/** Passkeys: a key in a phone, a computer or a security key that signs a challenge (WebAuthn). */
import { randomBytes } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import type { Services } from "../platform/services.ts";
import type { StaffOutcome } from "./problems.ts";
import type { StaffSignIn } from "./roles.ts";
import { afterFactorAdded, changeSecondStep } from "./second-step.server.ts";

/** Loaded on demand: it takes 23 MB. */
const library = () => import("@simplewebauthn/server");

/** ES256 and RS256 (COSE); every authenticator has at least one of them. */
const ALGORITHMS = [-7, -257];

const CHALLENGE_BYTES = 32;
const CHALLENGE_VALID_MS = 10 * 60_000;
/** How long the browser waits for the person. */
const TIMEOUT_MS = 120_000;

const MAX_PASSKEYS = 10;

/** The site as browsers know it: passkeys belong to a host. */
export type Site = { origin: string; name: string };

const hostOf = ({ origin }: Pick<Site, "origin">) => new URL(origin).hostname;

/** The site at its public address, or else the requested one. */
export async function passkeySite(services: Services, url: URL): Promise<Site> {
  const { name } = await findSingleEntry(services, settingsType);
  return { origin: services.config.publicUrl ?? url.origin, name };
}

/** The passkeys of an account, oldest first. Moments are ISO 8601; `host` is the host they were made for, if known. */
export async function listPasskeys({ db }: Pick<Services, "db">, userId: string) {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "added_at as addedAt", "last_used_at as lastUsedAt", "rp_id as host"])
    .where("user_id", "=", userId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

/** Counts passkeys made for another host than the one of `PUBLIC_URL`, by host: browsers don't use them there. */
export async function countPasskeysElsewhere({ db, config }: Services): Promise<Record<string, number>> {
  if (config.publicUrl === undefined) return {};
  const rows = await db
    .selectFrom("passkeys")
    .select("rp_id as host")
    .where("rp_id", "<>", hostOf({ origin: config.publicUrl }))
    .execute();
  return Object.fromEntries(rows.map(({ host }) => [host, rows.filter((row) => row.host === host).length]));
}

/** The browser's options for making a passkey. Making one needs the person's finger, face or PIN. */
export async function creationOptions(
  services: Services,
  { member, signInId }: StaffSignIn,
  site: Site,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return {
    rp: { id: hostOf(site), name: site.name },
    user: { id: Buffer.from(member.id).toString("base64url"), name: member.email, displayName: member.name },
    challenge: await findOrMakeChallenge(services, signInId, "make"),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: await descriptorsOf(services, member.id, site),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "required" },
    attestation: "none",
    timeout: TIMEOUT_MS,
  };
}

/** The browser's options for using a passkey; undefined when the account has none for this site's host. */
export async function requestOptions(
  services: Services,
  { member, signInId }: StaffSignIn,
  site: Site,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const allowCredentials = await descriptorsOf(services, member.id, site);
  if (allowCredentials.length === 0) return undefined;
  return {
    rpId: hostOf(site),
    challenge: await findOrMakeChallenge(services, signInId, "use"),
    allowCredentials,
    userVerification: "required",
    timeout: TIMEOUT_MS,
  };
}

async function descriptorsOf({ db }: Services, userId: string, site: Site) {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "transports"])
    .where("user_id", "=", userId)
    .where(({ or, eb }) => or([eb("rp_id", "is", null), eb("rp_id", "=", hostOf(site))]))
    .execute();
  return rows.map(({ id, transports }) => ({ id, type: "public-key", transports: JSON.parse(transports) as string[] }));
}

/** The purpose of a challenge: a challenge for using a passkey can't create one. */
type Purpose = "make" | "use";

/**
 * The sign-in's challenge: the same until it is used or ten minutes old, so that two tabs don't interfere. A challenge
 * for another purpose replaces it.
 */
async function findOrMakeChallenge(services: Services, signInId: string, purpose: Purpose): Promise<string> {
  const now = services.now();
  const row = {
    challenge: randomBytes(CHALLENGE_BYTES).toString("base64url"),
    expires_at: new Date(now.getTime() + CHALLENGE_VALID_MS).toISOString(),
    purpose,
  };
  await services.db
    .insertInto("passkey_challenges")
    .values({ session_id: signInId, ...row })
    .onConflict((conflict) =>
      conflict
        .column("session_id")
        .doUpdateSet(row)
        .where(({ or, eb }) =>
          or([
            eb("passkey_challenges.expires_at", "<=", now.toISOString()),
            eb("passkey_challenges.purpose", "<>", purpose),
          ]),
        ),
    )
    .execute();
  const stored = await services.db
    .selectFrom("passkey_challenges")
    .select("challenge")
    .where("session_id", "=", signInId)
    .where("purpose", "=", purpose)
    .executeTakeFirst();
  // Without a row, another tab has just replaced it: an unstored challenge is refused.
  return stored?.challenge ?? row.challenge;
}

/** Consumes the challenge of a sign-in. @returns the expected signature values; undefined without a challenge */
async function consumeChallenge(services: Services, signInId: string, site: Site, purpose: Purpose) {
  const taken = await services.db
    .deleteFrom("passkey_challenges")
    .where("session_id", "=", signInId)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", services.now().toISOString())
    .returning("challenge")
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  return {
    expectedChallenge: taken.challenge,
    expectedOrigin: site.origin,
    expectedRPID: hostOf(site),
    requireUserVerification: true,
  };
}

/** The outcome for an unknown key, an expired challenge or a person who wasn't verified. */
const FAILED = { code: "passkey-failed" } as const;

/**
 * Adds a passkey; other sign-ins must verify again, and a notice is queued.
 * @param sent `PublicKeyCredential` as JSON
 */
export async function addPasskey(
  services: Services,
  signIn: StaffSignIn,
  site: Site,
  sent: string,
): Promise<StaffOutcome> {
  const { member, signInId } = signIn;
  const response = readCredential<RegistrationResponseJSON>(sent);
  const expected = await consumeChallenge(services, signInId, site, "make");
  if (response === undefined || expected === undefined) return FAILED;
  if ((await listPasskeys(services, member.id)).length >= MAX_PASSKEYS) return { code: "passkeys-full" };
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    ...expected,
    response,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  const credential = verified?.registrationInfo?.credential;
  if (!verified?.verified || credential === undefined) return FAILED;
  const added = await changeSecondStep(services, member, "passkey-added", async (change, changed) => {
    const { numInsertedOrUpdatedRows } = await change.transaction
      .insertInto("passkeys")
      .values({
        id: credential.id,
        user_id: member.id,
        public_key: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        rp_id: hostOf(site),
        name: nameOf(credential.transports ?? []),
        added_at: change.at.toISOString(),
        last_used_at: null,
      })
      // Another account's, or sent twice: keys belong to their first account.
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await afterFactorAdded(change, signIn);
    await changed();
    return true;
  });
  return added ? { code: "done" } : FAILED;
}

/** Checks a passkey's signature. @param sent the browser's `PublicKeyCredential` as JSON */
export async function checkPasskey(
  services: Services,
  { member, signInId }: StaffSignIn,
  site: Site,
  sent: string,
): Promise<StaffOutcome> {
  const response = readCredential<AuthenticationResponseJSON>(sent);
  const expected = await consumeChallenge(services, signInId, site, "use");
  if (response === undefined || expected === undefined) return FAILED;
  const row = await services.db
    .selectFrom("passkeys")
    .selectAll()
    .where("id", "=", response.id)
    .where("user_id", "=", member.id)
    .executeTakeFirst();
  if (row === undefined) return FAILED;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    ...expected,
    response,
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
      counter: Number(row.counter),
    },
  }).catch(() => undefined);
  if (!verified?.verified) return FAILED;
  await services.db
    .updateTable("passkeys")
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: services.now().toISOString() })
    // Passkeys made before this column existed have none.
    .set({ rp_id: hostOf(site) })
    .where("id", "=", row.id)
    .execute();
  return { code: "done" };
}

const credentialSchema = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string() }),
});

function readCredential<T>(sent: string): T | undefined {
  try {
    const parsed: unknown = JSON.parse(sent);
    // The library checks the rest, and throws for anything that WebAuthn doesn't allow.
    return credentialSchema.safeParse(parsed).success ? (parsed as T) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(transports: readonly string[]): string {
  if (transports.includes("internal")) return "In this phone or computer";
  if (transports.includes("hybrid")) return "In a phone";
  return transports.includes("usb") || transports.includes("nfc") ? "Security key" : "Passkey";
}
