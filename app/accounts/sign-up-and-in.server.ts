/** Signing up, in and out, and finding the visitor of a request. Expected problems are returned as codes. */

import { emailAddress } from "../forms/field-schemas.ts";
import type { EmailAddressProblem } from "../forms/problems.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { logNames } from "../platform/log.server.ts";
import { addressGroup, countAttempt, forgetAttempts, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import type { Visit } from "../request/request-context.ts";
import { authOf, libraryCode, sessionHeaders, withCallValues } from "./better-auth.server.ts";
import { type EmailProblem, MAX_PASSWORD_LENGTH, type PasswordProblem, type RateLimitProblem } from "./credentials.ts";
import { deviceName } from "./device-name.ts";
import { findPasswordHash, hashPassword, orBusy } from "./password.server.ts";
import { findPasswordProblem } from "./password-policy.server.ts";
import { clearOldCookie, findSignIn, recordLastUse, type SignIn, tokenHash } from "./sign-in.server.ts";
import type { Visitor } from "./visitor-context.ts";

type Credentials = { email: string; password: string };

export type SignedIn = { userId: string; setCookie: string[] };

type SignUpOutcome =
  /** `isNew`: this form created the account, not an earlier copy of it. */
  ({ code: "done"; isNew: boolean } & SignedIn) | { code: EmailProblem | PasswordProblem | RateLimitProblem };

type SignInOutcome = ({ code: "done" } & SignedIn) | { code: "wrong-credentials" | RateLimitProblem };

const EMAIL = emailAddress();

const QUARTER_HOUR_MS = 15 * 60_000;

/** Tight: few people mistype their own password ten times in a quarter of an hour. */
export const SIGN_IN_PER_ACCOUNT: RateLimit = { name: "sign-in/account", max: 10, windowMs: QUARTER_HOUR_MS };
/** Loose: in Nairobi many phones share one address. */
const SIGN_IN_PER_ADDRESS: RateLimit = { name: "sign-in/address", max: 300, windowMs: QUARTER_HOUR_MS };
const SIGN_UP_PER_ADDRESS: RateLimit = { name: "sign-up/address", max: 100, windowMs: 4 * QUARTER_HOUR_MS };

/**
 * Creates an account with no saved classes, and signs the visitor in.
 * @returns the user and the cookies, or the first problem's code
 */
export async function signUp(services: Services, typed: Credentials, visit: Visit): Promise<SignUpOutcome> {
  const outcome = await orBusy(() => trySignUp(services, typed, visit));
  if (outcome.code !== "done") services.log.info({ event: "sign-up-refused", code: outcome.code }, "refused a sign-up");
  return outcome;
}

async function trySignUp(services: Services, typed: Credentials, visit: Visit): Promise<SignUpOutcome> {
  const read = readEmail(typed.email);
  if (read.code !== "done") return read;
  const { email } = read;
  const problem = await findPasswordProblem(typed.password, email);
  if (problem !== undefined) return { code: problem };
  // Reserved for the test account even while it is off: a visitor who took the address would lose it when it is on again.
  if (email === TEST_ACCOUNT.email) return { code: "email-taken" };
  if (!(await countAttempt(services, SIGN_UP_PER_ADDRESS, addressGroup(visit.clientAddress)))) {
    return { code: "limited" };
  }
  const auth = await authOf(services);
  try {
    const preparedHash = await hashPassword(typed.password);
    const previousSignIn = await findSignIn(services, visit.request);
    const { headers, response } = await withCallValues({ preparedHash, device: deviceOf(visit) }, () =>
      auth.api.signUpEmail({ body: { name: "", email, password: typed.password }, returnHeaders: true }),
    );
    await endSignIn(services, previousSignIn?.id);
    services.log.info({ event: "signed-up" }, "created an account");
    return { code: "done", isNew: true, userId: response.user.id, setCookie: headers.getSetCookie() };
  } catch (error) {
    if (await isTaken(services, email, error)) return { code: "email-taken" };
    throw error;
  }
}

/** Whether this address has an account. Only for people who have proved that the address is theirs. */
export async function hasAccount({ db }: Services, email: string): Promise<boolean> {
  return (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/** Whether a sign-up failed because the address has an account, perhaps one made at the same moment. */
async function isTaken(services: Services, email: string, error: unknown): Promise<boolean> {
  const code = libraryCode(error);
  if (code === "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL") return true;
  if (code !== "FAILED_TO_CREATE_USER") return false;
  return hasAccount(services, email);
}

/**
 * Signs in. A wrong address and a wrong password have the same outcome and take the same time; an earlier sign-in of
 * the browser ends.
 */
export async function signIn(services: Services, typed: Credentials, visit: Visit): Promise<SignInOutcome> {
  const outcome = await orBusy(() => trySignIn(services, typed, visit));
  if (outcome.code !== "done") {
    // Never as typed: a log of failures would be a list of accounts, and of passwords typed into the wrong field.
    const read = readEmail(typed.email);
    const who = logNames(services, {
      email: read.code === "done" ? read.email : undefined,
      clientAddress: visit.clientAddress,
    });
    services.log.info({ event: "sign-in-refused", code: outcome.code, ...who }, "refused a sign-in");
  }
  return outcome;
}

async function trySignIn(services: Services, typed: Credentials, visit: Visit): Promise<SignInOutcome> {
  const read = readEmail(typed.email);
  if (read.code !== "done" || typed.password === "" || typed.password.length > MAX_PASSWORD_LENGTH * 2) {
    return { code: "wrong-credentials" };
  }
  const { email } = read;
  // Everybody knows the test account's password, and no visitor may lock it for the others.
  const isCounted = email !== TEST_ACCOUNT.email;
  if (
    !(await countAttempt(services, SIGN_IN_PER_ADDRESS, addressGroup(visit.clientAddress))) ||
    (isCounted && !(await countAttempt(services, SIGN_IN_PER_ACCOUNT, email)))
  ) {
    return { code: "limited" };
  }
  const auth = await authOf(services);
  try {
    const callValues: { verifiedHash?: string; device: string | null } = { device: deviceOf(visit) };
    const previousSignIn = await findSignIn(services, visit.request);
    const { headers, response } = await withCallValues(callValues, () =>
      auth.api.signInEmail({ body: { email, password: typed.password }, returnHeaders: true }),
    );
    const userId = response.user.id;
    if (!(await isStillPassword(services, userId, callValues.verifiedHash))) {
      // No other sign-in: the one that has changed the password stays.
      await services.db.deleteFrom("sessions").where("token", "=", tokenHash(response.token)).execute();
      return { code: "wrong-credentials" };
    }
    await endSignIn(services, previousSignIn?.id);
    if (isCounted) await forgetAttempts(services, SIGN_IN_PER_ACCOUNT, email);
    services.log.info({ event: "signed-in" }, "signed a visitor in");
    return { code: "done", userId, setCookie: headers.getSetCookie() };
  } catch (error) {
    if (libraryCode(error) === "INVALID_EMAIL_OR_PASSWORD") return { code: "wrong-credentials" };
    throw error;
  }
}

function deviceOf({ request }: Visit): string | null {
  return deviceName(request.headers.get("user-agent") ?? "");
}

/** A password replaced during the check ended all sign-ins, and must not start another. */
async function isStillPassword(services: Services, userId: string, verifiedHash: string | undefined): Promise<boolean> {
  return verifiedHash !== undefined && (await findPasswordHash(services, userId))?.hash === verifiedHash;
}

/** Ends the sign-in in the database. @returns the headers that clear the browser's cookie */
export async function signOut(services: Services, request: Request): Promise<string[]> {
  await endSignIn(services, (await findSignIn(services, request))?.id);
  return clearingCookies(services, request);
}

/** The headers that clear the browser's session cookie, once the sign-in has ended in the database. */
export async function clearingCookies(services: Services, request: Request): Promise<string[]> {
  const auth = await authOf(services);
  const { headers } = await auth.api.signOut({ headers: sessionHeaders(request), returnHeaders: true });
  return [...headers.getSetCookie(), ...clearOldCookie(services.config, request)];
}

/**
 * The signed-in visitor with their sign-in, or null. Writes nothing but the sign-in's last use.
 * @throws when the database doesn't respond
 */
export async function findVisitor(
  services: Services,
  request: Request,
): Promise<(Visitor & { signIn: SignIn }) | null> {
  const signIn = await findSignIn(services, request);
  if (signIn === undefined) return null;
  await recordLastUse(services, signIn);
  const { userId: id, email, savedShows } = signIn;
  return {
    id,
    email,
    savedShows: JSON.parse(savedShows) as string[],
    isTestAccount: email === TEST_ACCOUNT.email,
    signIn,
  };
}

async function endSignIn(services: Services, signInId: string | undefined): Promise<void> {
  if (signInId !== undefined) await services.db.deleteFrom("sessions").where("id", "=", signInId).execute();
}

/** Parses an address into its stored form, trimmed and in lower case, or finds its problem. */
export function readEmail(typed: string): { code: "done"; email: string } | { code: EmailAddressProblem } {
  const email = typed.trim().toLowerCase();
  if (email === "") return { code: "email-missing" };
  const checked = EMAIL.safeParse(email);
  // The schema strips bidirectional controls, but the address that signs somebody in must be the typed one.
  return checked.data === email ? { code: "done", email } : { code: "email-malformed" };
}

/** Signs up; the same form sent again signs in, since the address is taken but the password is right. */
export async function signUpOnce(services: Services, typed: Credentials, visit: Visit): Promise<SignUpOutcome> {
  const outcome = await signUp(services, typed, visit);
  if (outcome.code === "done" || outcome.code !== "email-taken") return outcome;
  const again = await signIn(services, typed, visit);
  return again.code === "done" ? { ...again, isNew: false } : outcome;
}
