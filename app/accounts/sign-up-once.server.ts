import type { Services } from "../platform/services.ts";
import { type Credentials, type SignUpOutcome, signIn, signUp, type Visit } from "./accounts.server.ts";

/**
 * Signs up; the same form posted again (a double click, a reload, a flaky network) has the same outcome. The second
 * one finds the address taken, but its password is right, so it is signed in.
 */
export async function signUpOnce(services: Services, typed: Credentials, visit: Visit): Promise<SignUpOutcome> {
  const outcome = await signUp(services, typed, visit);
  if (outcome.ok || outcome.code !== "email-taken") return outcome;
  const again = await signIn(services, typed, visit);
  return again.ok ? again : outcome;
}
